import { useEffect, useState } from 'react';

/** The last value that stayed the same for `ms`; debounces changes. */
export const useSettled = (value: string, ms: number): string => {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
};
