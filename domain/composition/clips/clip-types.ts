import * as t from 'io-ts';
import { about, codec } from '../../codec/codec.js';
import { record } from '../../codec/containers.js';
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
import { TextProperties } from '../format/text.js';
import { WaveformProperties } from '../format/waveform.js';

export const ClipType = about(
  'What the clip shows or plays.',
  oneOf('video', 'image', 'text', 'audio', 'caption', 'shape', 'progress', 'waveform', 'group'),
);
export type ClipType = t.TypeOf<typeof ClipType>;

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

export const MediaClip = about(
  'A clip with media from a URL: video or audio.',
  record(
    { type: about('What the clip shows or plays.', oneOf('video', 'audio')), source: Source, ...shared },
    { ...sharedOptional, ...fitting, ...sounding, ...ignoredText, ...ignoredCaption },
  ),
  { title: 'MediaClip' },
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
  | t.TypeOf<typeof MediaClip>
  | t.TypeOf<typeof ImageClip>
  | t.TypeOf<typeof TextClip>
  | t.TypeOf<typeof CaptionClip>
  | t.TypeOf<typeof ShapeClip>
  | t.TypeOf<typeof ProgressClip>
  | t.TypeOf<typeof WaveformClip>;
