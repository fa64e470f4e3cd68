import type { VideoInput } from '../../../clients/typescript/core/types.js';
import { type AssetAccess, startUpload } from '../editor/media/upload.js';
import { t } from '../words/words.js';

/** The canvases to choose from for a new video. */
export const SHAPES = [
  { name: t('Landscape'), ratio: '16:9', width: 1920, height: 1080 },
  { name: t('Vertical'), ratio: '9:16', width: 1080, height: 1920 },
  { name: t('Square'), ratio: '1:1', width: 1080, height: 1080 },
] as const;

/** The duration of an empty video, and of a picture, in ms. */
const EMPTY = 10_000;
const PICTURE = 5000;

interface Canvas {
  readonly width: number;
  readonly height: number;
}

/** An empty video with a canvas of this size. */
export const blankVideo = ({ width, height }: Canvas): VideoInput => ({
  metadata: {
    name: t('Untitled video'),
    duration: EMPTY,
    canvas: { width, height },
    backgroundColor: '#000000',
  },
  clips: [],
});

/** The canvas with the orientation of the first upload. */
const canvasFor = ({ width = 16, height = 9 }: Partial<Canvas>): Canvas => {
  const isSame = (shape: Canvas): boolean =>
    Math.sign(shape.width - shape.height) === Math.sign(width - height);
  const shape = SHAPES.find(isSame) ?? SHAPES[0];
  return { width: shape.width, height: shape.height };
};

/**
 * Uploads files, and makes a video that shows them one after the other, each filling the canvas.
 * @param onProgress receives the fraction of all bytes that is sent, from 0 to 1
 * @throws Error in words for the user
 */
export const videoOfFiles = async (
  access: AssetAccess,
  files: ReadonlyArray<File>,
  onProgress: (fraction: number) => void,
): Promise<VideoInput> => {
  const sent = files.map(() => 0);
  const total = Math.max(
    1,
    files.reduce((sum, { size }) => sum + size, 0),
  );
  const assets = await Promise.all(
    files.map((file, index) => {
      const { asset } = startUpload(access, file, (bytes) => {
        sent[index] = bytes;
        onProgress(sent.reduce((sum, one) => sum + one, 0) / total);
      });
      return asset;
    }),
  );
  const seen = assets.filter(({ kind }) => kind === 'video' || kind === 'image');
  const canvas = canvasFor(seen[0] ?? {});
  let start = 0;
  const pictures = seen.map(({ _id, kind, name, durationMs = PICTURE }) => {
    const timeFrame = { start, end: start + durationMs };
    start = timeFrame.end;
    return {
      type: kind as 'video' | 'image',
      name,
      source: `asset:${_id}`,
      timeFrame,
      size: canvas,
      fit: 'cover' as const,
    };
  });
  const sounds = assets
    .filter(({ kind }) => kind === 'audio')
    .map(({ _id, name, durationMs = PICTURE }) => ({
      type: 'audio' as const,
      name,
      source: `asset:${_id}`,
      timeFrame: { start: 0, end: start === 0 ? durationMs : Math.min(start, durationMs) },
    }));
  const name = files[0]?.name.replace(/\.[^.]+$/, '') ?? t('Untitled video');
  return {
    metadata: { name, duration: start === 0 ? 'auto' : start, canvas },
    clips: [...pictures, ...sounds] as NonNullable<VideoInput['clips']>,
  };
};
