import { useCallback, useEffect, useState } from 'react';

/** A short message about what was just done, or why it was not. It is shown until the next key or press. */
export const useNotice = (): readonly [notice: string, tell: (message: string) => void] => {
  const [notice, setNotice] = useState('');
  const tell = useCallback((message: string) => setNotice(message), []);
  useEffect(() => {
    if (notice === '') return undefined;
    const clear = (): void => setNotice('');
    window.addEventListener('keydown', clear, true);
    window.addEventListener('pointerdown', clear, true);
    return () => {
      window.removeEventListener('keydown', clear, true);
      window.removeEventListener('pointerdown', clear, true);
    };
  }, [notice]);
  return [notice, tell];
};
