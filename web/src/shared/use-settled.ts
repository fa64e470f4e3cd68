import { useEffect, useState } from 'react';

/** The value that was last the same for so many ms. */
export const useSettled = (value: string, ms: number): string => {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
};
