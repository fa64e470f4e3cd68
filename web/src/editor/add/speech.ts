import type { Client } from '../../../../clients/typescript/core/client.js';
import { sleeping } from '../../../../clients/typescript/core/retrying-fetch.js';
import { isFinished } from '../../../../clients/typescript/core/renders.js';
import type { Render } from '../../../../clients/typescript/core/types.js';
import { showsSpeech, wordsOf } from '../caption-words.js';
import type { Document } from '../document.js';
import { t } from '../../words/words.js';

type CaptionClip = Extract<Document['clips'][number], { readonly type: 'caption' }>;

/** The interval at which a render is polled for its words, in ms. */
const ASK_EVERY = 1000;

const captionsWithWords = (clips: Document['clips']): ReadonlyArray<CaptionClip> =>
  clips.filter(
    (clip): clip is CaptionClip => clip.type === 'caption' && (showsSpeech(clip) || wordsOf(clip).length > 0),
  );

/** Whether transcription would change a document: it has a caption clip without words, or no caption clip at all. */
export const wantsWords = ({ clips }: Document): boolean => {
  const captions = clips.filter(({ type }) => type === 'caption');
  return captions.length === 0 || captionsWithWords(captions).length < captions.length;
};

/** The caption clips whose words the render has transcribed. */
const heardIn = ({ videoData }: Render, { clips }: Document): ReadonlyArray<CaptionClip> => {
  const known = new Set(captionsWithWords(clips).map(({ id }) => id));
  return captionsWithWords(videoData.clips).filter(({ id }) => !known.has(id));
};

/**
 * Transcribes the words of a stored video by a render, which it cancels as soon as the words are recorded.
 * @returns the caption clips with words; none if nothing is spoken
 */
export const transcribed = async (
  client: Client,
  videoId: string,
  document: Document,
  signal: AbortSignal,
): Promise<ReadonlyArray<CaptionClip>> => {
  let render = await client.renders.create(videoId, { autoGenerateCaptionWords: true, quality: 'draft' });
  while (!isFinished(render) && heardIn(render, document).length === 0 && !signal.aborted) {
    await sleeping(ASK_EVERY, signal).catch(() => undefined); // rejects when the signal aborts
    render = await client.renders.get(render._id);
  }
  if (!isFinished(render)) await client.renders.cancel(render._id).catch(() => undefined);
  if (render.status === 'failed') throw new Error(render.error ?? t('The transcription failed.'));
  return heardIn(render, document);
};

/** The document with the words of these clips in its clips of the same ids, and with the clips that it lacks. */
export const withHeard = (document: Document, heard: ReadonlyArray<CaptionClip>): Document => {
  const words = new Map(heard.map((clip) => [clip.id, wordsOf(clip)]));
  const own = new Set(document.clips.map(({ id }) => id));
  const filled = document.clips.map((clip) =>
    clip.type === 'caption' && words.has(clip.id)
      ? { ...clip, captionProperties: { ...clip.captionProperties, words: words.get(clip.id) ?? [] } }
      : clip,
  );
  return { ...document, clips: [...filled, ...heard.filter(({ id }) => !own.has(id))] };
};
