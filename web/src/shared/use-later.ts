import { startTransition, useCallback, useEffect, useState } from 'react';

/** How long the first picture may take before everything else is shown without it, in ms. */
const LIMIT = 1500;

/** What is shown only after the first picture, so that it does not hold it up. `onSeen`: that picture is loaded. */
export const useLater = () => {
  const [isLater, setLater] = useState(false);
  const show = (): void => startTransition(() => setLater(true));
  useEffect(() => {
    const timer = setTimeout(show, LIMIT);
    return () => clearTimeout(timer);
  }, []);
  // A task in a frame of the screen begins after that frame is painted.
  const onSeen = useCallback(() => requestAnimationFrame(() => setTimeout(show)), []);
  return { isLater, onSeen };
};
