import type * as t from 'io-ts';
import { array, record, withDefault } from '../codec/containers.js';
import { number, oneOf, string } from '../codec/scalars.js';
import { LIMITS } from './limits.js';
import { CaptionProperties, TextProperties } from './styles.js';

export const ClipType = oneOf('video', 'image', 'text', 'audio', 'caption');
export type ClipType = t.TypeOf<typeof ClipType>;

/** When a clip plays, in ms on the timeline; `offset` is where in the source it starts. */
export const TimeFrame = record(
  { start: withDefault(number({ minimum: 0 }), 0), end: number({ minimum: 0 }) },
  { offset: number({ minimum: 0 }) },
  ({ start, end }, path) => (end > start ? [] : [['end', `must be greater than ${path}.start`]]),
);

const coordinate = withDefault(number(), 0);
const scale = withDefault(number({ exclusiveMinimum: 0, maximum: LIMITS.scale }), 1);
const side = withDefault(number({ exclusiveMinimum: 0, maximum: LIMITS.boxSide }), 100);

const Position = record({ x: coordinate, y: coordinate, z: coordinate });
const Transform = record({ scale: withDefault(record({ x: scale, y: scale }), {}) }, { rotation: number() });
const Size = record({ width: side, height: side });
const Effects = record({ opacity: withDefault(number({ minimum: 0, maximum: 1 }), 1) });

/** Whether clips of this type draw on or sound from media behind a URL. */
export const hasSource = (type: ClipType): boolean =>
  type === 'video' || type === 'image' || type === 'audio';

const sourceProblem = (source: string | undefined): string | undefined => {
  if (source === undefined || source === '') return 'is required';
  const url = URL.canParse(source) ? new URL(source) : undefined;
  return url && /^https?:\/\//i.test(source) && url.username === '' && url.password === ''
    ? undefined
    : 'must be an absolute http: or https: URL without credentials';
};

/** A clip as a client sends it, defaults filled in; lengths in px, rotation in degrees clockwise. */
export const ClipInput = record(
  {
    type: ClipType,
    volume: withDefault(number({ minimum: 0, maximum: 1 }), 1),
    timeFrame: TimeFrame,
    position: withDefault(Position, {}),
    transform: withDefault(Transform, {}),
    size: withDefault(Size, {}),
  },
  {
    id: string({ minLength: 1, maxLength: 255 }),
    name: string({ maxLength: LIMITS.nameLength }),
    source: string({ maxLength: LIMITS.urlLength }),
    textProperties: TextProperties,
    captionProperties: CaptionProperties,
    effects: Effects,
  },
  (clip) => {
    const problem = hasSource(clip.type) ? sourceProblem(clip.source) : undefined;
    return [
      ...(problem ? [['source', problem] as const] : []),
      ...(clip.type === 'text' && !clip.textProperties
        ? [['textProperties', 'is required on a text clip'] as const]
        : []),
      ...(clip.type === 'caption' && !clip.captionProperties
        ? [['captionProperties', 'is required on a caption clip'] as const]
        : []),
    ];
  },
);
export type ClipInput = t.TypeOf<typeof ClipInput>;

export const ClipInputs = array(ClipInput, LIMITS.clips);

/** A clip of a stored video: it has an id that is unique in the video. */
export type Clip = ClipInput & { readonly id: string };
