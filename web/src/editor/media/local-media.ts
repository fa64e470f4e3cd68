import { revokeLater } from '../../shared/object-urls.js';
import type { SourceMedia } from '../add/new-clips.js';

/** The facts about a file that this browser finds without sending it. */
export interface LocalMedia extends Pick<SourceMedia, 'kind' | 'width' | 'height' | 'durationMs'> {
  /** An object URL of the file. Revoke it when nothing shows it. */
  readonly url: string;
}

const read = async (file: File, url: string): Promise<Omit<LocalMedia, 'url'> | undefined> => {
  if (file.type.startsWith('image/')) {
    const image = new Image();
    image.src = url;
    await image.decode();
    return { kind: 'image', width: image.naturalWidth, height: image.naturalHeight };
  }
  const { ALL_FORMATS, BlobSource, Input } = await import('mediabunny');
  const input = new Input({ source: new BlobSource(file), formats: ALL_FORMATS });
  try {
    const video = await input.getPrimaryVideoTrack();
    const track = video ?? (await input.getPrimaryAudioTrack());
    if ((await track?.canDecode()) !== true) return undefined;
    const durationMs = Math.round(1000 * (await input.computeDuration()));
    return video
      ? {
          kind: 'video',
          width: await video.getDisplayWidth(),
          height: await video.getDisplayHeight(),
          durationMs,
        }
      : { kind: 'audio', durationMs };
  } finally {
    input.dispose();
  }
};

/** Reads a file; undefined if this browser can't show or play it, though the service may. */
export const localMedia = async (file: File): Promise<LocalMedia | undefined> => {
  const url = URL.createObjectURL(file);
  const found = await read(file, url).catch(() => undefined);
  if (found) return { ...found, url };
  revokeLater(url);
  return undefined;
};
