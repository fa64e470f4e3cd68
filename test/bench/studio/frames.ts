import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AssetServer } from '../../support/servers/asset-server.js';
import type { EditorUnderTest } from '../../support/web/editor.js';
import { contentInput, madeIn } from '../render/media.js';
import type { CpuClock } from '../cpu-time.js';
import { median } from '../median.js';
import type { Figure } from './figures.js';
import { frameReader } from './frame-reader.js';
import { nearbyFrameTime } from './nearby-frames.js';
import { fullHdProject } from './projects.js';

const FRAMES = 40;

/** A time in the project for each frame, all different and in no order. */
const TIMES = Array.from({ length: FRAMES }, (_, index) => ((index * 17) % FRAMES) * 240 + 50);

/** The time at which texts are changed, ms: 58 frames after a key frame. */
const EDITED_AT = 3950;

/** What something took: until it was there, and of all processes together, ms. */
interface Taken {
  readonly wall: number;
  /** NaN if it can't be measured here. */
  readonly cpu: number;
}

const timed = async (clock: CpuClock | undefined, work: () => Promise<unknown>): Promise<Taken> => {
  const cpu = (): number => 1000 * (clock?.seconds() ?? Number.NaN);
  const [started, used] = [performance.now(), cpu()];
  await work();
  return { wall: performance.now() - started, cpu: cpu() - used };
};

/**
 * Exact frames of a project in 1080p whose sources the worker knows, each drawn for the first time. The baseline is a
 * process of ffmpeg that writes the frame of the video alone as PNG.
 */
export const frameTime = async (
  editor: EditorUnderTest,
  assets: AssetServer,
  folder: string,
  picture: string,
  clock: CpuClock | undefined,
): Promise<ReadonlyArray<Figure>> => {
  const input = contentInput('photographic pan', '1920x1080', 30, 10);
  const file = await madeIn(
    folder,
    'video.mp4',
    ...input,
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
    '-g',
    '60',
  );
  const video = await readFile(join(folder, file));
  const source = assets.serve('/video.mp4', video);
  const project = fullHdProject(source, picture);
  const { id, token } = await editor.stored(project);
  const read = frameReader(editor, token);
  const draw = (t: number, accept: string, width: string): Promise<void> =>
    read(`/v1/videos/${id}/frame?t=${t}${width}`, accept);
  /** The frame at one time, with another text each time: what the editor asks for while someone types. */
  const drawChanged = (change: number): Promise<void> => {
    const clips = project.clips.map((clip) =>
      'textProperties' in clip && clip.textProperties
        ? { ...clip, textProperties: { ...clip.textProperties, content: `Change ${change}` } }
        : clip,
    );
    return read(`/v1/frames?t=${EDITED_AT}&width=864`, 'image/webp', { ...project, clips });
  };
  const extract = (t: number): Promise<unknown> =>
    promisify(execFile)(
      'ffmpeg',
      ['-v', 'error', '-y', '-ss', String(t / 1000), '-i', file, '-frames:v', '1', 'frame.png'],
      { cwd: folder },
    );
  await draw(9999, 'image/png', '');
  await drawChanged(-1);
  const changed: Taken[] = [];
  const asShown: Taken[] = [];
  const inFull: Taken[] = [];
  const alone: Taken[] = [];
  for (const [index, t] of TIMES.entries()) {
    changed.push(await timed(clock, () => drawChanged(index)));
    asShown.push(await timed(clock, () => draw(t, 'image/webp', '&width=864')));
    inFull.push(await timed(clock, () => draw(t + 120, 'image/png', '')));
    alone.push(await timed(clock, () => extract(t)));
  }
  const kinds = [
    ["as the editor shows it after a text was changed (the video's frame by ffmpeg)", changed],
    ["as the editor shows it at another time (the video's frame by ffmpeg)", asShown],
    ['PNG in full size (the same)', inFull],
  ] as const;
  const p50 = (taken: ReadonlyArray<Taken>, of: keyof Taken): number => median(taken.map((one) => one[of]));
  const figures = kinds.flatMap(([how, taken]) => {
    const what = `exact frame of a warm project in 1080p, p50, ${how}`;
    return [
      { what, unit: 'ms', value: p50(taken, 'wall'), baseline: p50(alone, 'wall'), aim: 150 },
      {
        what: 'CPU time of that, all processes (the same)',
        unit: 'ms',
        value: p50(taken, 'cpu'),
        baseline: p50(alone, 'cpu'),
      },
    ];
  });
  return [...figures, ...(await nearbyFrameTime(editor, assets, video, picture, p50(alone, 'wall')))];
};
