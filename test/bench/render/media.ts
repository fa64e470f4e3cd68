import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { lavfi } from '../../support/renders/lavfi.js';

const run = promisify(execFile);

/** Runs ffmpeg in a folder; returns what it prints. */
export const ffmpegIn = async (folder: string, ...options: ReadonlyArray<string>): Promise<string> => {
  const { stderr } = await run('ffmpeg', ['-hide_banner', '-nostats', '-y', ...options], {
    cwd: folder,
    maxBuffer: 2 ** 28,
  });
  return stderr;
};

/** Makes a file in a folder with ffmpeg, unless it is there already. */
export const madeIn = async (
  folder: string,
  name: string,
  ...options: ReadonlyArray<string>
): Promise<string> => {
  if (!existsSync(join(folder, name))) await ffmpegIn(folder, ...options, name);
  return name;
};

/** A moving picture that a script can make: a source filter for a size, rate and length. */
type Content = (size: string, fps: number, seconds: number) => string;

/** A still with the statistics of a photograph: smooth shapes at many scales, and sensor noise. */
const still = (size: string): string =>
  `mandelbrot=s=${size}:start_x=-0.7436:start_y=-0.1318:start_scale=0.006:maxiter=400,gblur=sigma=1.2,noise=c0s=5:c0f=u`;

/** Contents that stress an encoder in different ways. */
const CONTENTS: Readonly<Record<string, Content>> = {
  'photographic pan': (size, fps, seconds) =>
    `${still('hd1080')},trim=end_frame=1,loop=-1:1,fps=${fps},crop=iw*3/4:ih*3/4:x='(iw-ow)*n/${fps * seconds}':y='(ih-oh)*n/${fps * seconds}',scale=${size}`,
  'film grain': (size, fps, seconds) =>
    `${still('hd720')},trim=end_frame=1,loop=-1:1,fps=${fps},crop=iw*3/4:ih*3/4:x='(iw-ow)*n/${fps * seconds}':y=0,scale=${size},noise=alls=9:allf=t+u`,
  'talking head': (size, fps) =>
    `${still(size)},trim=end_frame=1,loop=-1:1,fps=${fps}[bg];color=c=0xd9a58a:s=240x320:r=${fps},format=yuva444p,geq=lum='lum(X,Y)-30*hypot((X-120)/120,(Y-160)/160)+12*lt(hypot((X-120)/40,(Y-235)/(4+10*abs(sin(N/4)))),1)':cb='cb(X,Y)':cr='cr(X,Y)':a='255*lt(hypot((X-120)/115,(Y-160)/155),1)'[head];[bg][head]overlay=x='(W-w)/2+8*sin(n/17)':y='(H-h)/2+5*sin(n/11)',noise=c0s=3:c0f=t`,
  screen: (size, fps, seconds) =>
    `testsrc=s=hd1080:r=1,trim=end_frame=1,loop=-1:1,fps=${fps},drawgrid=w=24:h=14:t=2:c=black@0.9,scroll=v=${(0.3 / (fps * seconds)).toFixed(6)},scale=${size}:flags=lanczos`,
  animation: (size, fps) => `testsrc2=s=${size}:r=${fps}`,
  'random noise': (size, fps) => `color=gray:s=${size}:r=${fps},noise=alls=24:allf=t+u`,
};

/** Options of an input that shows a content. */
export const contentInput = (
  name: string,
  size: string,
  fps: number,
  seconds: number,
): ReadonlyArray<string> => {
  const content = CONTENTS[name];
  if (!content) throw new RangeError(`no content is called ${name}`);
  return [...lavfi(content(size, fps, seconds)), '-t', String(seconds)];
};
