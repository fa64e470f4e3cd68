import { decodeFrames, decodeSound, type Picture } from '../pictures/decoded-media.js';
import { render } from './render.js';

/** The frames and the sound of a render, which leaves nothing behind. */
export const renderedMedia = async (
  ...parameters: Parameters<typeof render>
): Promise<{ readonly frames: ReadonlyArray<Picture>; readonly sound: Float32Array }> => {
  const file = await render(...parameters);
  const [frames, sound] = [await decodeFrames(file.path), await decodeSound(file.path)];
  await file.dispose();
  return { frames, sound };
};

/** Its frames only. */
export const renderedFrames = async (
  ...parameters: Parameters<typeof render>
): Promise<ReadonlyArray<Picture>> => {
  const file = await render(...parameters);
  const frames = await decodeFrames(file.path);
  await file.dispose();
  return frames;
};
