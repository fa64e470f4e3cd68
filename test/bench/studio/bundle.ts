import type { EditorUnderTest } from '../../support/web/editor.js';
import { sentToOpen } from '../../support/web/editor-files.js';
import type { Figure } from './figures.js';

/** The code that the service sends to open the editor. */
export const bundleSize = async ({ service }: EditorUnderTest): Promise<ReadonlyArray<Figure>> => {
  const value = (await sentToOpen(service.baseUrl)).reduce((sum, bytes) => sum + bytes / 1000, 0);
  return [{ what: 'code that is sent to open the editor', unit: 'kB', value, aim: 350 }];
};
