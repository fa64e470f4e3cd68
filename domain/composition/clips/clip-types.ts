import * as t from 'io-ts';
import { about, codec } from '../../codec/codec.js';
import { record } from '../../codec/containers.js';
import { isRecord } from '../../codec/json.js';
import { boolean, oneOf, string } from '../../codec/scalars.js';
import {
  fitting,
  ignored,
  ignoredCaption,
  ignoredText,
  noSource,
  shared,
  sharedOptional,
  sounding,
} from './clip-fields.js';
import { CaptionProperties } from '../format/caption.js';
import { ProgressProperties, ShapeProperties } from '../format/shape.js';
import { InlineSvg, Source } from '../format/source.js';
import { Speech } from '../format/speech.js';
import { TextProperties } from '../format/text.js';
import { WaveformProperties } from '../format/waveform.js';

export const ClipType = about(
  'What the clip shows or plays.',
  oneOf('video', 'image', 'text', 'audio', 'caption', 'shape', 'progress', 'waveform', 'group'),
);
export type ClipType = t.TypeOf<typeof ClipType>;

/** Exactly one of `source` and `other` is set. */
const sourceOr = <O extends string>(other: O) => ({
  field: 'source' as const,
  among: [other],
  problem: (clip: { readonly source?: string } & { readonly [K in O]?: unknown }, path: string) => {
    if (clip.source === undefined) return clip[other] === undefined ? 'is required' : undefined;
    return clip[other] === undefined ? undefined : `must not be combined with ${path}.${other}`;
  },
});

/** Validates a clip whose type is missing or unknown. */
export const Untagged = record(
  { type: ClipType, ...shared },
  {
    ...sharedOptional,
    ...noSource,
    ...ignoredText,
    ...ignoredCaption,
    ...fitting,
    ...sounding,
    svg: string(),
    speech: ignored,
    clip: boolean,
    clips: about(
      'Clips.',
      codec<unknown>('any', {}, (u) => t.success(u)),
    ),
    shapeProperties: ignored,
    progressProperties: ignored,
    waveformProperties: ignored,
  },
);

export const VideoClip = about(
  'A video with its sound.',
  record(
    { type: about('A video clip.', oneOf('video')), source: Source, ...shared },
    { ...sharedOptional, ...fitting, ...sounding, ...ignoredText, ...ignoredCaption },
  ),
  { title: 'VideoClip' },
);

const audioFields = record(
  { type: about('An audio clip.', oneOf('audio')), ...shared },
  {
    ...sharedOptional,
    ...fitting,
    ...sounding,
    ...ignoredText,
    ...ignoredCaption,
    source: Source,
    speech: Speech,
  },
  [sourceOr('speech')],
);

/** A clip that speaks lasts as long as its sound, unless its time frame says otherwise. */
const lastingAsSpoken = (u: unknown): unknown => {
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
      (u, context) => audioFields.validate(lastingAsSpoken(u), context),
      audioFields.encode,
    ),
    { fields: audioFields.fields },
  ),
  { title: 'AudioClip' },
);

export const ImageClip = about(
  'An image, still or animated.',
  record(
    { type: about('An image clip.', oneOf('image')), ...shared },
    {
      ...sharedOptional,
      ...fitting,
      ...ignoredText,
      ...ignoredCaption,
      source: about('Publicly reachable http: or https: URL of the picture, without credentials.', Source),
      svg: InlineSvg,
    },
    [sourceOr('svg')],
  ),
  { title: 'ImageClip' },
);

export const TextClip = about(
  'Text, wrapped to fit the box.',
  record(
    { type: about('A text clip.', oneOf('text')), textProperties: TextProperties, ...shared },
    { ...sharedOptional, ...noSource, ...ignoredCaption },
  ),
  { title: 'TextClip' },
);

export const CaptionClip = about(
  'Spoken words, shown in groups while they are spoken.',
  record(
    { type: about('A caption clip.', oneOf('caption')), captionProperties: CaptionProperties, ...shared },
    { ...sharedOptional, ...noSource, ...ignoredText },
  ),
  { title: 'CaptionClip' },
);

export const ShapeClip = about(
  'A shape.',
  record(
    { type: about('A shape clip.', oneOf('shape')), shapeProperties: ShapeProperties, ...shared },
    sharedOptional,
  ),
  { title: 'ShapeClip' },
);

export const ProgressClip = about(
  'A bar that shows the progress of the video.',
  record(
    { type: about('A progress clip.', oneOf('progress')), progressProperties: ProgressProperties, ...shared },
    sharedOptional,
  ),
  { title: 'ProgressClip' },
);

export const WaveformClip = about(
  'A visualisation of audio.',
  record(
    { type: about('A waveform clip.', oneOf('waveform')), waveformProperties: WaveformProperties, ...shared },
    sharedOptional,
  ),
  { title: 'WaveformClip' },
);

/** A clip of any type except a group. */
export type Ungrouped =
  | t.TypeOf<typeof VideoClip>
  | t.TypeOf<typeof AudioClip>
  | t.TypeOf<typeof ImageClip>
  | t.TypeOf<typeof TextClip>
  | t.TypeOf<typeof CaptionClip>
  | t.TypeOf<typeof ShapeClip>
  | t.TypeOf<typeof ProgressClip>
  | t.TypeOf<typeof WaveformClip>;
