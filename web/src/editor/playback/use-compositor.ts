import { useCallback, useRef } from 'react';
import type { Compositor, OpenSources } from '../../compositor/compositor.js';
import type { SourceAccess, Sources } from '../../compositor/sources.js';
import { windowedCompositor } from '../../compositor/windowed.js';
import type { VideoAccess } from '../../shared/access.js';
import { AS_STREAM, received } from './received.js';
import type { Document } from '../document.js';
import { bothChanges, preparedChanges } from '../live-changes.js';
import { learnMedia } from '../resolved-document.js';
import { drawnDocument } from '../variables/shown-document.js';

/** The most clips of a document that is prepared as a whole. */
const WHOLE_UP_TO = 24;

/** The length of the part of a larger document that is prepared at a time, in ms. */
const WINDOW = 6000;

/** The part of a document to prepare: the pictures from `from` to `to`, in ms, and whether to include the whole sound. */
interface PlaybackPart {
  readonly from?: number;
  readonly to?: number;
  readonly sound?: boolean;
}

/**
 * Opens the compositor of a document; a template uses its defaults. The last compositor is cached.
 * @param at the time that is drawn first, in ms
 * @param onShare receives how much of it is here, from 0 to 1
 */
export type Open<Played> = (
  played: Played,
  at: number,
  onShare?: (share: number) => void,
) => Promise<Compositor>;
export type OpenCompositor = Open<Document>;

/** Reads the sources of a video. The code for it is only loaded for documents with videos. */
export const lazySources = (access: SourceAccess): OpenSources => {
  let sources: Promise<Sources> | undefined;
  return () => (sources ??= import('../../compositor/sources.js').then(({ sourcesOf }) => sourcesOf(access)));
};

/** @param packed the playback file from the service */
export const loadCompositor = async (
  packed: Promise<ArrayBuffer>,
  sources: OpenSources,
): Promise<Compositor> => {
  // Awaited together, so that a request that fails before the code is loaded has a handler.
  const [{ openCompositor }, bytes] = await Promise.all([import('../../compositor/compositor.js'), packed]);
  return openCompositor(new Uint8Array(bytes), sources);
};

export const AS_BYTES = { headers: { accept: 'application/octet-stream' }, parseAs: 'arrayBuffer' } as const;

/**
 * Compositors of a video's documents, made by the service and drawn here.
 * @param placeAgain called when more has become known of the media
 */
export const useCompositor = (access: VideoAccess, placeAgain: () => void): OpenCompositor => {
  const kept = useRef<{ readonly document: Document; readonly compositor: Promise<Compositor> } | undefined>(
    undefined,
  );
  /** Who is told how much is here: also of what was asked for before. */
  const told = useRef<(share: number) => void>(() => undefined);
  return useCallback(
    (edited, at, onShare) => {
      if (onShare) told.current = onShare;
      const document = drawnDocument(edited);
      if (kept.current?.document === document) return kept.current.compositor;
      const changes = kept.current && preparedChanges(kept.current.document, document);
      if (kept.current && changes)
        return kept.current.compositor.then((compositor) => ({
          ...compositor,
          draw: (frame, canvas, more, detail) =>
            compositor.draw(frame, canvas, more ? bothChanges(changes, more) : changes, detail),
        }));
      const sources = lazySources(access);
      const prepare = (part: PlaybackPart = {}): Promise<ArrayBuffer> =>
        received(
          access.client.api.POST('/v1/playback', { params: { query: part }, body: document, ...AS_STREAM }),
          (share) => told.current(share),
        );
      const open = async (): Promise<Compositor> => {
        if (document.clips.length <= WHOLE_UP_TO) return loadCompositor(prepare(), sources);
        return windowedCompositor(WINDOW, at, (from, sound) =>
          loadCompositor(prepare({ from, to: from + WINDOW, sound }), sources),
        );
      };
      const before = kept.current?.compositor;
      const compositor = open();
      kept.current = { document, compositor };
      compositor.then(
        ({ media }) => learnMedia(media) && placeAgain(),
        () => {
          if (kept.current?.compositor === compositor) kept.current = undefined;
        },
      );
      // Until then, the stage draws with the one before.
      void compositor
        .catch(() => undefined)
        .then(async () => (await before)?.close())
        .catch(() => undefined);
      return compositor;
    },
    [access, placeAgain],
  );
};
