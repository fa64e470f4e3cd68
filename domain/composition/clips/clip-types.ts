import type * as t from 'io-ts';
import { about, codec } from '../../codec/codec.js';
import { exactlyOneOf, record } from '../../codec/containers.js';
import { AnyJson, isRecord } from '../../codec/json.js';
import { boolean, oneOf, string } from '../../codec/scalars.js';
import {
  fitFields,
  unused,
  unusedCaption,
  unusedText,
  unusedSource,
  sharedFields,
  optionalSharedFields,
  soundFields,
} from './clip-fields.js';
import { CaptionProperties } from '../fields/caption.js';
import { ProgressProperties, ShapeProperties } from '../fields/shape.js';
import { InlineSvg, Source } from '../fields/source.js';
import { Speech } from '../fields/speech.js';
import { TextProperties } from '../fields/text.js';
import { WaveformProperties } from '../fields/waveform.js';

export const ClipType = about(
  'What the clip shows or plays.',
  oneOf('video', 'image', 'text', 'audio', 'caption', 'shape', 'progress', 'waveform', 'group'),
);
export type ClipType = t.TypeOf<typeof ClipType>;

/** Validates a clip whose type is missing or unknown. */
export const Untagged = record(
  { type: ClipType, ...sharedFields },
  {
    ...optionalSharedFields,
    ...unusedSource,
    ...unusedText,
    ...unusedCaption,
    ...fitFields,
    ...soundFields,
    svg: string(),
    speech: unused,
    clip: boolean,
    clips: about('Clips.', AnyJson),
    shapeProperties: unused,
    progressProperties: unused,
    waveformProperties: unused,
  },
);

export const VideoClip = about(
  'A video with its sound.',
  record(
    { type: about('A video clip.', oneOf('video')), source: Source, ...sharedFields },
    { ...optionalSharedFields, ...fitFields, ...soundFields, ...unusedText, ...unusedCaption },
  ),
  { title: 'VideoClip' },
);

const audioFields = record(
  { type: about('An audio clip.', oneOf('audio')), ...sharedFields },
  {
    ...optionalSharedFields,
    ...fitFields,
    ...soundFields,
    ...unusedText,
    ...unusedCaption,
    source: Source,
    speech: Speech,
  },
  [exactlyOneOf('source', 'speech')],
);

/** A clip with `speech` lasts as long as its sound, unless its time frame has an end or a duration. */
const withSpeechEnd = (u: unknown): unknown => {
  if (!isRecord(u) || u['speech'] === undefined || !isRecord(u['timeFrame'])) return u;
  const { end, duration } = u['timeFrame'];
  return end === undefined && duration === undefined
    ? { ...u, timeFrame: { ...u['timeFrame'], end: 'source' } }
    : u;
};

export const AudioClip = about(
  'Sound: from a URL, or spoken. With `speech`, `timeFrame.end` is `source` by default.',
  Object.assign(
    codec(
      audioFields.name,
      audioFields.jsonSchema,
      (u, context) => audioFields.validate(withSpeechEnd(u), context),
      audioFields.encode,
    ),
    { fields: audioFields.fields },
  ),
  { title: 'AudioClip' },
);

export const ImageClip = about(
  'An image, still or animated.',
  record(
    { type: about('An image clip.', oneOf('image')), ...sharedFields },
    {
      ...optionalSharedFields,
      ...fitFields,
      ...unusedText,
      ...unusedCaption,
      source: about('Publicly reachable http: or https: URL of the picture, without credentials.', Source),
      svg: InlineSvg,
    },
    [exactlyOneOf('source', 'svg')],
  ),
  { title: 'ImageClip' },
);

export const TextClip = about(
  'Text, wrapped to fit the box.',
  record(
    { type: about('A text clip.', oneOf('text')), textProperties: TextProperties, ...sharedFields },
    { ...optionalSharedFields, ...unusedSource, ...unusedCaption },
  ),
  { title: 'TextClip' },
);

export const CaptionClip = about(
  'Spoken words, shown in groups while they are spoken.',
  record(
    {
      type: about('A caption clip.', oneOf('caption')),
      captionProperties: CaptionProperties,
      ...sharedFields,
    },
    { ...optionalSharedFields, ...unusedSource, ...unusedText },
  ),
  { title: 'CaptionClip' },
);

export const ShapeClip = about(
  'A shape.',
  record(
    { type: about('A shape clip.', oneOf('shape')), shapeProperties: ShapeProperties, ...sharedFields },
    optionalSharedFields,
  ),
  { title: 'ShapeClip' },
);

export const ProgressClip = about(
  'A bar that shows the progress of the video.',
  record(
    {
      type: about('A progress clip.', oneOf('progress')),
      progressProperties: ProgressProperties,
      ...sharedFields,
    },
    optionalSharedFields,
  ),
  { title: 'ProgressClip' },
);

export const WaveformClip = about(
  'A visualisation of audio.',
  record(
    {
      type: about('A waveform clip.', oneOf('waveform')),
      waveformProperties: WaveformProperties,
      ...sharedFields,
    },
    optionalSharedFields,
  ),
  { title: 'WaveformClip' },
);

/** A clip of any type except a group. */
export type NonGroupClip =
  | t.TypeOf<typeof VideoClip>
  | t.TypeOf<typeof AudioClip>
  | t.TypeOf<typeof ImageClip>
  | t.TypeOf<typeof TextClip>
  | t.TypeOf<typeof CaptionClip>
  | t.TypeOf<typeof ShapeClip>
  | t.TypeOf<typeof ProgressClip>
  | t.TypeOf<typeof WaveformClip>;
