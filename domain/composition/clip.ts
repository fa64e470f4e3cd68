import * as t from 'io-ts';
import { about, codec } from '../codec/codec.js';
import { record, withDefault } from '../codec/containers.js';
import { jsonObject } from '../codec/json.js';
import { number, oneOf, string } from '../codec/scalars.js';
import { taggedBy } from '../codec/tagged.js';
import { webUrl } from '../codec/web-url.js';
import { LIMITS } from './limits.js';
import { CaptionProperties, TextProperties } from './styles.js';

export const ClipType = about(
  'What the clip shows or plays.',
  oneOf('video', 'image', 'text', 'audio', 'caption'),
);
export type ClipType = t.TypeOf<typeof ClipType>;

/** When a clip plays, in ms on the timeline; `offset` is where in the source it starts. */
export const TimeFrame = about(
  'When the clip plays.',
  record(
    {
      start: withDefault(about('Ms at which the clip starts playing.', number({ minimum: 0 })), 0),
      end: about('Ms at which the clip stops; greater than `start`.', number({ minimum: 0 })),
    },
    { offset: about('Ms into the source media where playback starts.', number({ minimum: 0 })) },
    [
      {
        field: 'end',
        among: ['start'],
        problem: ({ start, end }, path) => (end > start ? undefined : `must be greater than ${path}.start`),
      },
    ],
  ),
  { title: 'TimeFrame' },
);

const coordinate = (description: string) => withDefault(about(description, number()), 0);
const scale = withDefault(number({ exclusiveMinimum: 0, maximum: LIMITS.scale }), 1);
const side = withDefault(number({ exclusiveMinimum: 0, maximum: LIMITS.boxSide }), 100);

const Position = about(
  'The top-left corner of the unrotated box.',
  record({
    x: coordinate('Pixels from the left edge of the canvas.'),
    y: coordinate('Pixels from the top edge of the canvas.'),
    z: coordinate('Layering index: higher is on top; ties keep the order of the list.'),
  }),
  { title: 'Position' },
);
const Scale = about(
  'Factors on the size; 1 is original size. Media is stretched; text keeps its size and is wrapped to the larger box.',
  record({ x: about('Horizontal factor.', scale), y: about('Vertical factor.', scale) }),
  { title: 'Scale' },
);
const Transform = about(
  'How the box is scaled and turned.',
  record(
    { scale: withDefault(Scale, {}) },
    { rotation: about("Degrees, positive is clockwise, round the box's centre.", number()) },
  ),
  { title: 'Transform' },
);
const Size = about(
  'The box in pixels, before scaling; media is stretched to it.',
  record({ width: about('Pixels.', side), height: about('Pixels.', side) }),
  { title: 'Size' },
);
const Effects = about(
  'Effects on the whole clip.',
  record({
    opacity: withDefault(about('0 is invisible, 1 is opaque.', number({ minimum: 0, maximum: 1 })), 1),
  }),
  { title: 'Effects' },
);

/** Whether clips of this type draw on or sound from media behind a URL. */
export const hasSource = (type: ClipType): boolean =>
  type === 'video' || type === 'image' || type === 'audio';

const mediaUrl = webUrl(LIMITS.urlLength);

const Source = about(
  'Publicly reachable http: or https: URL of the media, without credentials.',
  codec<string>(
    'source',
    mediaUrl.jsonSchema,
    (u, context) => (u === '' ? t.failure(u, context, 'is required') : mediaUrl.validate(u, context)),
    (source) => source,
  ),
);

const shared = {
  volume: withDefault(about('0 is muted, 1 is full volume.', number({ minimum: 0, maximum: 1 })), 1),
  timeFrame: TimeFrame,
  position: withDefault(Position, {}),
  transform: withDefault(Transform, {}),
  size: withDefault(Size, {}),
};
const sharedOptional = {
  id: about(
    'Unique within the video. Left out, the service gives one; sent with a PATCH, the stored clip keeps it.',
    string({ minLength: 1, maxLength: 255 }),
  ),
  name: about('Display name.', string({ maxLength: LIMITS.nameLength })),
  effects: Effects,
};
const noSource = { source: about('Not used.', string({ maxLength: LIMITS.urlLength })) };
const ignored = about('Not used on this type of clip: kept as sent, not drawn.', jsonObject(1024 * 1024));

/** What is checked where the type of a clip is missing or unknown. */
const Untagged = record(
  { type: ClipType, ...shared },
  { ...sharedOptional, ...noSource, textProperties: ignored, captionProperties: ignored },
);

const MediaClip = about(
  'A clip of media behind a URL: shown (image), shown and heard (video) or heard (audio).',
  record(
    {
      type: about('What the clip shows or plays.', oneOf('video', 'image', 'audio')),
      source: Source,
      ...shared,
    },
    { ...sharedOptional, textProperties: ignored, captionProperties: ignored },
  ),
  { title: 'MediaClip' },
);

const TextClip = about(
  'Text, wrapped to the box and drawn from its top.',
  record(
    { type: about('A text clip.', oneOf('text')), textProperties: TextProperties, ...shared },
    { ...sharedOptional, ...noSource, captionProperties: ignored },
  ),
  { title: 'TextClip' },
);

const CaptionClip = about(
  'Spoken words, shown in groups as they are spoken.',
  record(
    { type: about('A caption clip.', oneOf('caption')), captionProperties: CaptionProperties, ...shared },
    { ...sharedOptional, ...noSource, textProperties: ignored },
  ),
  { title: 'CaptionClip' },
);

/** A clip as a client sends it, defaults filled in; lengths in px, rotation in degrees clockwise. */
export const ClipInput = about(
  'One thing on the timeline.',
  taggedBy(
    'type',
    { video: MediaClip, image: MediaClip, audio: MediaClip, text: TextClip, caption: CaptionClip },
    Untagged,
  ),
  { title: 'Clip' },
);
export type ClipInput = t.TypeOf<typeof ClipInput>;

/** A clip of a stored video: it has an id that is unique in the video. */
export type Clip = ClipInput & { readonly id: string };

/** A stored clip of one type. */
export type ClipOf<T extends ClipType> = Extract<Clip, { readonly type: T }>;
