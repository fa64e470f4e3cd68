import { t } from '../words/words.js';

const NAMES: Readonly<Record<string, string>> = {
  Control: t('Ctrl'),
  Ctrl: t('Ctrl'),
  Shift: t('Shift'),
  Space: t('Space'),
  Enter: t('Enter'),
  Home: t('Home'),
  End: t('End'),
  Del: t('Del'),
  Delete: t('Del'),
  Backspace: t('Backspace'),
  'Page Up': t('Page Up'),
  'Page Down': t('Page Down'),
  'Arrow keys': t('Arrow keys'),
  wheel: t('wheel'),
};

/** Keys, such as `Ctrl+Z`, as they are named on keyboards of the language. */
export const keysText = (keys: string): string =>
  keys.replaceAll(/Page \w+|Arrow keys|\w+/g, (name) => NAMES[name] ?? name);
