import type * as t from 'io-ts';
import { about } from '../codec/codec.js';
import { record, withDefault } from '../codec/containers.js';
import { jsonObject } from '../codec/json.js';
import { number, oneOf, string } from '../codec/scalars.js';
import { type Clip } from './clip.js';
import { LIMITS } from './limits.js';
import { Color } from './styles.js';

const canvasSide = number({ ...LIMITS.canvasSide, integer: true });

/** Sides in px. */
export const Canvas = about(
  'The picture.',
  record({
    width: withDefault(about('Pixels.', canvasSide), 1920),
    height: withDefault(about('Pixels.', canvasSide), 1080),
  }),
  { title: 'Canvas' },
);
export type Canvas = t.TypeOf<typeof Canvas>;

/** `duration` in ms, `fps` in frames per second. */
export const Metadata = about(
  'What holds for the whole video.',
  record({
    name: about('Name of the project.', string({ minLength: 1, maxLength: LIMITS.nameLength })),
    backgroundColor: withDefault(Color, '#000000'),
    duration: about('Total duration, ms.', number({ minimum: 1, maximum: LIMITS.durationMs })),
    fps: withDefault(
      about(
        'Frames per second; common values are 24, 30 and 60, fractions such as 29.97 are fine.',
        number({ minimum: 1, maximum: LIMITS.fps }),
      ),
      30,
    ),
    canvas: withDefault(Canvas, {}),
  }),
  { title: 'Metadata' },
);
export type Metadata = t.TypeOf<typeof Metadata>;

export const Additional = about(
  'Custom properties: any JSON object of at most 64 KiB.',
  jsonObject(LIMITS.additionalBytes),
);
export type Additional = t.TypeOf<typeof Additional>;

/** Which render options the editor offers. */
export const RenderOption = oneOf('json', 'client', 'server');
export type RenderOption = t.TypeOf<typeof RenderOption>;

export const FORMAT_VERSION = '1.0.0';

/** The video document: all that a version of a video says. */
export interface Composition {
  /** Version of the video format. */
  readonly version: string;
  readonly metadata: Metadata;
  readonly clips: ReadonlyArray<Clip>;
  readonly renderOptionsInUI: ReadonlyArray<RenderOption>;
  readonly additional?: Additional;
}
