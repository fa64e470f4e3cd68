/** The dashboard in a browser. */
import type { RateLimits } from '../../../domain/api-key/events.js';
import type { EditorUnderTest } from './editor.js';
import { apiClient } from '../service/http-client.js';

/** A blue video without clips. */
export const BLUE = {
  metadata: {
    name: 'Plain',
    duration: 400,
    fps: 10,
    backgroundColor: '#0000ff',
    canvas: { width: 160, height: 90 },
  },
  clips: [],
};

/** A tab that is signed in with a key. */
export const signedInWith = async ({ service, browser }: EditorUnderTest, key: string) => {
  const opened = await browser.open(service.baseUrl);
  await opened.page.goto(`${service.baseUrl}/dashboard`);
  await opened.page.getByLabel('API key').fill(key);
  await opened.page.getByRole('button', { name: 'Sign in' }).click();
  await opened.page.getByRole('heading', { name: 'Videos' }).waitFor();
  const section = (name: string): Promise<void> =>
    opened.page.getByRole('button', { name, exact: true }).click();
  return { ...opened, key, api: apiClient(service.baseUrl, key), section };
};

/** A tab that is signed in as a new owner. */
export const signedIn = async (editor: EditorUnderTest, owner: string, limits: RateLimits = {}) =>
  signedInWith(editor, await editor.service.issueKey(owner, limits));
