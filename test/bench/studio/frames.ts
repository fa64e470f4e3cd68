import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AssetServer } from '../../support/servers/asset-server.js';
import type { EditorUnderTest } from '../../support/web/editor.js';
import { contentInput, madeIn } from '../render/media.js';
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

/** How long the work takes, ms. */
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
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
    return read(`/v1/frames?t=${EDITED_AT}&width=864`, 'image/jpeg', { ...project, clips });
  };
  const extract = (t: number): Promise<unknown> =>
    promisify(execFile)(
      'ffmpeg',
      ['-v', 'error', '-y', '-ss', String(t / 1000), '-i', file, '-frames:v', '1', 'frame.png'],
      { cwd: folder },
    );
  await draw(9999, 'image/png', '');
  await drawChanged(-1);
  const changed: number[] = [];
  const asShown: number[] = [];
  const alone: number[] = [];
  for (const [index, t] of TIMES.entries()) {
    changed.push(await timed(() => drawChanged(index)));
    asShown.push(await timed(() => draw(t, 'image/jpeg', '&width=864')));
    alone.push(await timed(() => extract(t)));
  }
  const baseline = median(alone);
  const figures = [
    { how: 'after a text was changed', taken: changed, aim: 80 },
    { how: 'at another time', taken: asShown, aim: 150 },
  ].map(({ how, taken, aim }) => ({
    what: `exact frame of a warm project in 1080p ${how}, p50 (the video's frame by ffmpeg)`,
    unit: 'ms',
    value: median(taken),
    baseline,
    aim,
  }));
  return [...figures, ...(await nearbyFrameTime(editor, assets, video, picture, baseline))];
};
