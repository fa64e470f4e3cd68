import { useState } from 'react';
import { useWindowEvent } from '../shared/use-window-event.js';

/** A short message about what was just done, or why it was not. It is shown until the next key or press. */
export const useNotice = (): readonly [notice: string, tell: (message: string) => void] => {
  const [notice, tell] = useState('');
  const listening = { capture: true, isOn: notice !== '' };
  useWindowEvent('keydown', () => tell(''), listening);
  useWindowEvent('pointerdown', () => tell(''), listening);
  return [notice, tell];
};
