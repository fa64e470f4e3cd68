/** The video that an editor link opens, and the token that permits it. */
export interface EditorLink {
  readonly videoId: string;
  readonly token: string;
}

const PATH = /^\/editor\/([^/]+)$/;

/**
 * Reads the link from the address `/editor/{videoId}#token=…` and removes the token from it, so that it stays in no
 * history entry. The token is kept for this tab, so that a reload finds it.
 * @returns undefined if the address is not that of a link, or has no token and none was kept
 */
export const takeEditorLink = (): EditorLink | undefined => {
  const videoId = PATH.exec(location.pathname)?.[1];
  if (videoId === undefined) return undefined;
  const kept = `editor-token:${videoId}`;
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? sessionStorage.getItem(kept);
  if (token === null) return undefined;
  sessionStorage.setItem(kept, token);
  if (location.hash !== '') history.replaceState(null, '', location.pathname);
  return { videoId, token };
};
