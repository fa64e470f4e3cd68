import { apiSettings } from './api-settings.js';
import { processSettings } from './process-settings.js';
import { renderSettings } from './render-settings.js';
import { serverSettings } from './server-settings.js';

/** All settings. An error message never repeats the text of a setting, which may be a secret. */
export const settings = {
  ...serverSettings,
  ...renderSettings,
  ...apiSettings,
  ...processSettings,
};
