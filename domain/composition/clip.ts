import * as t from 'io-ts';
import { about, codec, type Codec } from '../codec/codec.js';
import { array, record, withDefault } from '../codec/containers.js';
import { jsonObject } from '../codec/json.js';
import { boolean, oneOf, string } from '../codec/scalars.js';
import { taggedBy } from '../codec/tagged.js';
import { CaptionProperties } from './format/caption.js';
import { Effects } from './format/effects.js';
import { KeyframesList } from './format/keyframes.js';
import { Motion } from './format/motion.js';
import { Crop, Fit, FitAlign, Position, Size, Transform } from './format/place.js';
import { ProgressProperties, ShapeProperties } from './format/shape.js';
import { AudioProperties, Duck, Volume } from './format/sound.js';
import { Source } from './format/source.js';
import { TextProperties } from './format/text.js';
import { TimeFrame } from './format/time-frame.js';
import { Transitions } from './format/transition.js';
import { WaveformProperties } from './format/waveform.js';
import { LIMITS } from './limits.js';

export const ClipType = about(
  'What the clip shows or plays.',
  oneOf('video', 'image', 'text', 'audio', 'caption', 'shape', 'progress', 'waveform', 'group'),
);
export type ClipType = t.TypeOf<typeof ClipType>;

const shared = {
  volume: Volume,
  timeFrame: TimeFrame,
  position: withDefault(Position, {}),
  transform: withDefault(Transform, {}),
  size: withDefault(Size, {}),
};
const sharedOptional = {
  id: about(
    'Unique within the video. If omitted, the service assigns one; if sent with a PATCH, the stored clip keeps it.',
    string({ minLength: 1, maxLength: 255 }),
  ),
  name: about('Display name.', string({ maxLength: LIMITS.nameLength })),
  effects: Effects,
  transition: Transitions,
  motion: Motion,
  keyframes: KeyframesList,
};
const noSource = { source: about('Not used.', string({ maxLength: LIMITS.urlLength })) };
const ignored = about(
  'Not used on this type of clip: stored as sent, but not drawn.',
  jsonObject(1024 * 1024),
);
const ignoredText = { textProperties: ignored };
const ignoredCaption = { captionProperties: ignored };
const fitting = {
  fit: about('How the media fills its box. Default: `stretch`.', Fit),
  fitAlign: FitAlign,
  crop: Crop,
};
const sounding = { audio: AudioProperties, duck: Duck };

/** Validates a clip whose type is missing or unknown. */
const Untagged = record(
  { type: ClipType, ...shared },
  {
    ...sharedOptional,
    ...noSource,
    ...ignoredText,
    ...ignoredCaption,
    ...fitting,
    ...sounding,
    svg: string(),
    clip: boolean,
    clips: about(
      'Clips.',
      codec<unknown>(
        'any',
        {},
        (u) => t.success(u),
        (a) => a,
      ),
    ),
    shapeProperties: ignored,
    progressProperties: ignored,
    waveformProperties: ignored,
  },
);

const SVG_BYTES = 256 * 1024;

const MediaClip = about(
  'A clip with media from a URL: video or audio.',
  record(
    { type: about('What the clip shows or plays.', oneOf('video', 'audio')), source: Source, ...shared },
    { ...sharedOptional, ...fitting, ...sounding, ...ignoredText, ...ignoredCaption },
  ),
  { title: 'MediaClip' },
);

const ImageClip = about(
  'A picture, still or animated.',
  record(
    { type: about('An image clip.', oneOf('image')), ...shared },
    {
      ...sharedOptional,
      ...fitting,
      ...ignoredText,
      ...ignoredCaption,
      source: about('Publicly reachable http: or https: URL of the picture, without credentials.', Source),
      svg: about(
        'An SVG document, instead of `source`. It must not refer to external resources.',
        string({ minLength: 1, maxLength: SVG_BYTES }),
      ),
    },
    [
      {
        field: 'source',
        among: ['svg'],
        problem: ({ source, svg }, path) => {
          if (source === undefined) return svg === undefined ? 'is required' : undefined;
          return svg === undefined ? undefined : `must not be combined with ${path}.svg`;
        },
      },
    ],
  ),
  { title: 'ImageClip' },
);

