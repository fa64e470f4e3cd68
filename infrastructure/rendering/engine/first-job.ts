import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { TextProperties } from '../../../domain/composition/fields/text.js';
import type { PictureJob } from '../pictures/picture-job.js';
import type { ExchangeFolder } from '../tasks/exchange-folder.js';
import type { EngineJob } from './engine-job.js';

const WIDTH = 320;
const HEIGHT = 180;

/** Draws a text, with the shaper, the usual font and the renderer of SVG. */
const firstText = (folder: string): ReadonlyArray<PictureJob> => {
  const text = TextProperties.decode({ content: 'Text' });
  if (E.isLeft(text)) return [];
  const { spans: _, ...plain } = text.right;
  const canvas = { width: WIDTH, height: HEIGHT };
  return [
    {
      type: 'picture',
      task: {
        _tag: 'Paint',
        layerSource: {
          _tag: 'Text',
          placement: { box: { x: 0, y: 0, ...canvas }, rotation: 0, opacity: 1 },
          texts: [{ ...plain, fontSize: 40, padding: 0 }],
        },
        canvas,
        folder,
        name: 'first',
      },
      fonts: [],
      cpuMs: 60_000,
    },
  ];
};

/** Draws a text, encodes two pictures and joins them: this loads what most jobs need, before a render waits for it. */
export const firstJob = ({ given, written }: ExchangeFolder): EngineJob => {
  const [picture, piece] = [join(given, 'first.yuv'), join(written, 'first.mp4')];
  writeFileSync(picture, Buffer.alloc(WIDTH * HEIGHT * 1.5), { mode: 0o644 });
  const rate = { num: 30, den: 1 };
  return {
    type: 'inTurn',
    jobs: [
      ...firstText(written),
      {
        type: 'compose',
        inputs: [
          {
            _tag: 'Pages',
            pages: [{ path: picture, frames: 1 }],
            size: { width: WIDTH, height: HEIGHT },
            format: 'yuv420p',
            rate,
          },
        ],
        graph: '[0:v]tpad=stop=-1:stop_mode=clone,trim=end_frame=2,setpts=N[v]',
        outputs: [
          {
            label: '[v]',
            frames: 2,
            encoder: 'libx264',
            encoderOptions: { preset: 'superfast', threads: '2' },
            pixelFormat: 'yuv420p',
            format: 'mp4',
            formatOptions: {},
            path: piece,
          },
        ],
      },
      {
        type: 'join',
        format: 'mp4',
        picture: { pieces: [{ path: piece, hashesKeyFrames: true }], rate },
        sound: { samples: 3200, bitRate: 192_000 },
        output: join(written, 'first-joined.mp4'),
      },
    ],
  };
};
