import type { EditorUnderTest } from '../../support/web/editor.js';

/** Reads frames with the token of a video; with a body, those of an edit that is not stored. */
export const frameReader =
  ({ service }: EditorUnderTest, token: string) =>
  async (path: string, accept: string, body?: object): Promise<void> => {
    const response = await fetch(`${service.baseUrl}${path}`, {
      headers: { authorization: `Bearer ${token}`, accept, 'content-type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    if (response.status !== 200) throw new Error(await response.text());
    await response.arrayBuffer();
  };