const TextClip = about(
  'Text, wrapped to fit the box.',
  record(
    { type: about('A text clip.', oneOf('text')), textProperties: TextProperties, ...shared },
    { ...sharedOptional, ...noSource, ...ignoredCaption },
  ),
  { title: 'TextClip' },
);

const CaptionClip = about(
  'Spoken words, shown in groups while they are spoken.',
  record(
    { type: about('A caption clip.', oneOf('caption')), captionProperties: CaptionProperties, ...shared },
    { ...sharedOptional, ...noSource, ...ignoredText },
  ),
  { title: 'CaptionClip' },
);

const ShapeClip = about(
  'A shape.',
  record(
    { type: about('A shape clip.', oneOf('shape')), shapeProperties: ShapeProperties, ...shared },
    sharedOptional,
  ),
  { title: 'ShapeClip' },
);

const ProgressClip = about(
  'A bar that shows the progress of the video.',
  record(
    { type: about('A progress clip.', oneOf('progress')), progressProperties: ProgressProperties, ...shared },
    sharedOptional,
  ),
  { title: 'ProgressClip' },
);

const WaveformClip = about(
  'A sound as a picture.',
  record(
    { type: about('A waveform clip.', oneOf('waveform')), waveformProperties: WaveformProperties, ...shared },
    sharedOptional,
  ),
  { title: 'WaveformClip' },
);

/** Defers the lookup of the clip codec, because a group may hold groups. */
const GroupedClips: Codec<unknown> = codec<unknown>(
  'clips',
  { type: 'array', items: { $ref: '#/components/schemas/Clip' }, maxItems: LIMITS.clips },
  (u, context) => array(ClipInput, LIMITS.clips).validate(u, context),
  (clips) => clips,
);

const GroupClip = about(
  'Clips that are drawn as one layer; its size is their canvas.',
  record(
    {
      type: about('A group of clips.', oneOf('group')),
      clips: about(
        'Clips with times relative to the start of the group and positions relative to its box.',
        GroupedClips,
      ),
      ...shared,
    },
    {
      ...sharedOptional,
      clip: about('Whether content outside the box is clipped. Default: `false`.', boolean),
    },
  ),
  { title: 'GroupClip' },
);

type Ungrouped =
  | t.TypeOf<typeof MediaClip>
  | t.TypeOf<typeof ImageClip>
  | t.TypeOf<typeof TextClip>
  | t.TypeOf<typeof CaptionClip>
  | t.TypeOf<typeof ShapeClip>
  | t.TypeOf<typeof ProgressClip>
  | t.TypeOf<typeof WaveformClip>;
type Group = Omit<t.TypeOf<typeof GroupClip>, 'clips'>;

/** A clip as a client sends it, with defaults filled in. */
export type ClipInput = Ungrouped | (Group & { readonly clips: ReadonlyArray<ClipInput> });
export const ClipInput: Codec<ClipInput> = about(
  'One element of the timeline.',
  taggedBy(
    'type',
    {
      video: MediaClip,
      image: ImageClip,
      audio: MediaClip,
      text: TextClip,
      caption: CaptionClip,
      shape: ShapeClip,
      progress: ProgressClip,
      waveform: WaveformClip,
      group: GroupClip,
    },
    Untagged,
  ) as Codec<ClipInput>,
  { title: 'Clip' },
);

type Identified = { readonly id: string };

/** A clip of a stored video. The clip and the clips in its group have ids that are unique in the video. */
export type Clip = (Ungrouped & Identified) | (Group & Identified & { readonly clips: ReadonlyArray<Clip> });

/** A stored clip of one type. */
export type ClipOf<T extends ClipType> = Extract<Clip, { readonly type: T }>;
