import type * as t from 'io-ts';
import { record, withDefault } from '../codec/containers.js';
import { jsonObject } from '../codec/json.js';
import { number, oneOf, string } from '../codec/scalars.js';
import { type Clip } from './clip.js';
import { LIMITS } from './limits.js';
import { Color } from './styles.js';

const canvasSide = number({ ...LIMITS.canvasSide, integer: true });

/** Sides in px. */
export const Canvas = record({ width: withDefault(canvasSide, 1920), height: withDefault(canvasSide, 1080) });
export type Canvas = t.TypeOf<typeof Canvas>;

/** `duration` in ms, `fps` in frames per second. */
export const Metadata = record({
  name: string({ minLength: 1, maxLength: LIMITS.nameLength }),
  backgroundColor: withDefault(Color, '#000000'),
  duration: number({ minimum: 1, maximum: LIMITS.durationMs }),
  fps: withDefault(number({ minimum: 1, maximum: LIMITS.fps }), 30),
  canvas: withDefault(Canvas, {}),
});
export type Metadata = t.TypeOf<typeof Metadata>;

export const Additional = jsonObject(LIMITS.additionalBytes);
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

/** How many caption words all clips hold together. */
export const captionWordCount = (clips: ReadonlyArray<Pick<Clip, 'captionProperties'>>): number =>
  clips.reduce((sum, { captionProperties }) => sum + (captionProperties?.words.length ?? 0), 0);
