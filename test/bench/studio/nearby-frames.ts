import { setTimeout as pause } from 'node:timers/promises';
import type { AssetServer } from '../../support/servers/asset-server.js';
import type { EditorUnderTest } from '../../support/web/editor.js';
import { median, percentile } from '../median.js';
import type { Figure } from './figures.js';
import { frameReader } from './frame-reader.js';
import { fullHdProject } from './projects.js';

const FPS = 30;
const timeOf = (frame: number): number => Math.ceil((frame * 1000) / FPS);

/** Where someone pauses, as frames: a key frame is at every 60th. */
const PAUSED_AT = [45, 115, 205, 272];
/** How often they then step to the next frame. */
const STEPS = 8;

/** The 20 frames of two seconds that someone scrubs through, in an order without system. */
const SCRUBBED = Array.from({ length: 20 }, (_, index) => 190 + ((index * 37 + 11) % 60));

/** What the editor waits for before it requests a frame, ms. */
const SETTLED = 150;

/** A box that contains nothing: with it, a file has another hash, and frames that were decoded of it are not used. */
const FREE_BOX = Buffer.from([0, 0, 0, 8, ...Buffer.from('free')]);

/**
 * Exact frames near others, as the editor requests them: a pause between the frames, as long as that of the editor.
 * @param video an MP4 of 10 s with a key frame every two seconds
 * @param alone the baseline: how long ffmpeg takes for a frame of the video, ms
 */
export const nearbyFrameTime = async (
  editor: EditorUnderTest,
  assets: AssetServer,
  video: Buffer,
  picture: string,
  alone: number,
): Promise<ReadonlyArray<Figure>> => {
  const reader = async (name: string, boxes: number) => {
    const bytes = Buffer.concat([video, ...Array.from({ length: boxes }, () => FREE_BOX)]);
    const { id, token } = await editor.stored(fullHdProject(assets.serve(`/${name}.mp4`, bytes), picture));
    const read = frameReader(editor, token);
    /** How long the frame takes, ms. */
    return async (frame: number): Promise<number> => {
      const started = performance.now();
      await read(`/v1/videos/${id}/frame?t=${timeOf(frame)}&width=864`, 'image/jpeg');
      return performance.now() - started;
    };
  };
  const step = await reader('stepped', 1);
  await step(1);
  const stepped: number[] = [];
  for (const from of PAUSED_AT) {
    await step(from);
    for (let index = 1; index <= STEPS; index += 1) {
      await pause(SETTLED);
      stepped.push(await step(from + index));
    }
  }
  const scrub = await reader('scrubbed', 2);
  await scrub(1);
  const scrubbed: number[] = [];
  for (const frame of SCRUBBED) {
    await pause(SETTLED);
    scrubbed.push(await scrub(frame));
  }
  return [['the next frame', stepped] as const, ['scrubbing within 2 s', scrubbed] as const].flatMap(
    ([how, taken]) => {
      const what = `exact frame of a warm project in 1080p, ${how}`;
      const baseline = alone;
      return [
        {
          what: `${what}, p50 (the video's frame by ffmpeg)`,
          unit: 'ms',
          value: median(taken),
          baseline,
          aim: 150,
        },
        { what: `${what}, p95 (p50 of the same)`, unit: 'ms', value: percentile(taken, 0.95), baseline },
      ];
    },
  );
};
