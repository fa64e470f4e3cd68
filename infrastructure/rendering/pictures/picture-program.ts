import * as E from 'fp-ts/lib/Either.js';
import { TextProperties } from '../../../domain/composition/format/text.js';
import { programFile } from '../../platform/package-root.js';
import { PICTURE_LIMITS } from '../ffmpeg/process-limits.js';
import type { ExchangeFolder } from '../tasks/exchange-folder.js';
import type { TaskProgram } from '../tasks/task-process.js';
import type { PictureOrder } from './picture-task.js';

const script = programFile('rendering/pictures/picture-process');

const CANVAS = { width: 320, height: 180 };

/** Draws a text: this loads what most tasks need, such as the shaper, the usual font and the renderer of SVG. */
const firstOrder = ({ written }: ExchangeFolder): PictureOrder | undefined => {
  const text = TextProperties.decode({ content: 'Text' });
  if (E.isLeft(text)) return undefined;
  const { spans: _, ...plain } = text.right;
  return {
    task: {
      _tag: 'Paint',
      layerSource: {
        _tag: 'Text',
        placement: { box: { x: 0, y: 0, ...CANVAS }, rotation: 0, opacity: 1 },
        texts: [{ ...plain, fontSize: 40, padding: 0 }],
      },
      canvas: CANVAS,
      folder: written,
      name: 'first',
      fonts: [],
    },
    cpuMs: 60_000,
  };
};

/** The program that decodes images and draws texts. */
export const pictureProgram = (): TaskProgram => ({
  script,
  limits: PICTURE_LIMITS,
  firstOrder,
});
