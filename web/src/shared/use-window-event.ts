import { useEffect, useEffectEvent } from 'react';

interface Listening {
  /** Whether it listens in the capture phase: before the elements of the page. */
  readonly capture?: boolean;
  readonly isOn?: boolean;
}

/** Listens to an event of the window while the component is shown. The listener sees the latest values. */
export const useWindowEvent = <Name extends keyof WindowEventMap>(
  name: Name,
  listener: (event: WindowEventMap[Name]) => void,
  { capture = false, isOn = true }: Listening = {},
): void => {
  const hear = useEffectEvent(listener);
  useEffect(() => {
    if (!isOn) return undefined;
    const onEvent = (event: WindowEventMap[Name]): void => hear(event);
    window.addEventListener(name, onEvent, capture);
    return () => window.removeEventListener(name, onEvent, capture);
  }, [name, capture, isOn]);
};
