/** Videos of every kind whose decoded frames are kept, and a project that shows them. */
import { join } from 'node:path';
import { compositionOf, type Studio } from '../../support/renders/render.js';

const lavfi = (source: string) => ['-f', 'lavfi', '-i', source];
const moving = (size: string) => lavfi(`testsrc2=s=${size}:r=10:d=2`);
const h264 = (format: string) => ['-c:v', 'libx264', '-pix_fmt', format, '-g', '15', '-bf', '2'];
const BT709 = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'];

/** Videos of every kind whose frames are kept. */
const VIDEOS: Readonly<Record<string, ReadonlyArray<string>>> = {
  'plain.mp4': [...moving('64x36'), ...h264('yuv420p')],
  'tagged.mp4': [...moving('64x36'), ...h264('yuv420p'), ...BT709],
  'ten-bit.mp4': [...moving('64x36'), ...h264('yuv420p10le')],
  'full-range.mp4': [...moving('64x36'), ...h264('yuvj420p')],
  'odd.mp4': [...moving('63x35'), ...h264('yuv444p')],
  'odd.webm': [...moving('63x35'), '-c:v', 'libvpx', '-pix_fmt', 'yuv420p'],
  'wide-pixels.mp4': [...moving('64x36'), '-vf', 'setsar=4/3', ...h264('yuv420p')],
  'irregular.mkv': [...moving('64x36'), '-vf', "select='mod(n,3)'", '-vsync', 'vfr', ...h264('yuv420p')],
  'film.mkv': [...lavfi('testsrc2=s=64x36:r=24000/1001:d=2'), ...h264('yuv420p')],
  'irregular.mp4': [...moving('64x36'), '-vf', "select='mod(n,3)'", '-vsync', 'vfr', ...h264('yuv420p')],
  'stream.ts': [...moving('64x36'), '-c:v', 'mpeg2video', '-bf', '2', '-g', '15'],
  'alpha.webm': [...moving('64x36'), '-vf', 'format=yuva420p,colorchannelmixer=aa=0.5', '-c:v', 'libvpx-vp9'],
  'alpha.mov': [
    ...moving('64x36'),
    '-vf',
    'format=yuva444p10le,colorchannelmixer=aa=0.5',
    '-c:v',
    'prores_ks',
  ],
  'rgba.mov': [...moving('64x36'), '-vf', 'format=argb,colorchannelmixer=aa=0.5', '-c:v', 'qtrle'],
  'palette.mov': [...moving('64x36'), '-vf', 'format=pal8', '-c:v', 'png'],
};

export const ALL = [...Object.keys(VIDEOS), 'rotated.mp4'];

/** Makes them in the folder of a studio. */
export const makeVideos = async (studio: Studio, names: ReadonlyArray<string> = ALL): Promise<void> => {
  for (const [name, options] of Object.entries(VIDEOS))
    if (names.includes(name)) await studio.make(name, ...options);
  const rotated = ['-i', join(studio.folder, 'plain.mp4'), '-c', 'copy', '-metadata:s:v', 'rotate=90'];
  await studio.make('rotated.mp4', ...rotated);
};

/** Videos next to each other, each converted in another way, and a text. */
export const project = (text: string, sources: ReadonlyArray<string> = ALL, rotation = 0) =>
  compositionOf({ duration: 2000, fps: 10, canvas: { width: 320, height: 180 } }, [
    ...sources.map((source, index) => ({
      type: 'video',
      source,
      timeFrame: { start: 0, end: 2000 },
      position: { x: (index % 4) * 80 + index, y: Math.floor(index / 4) * 45 },
      size: { width: 60 + index, height: 40 },
      transform: { rotation: rotation + (index % 3) * 45 },
    })),
    {
      type: 'text',
      timeFrame: { start: 0, end: 2000 },
      size: { width: 300, height: 40 },
      textProperties: { content: text, fontSize: 20 },
    },
  ]);
