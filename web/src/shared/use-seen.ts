import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether an element has come into view. */
export const useSeen = <Seen extends Element>(): {
  readonly element: RefObject<Seen | null>;
  readonly isSeen: boolean;
} => {
  const element = useRef<Seen>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return { element, isSeen };
};
