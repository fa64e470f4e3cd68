import type * as t from 'io-ts';
import { alternatives } from '../codec/alternatives.js';
import { about } from '../codec/codec.js';
import { record, withDefault } from '../codec/containers.js';
import { jsonObject } from '../codec/json.js';
import { number, oneOf, string } from '../codec/scalars.js';
import type { Variables } from '../template/variables.js';
import { type Clip } from './clips/clip.js';
import { LIMITS } from './limits.js';
import { CustomFonts, MissingFonts } from './fields/fonts.js';
import { Markers } from './fields/markers.js';
import { Outputs } from './fields/output.js';
import { PaintOrTransparent } from './fields/paint.js';
import { Loudness, Soundtrack } from './fields/sound.js';

const canvasSide = alternatives('a whole number or auto', {
  number: number({ ...LIMITS.canvasSide, integer: true }),
  string: oneOf('auto'),
});

const CanvasFields = about(
  'The picture. `auto` takes the side from the first video clip, or from the first image clip if there is no video.',
  record({
    width: withDefault(about('Pixels.', canvasSide), 1920),
    height: withDefault(about('Pixels.', canvasSide), 1080),
  }),
  { title: 'Canvas' },
);
/** The width and height of a picture in px. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
}

/** `duration` in ms, `fps` in frames per second. */
export const Metadata = about(
  'Settings of the whole video.',
  record(
    {
      name: about('Name of the project.', string({ minLength: 1, maxLength: LIMITS.nameLength })),
      backgroundColor: withDefault(PaintOrTransparent, '#000000'),
      duration: about(
        'Total duration, ms. `auto`: until the last clip ends.',
        alternatives('a number or auto', {
          number: number({ minimum: 1, maximum: LIMITS.durationMs }),
          string: oneOf('auto'),
        }),
      ),
      fps: withDefault(
        about(
          'Frames per second. Common values are 24, 30 and 60; fractions such as 29.97 are allowed.',
          number({ minimum: 1, maximum: LIMITS.fps }),
        ),
        30,
      ),
      canvas: withDefault(CanvasFields, {}),
    },
    {
      fonts: CustomFonts,
      missingFonts: MissingFonts,
      loudness: Loudness,
      soundtrack: Soundtrack,
      output: Outputs,
      markers: Markers,
    },
  ),
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

/** The video document: the full content of a version of a video. */
export interface Composition {
  /** Version of the video format. */
  readonly version: string;
  readonly metadata: Metadata;
  readonly clips: ReadonlyArray<Clip>;
  readonly renderOptionsInUI: ReadonlyArray<RenderOption>;
  readonly additional?: Additional;
  /** Of a template: the variables of its placeholders. */
  readonly variables?: Variables;
}
