import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AssetServer } from '../../support/asset-server.js';
import type { EditorUnderTest } from '../../support/editor.js';
import { contentInput, madeIn } from '../render/media.js';
import { type Figure, median } from './figures.js';
import { fullHdProject } from './projects.js';

const FRAMES = 40;

/** A time in the project for each frame, all different and in no order. */
const TIMES = Array.from({ length: FRAMES }, (_, index) => ((index * 17) % FRAMES) * 240 + 50);

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
  const source = assets.serve('/video.mp4', await readFile(join(folder, file)));
  const { id, token } = await editor.stored(fullHdProject(source, picture));
  const draw = async (t: number, accept: string, width: string): Promise<void> => {
    const response = await fetch(`${editor.service.baseUrl}/v1/videos/${id}/frame?t=${t}${width}`, {
      headers: { authorization: `Bearer ${token}`, accept },
    });
    if (response.status !== 200) throw new Error(await response.text());
    await response.arrayBuffer();
  };
  const extract = (t: number): Promise<unknown> =>
    promisify(execFile)(
      'ffmpeg',
      ['-v', 'error', '-y', '-ss', String(t / 1000), '-i', file, '-frames:v', '1', 'frame.png'],
      { cwd: folder },
    );
  await draw(9999, 'image/png', '');
  const asShown: number[] = [];
  const inFull: number[] = [];
  const alone: number[] = [];
  for (const t of TIMES) {
    asShown.push(await timed(() => draw(t, 'image/webp', '&width=864')));
    inFull.push(await timed(() => draw(t + 120, 'image/png', '')));
    alone.push(await timed(() => extract(t)));
  }
  const baseline = median(alone);
  const what = 'exact frame of a warm project in 1080p, p50';
  return [
    {
      what: `${what}, as the editor shows it (the video's frame by ffmpeg)`,
      unit: 'ms',
      value: median(asShown),
      baseline,
      aim: 150,
    },
    { what: `${what}, PNG in full size (the same)`, unit: 'ms', value: median(inFull), baseline, aim: 150 },
  ];
};
