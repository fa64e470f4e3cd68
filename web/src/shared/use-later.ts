import { useDeferredValue } from 'react';

/** Whether the first rendering is over: what is shown only then does not hold up the first picture. */
export const useLater = (): boolean => useDeferredValue(true, false);
