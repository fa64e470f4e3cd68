import type { Media } from '../add/new-clips.js';

/** What this browser finds a file to be, without sending it. */
export interface LocalMedia extends Pick<Media, 'kind' | 'width' | 'height' | 'durationMs'> {
  /** An address of the file for this page. Revoke it. */
  readonly url: string;
}

const loaded = (media: HTMLMediaElement, url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    media.preload = 'metadata';
    media.onloadedmetadata = () => resolve();
    media.onerror = () => reject(new Error('the browser cannot play the file'));
    media.src = url;
  });

/** How long media plays. Recordings of browsers do not say so, but it is known once their end was sought. */
const lengthOf = async (media: HTMLMediaElement) => {
  if (media.duration === Infinity)
    await new Promise((resolve) => {
      media.onseeked = resolve;
      media.currentTime = Number.MAX_SAFE_INTEGER;
    });
  return Number.isFinite(media.duration) ? { durationMs: Math.round(media.duration * 1000) } : {};
};

const read = async (file: File, url: string): Promise<Omit<LocalMedia, 'url'> | undefined> => {
  if (file.type.startsWith('image/')) {
    const image = new Image();
    image.src = url;
    await image.decode();
    return { kind: 'image', width: image.naturalWidth, height: image.naturalHeight };
  }
  if (file.type.startsWith('video/')) {
    const video = document.createElement('video');
    await loaded(video, url);
    return { kind: 'video', width: video.videoWidth, height: video.videoHeight, ...(await lengthOf(video)) };
  }
  if (!file.type.startsWith('audio/')) return undefined;
  const audio = new Audio();
  await loaded(audio, url);
  return { kind: 'audio', ...(await lengthOf(audio)) };
};

/** Reads a file; undefined if this browser can't show or play it, though the service may. */
export const localMedia = async (file: File): Promise<LocalMedia | undefined> => {
  const url = URL.createObjectURL(file);
  const found = await read(file, url).catch(() => undefined);
  if (found) return { ...found, url };
  URL.revokeObjectURL(url);
  return undefined;
};
