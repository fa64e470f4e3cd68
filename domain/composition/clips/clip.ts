import type * as t from 'io-ts';
import { about, codec, type Codec } from '../../codec/codec.js';
import { array, record } from '../../codec/containers.js';
import { boolean, oneOf, string } from '../../codec/scalars.js';
import { taggedBy } from '../../codec/tagged.js';
import { sharedFields, optionalSharedFields } from './clip-fields.js';
import {
  AudioClip,
  CaptionClip,
  type ClipType,
  ImageClip,
  ProgressClip,
  ShapeClip,
  TextClip,
  type NonGroupClip,
  Untagged,
  VideoClip,
  WaveformClip,
} from './clip-types.js';
import { onlyPlaceholder } from '../../codec/placeholders.js';
import { gap } from '../fields/time-frame.js';
import { Transition } from '../fields/transition.js';
import { LIMITS } from '../limits.js';

/** Defers the lookup of the clip codec, because a group may hold groups. The schema refers to clips by their title. */
const GroupedClips: Codec<unknown> = codec<unknown>(
  'clips',
  { type: 'array', items: { $ref: 'Clip' }, maxItems: LIMITS.clips },
  (u, context) => array(ClipInput, LIMITS.clips).validate(u, context),
);

/** How the copies of a repeated group follow each other. */
const Sequence = about(
  'Makes the copies of `forEach` follow each other: each starts when the copy before it ends, and a clip that follows the group with `after` follows the last copy. The group needs a length of its own: `timeFrame.duration`, or `source` as `timeFrame.end`.',
  record(
    {},
    {
      gap: about(
        'Ms between the end of a copy and the start of the next; negative where they overlap. Default: `0`.',
        gap,
      ),
      transition: about(
        'How each copy after the first enters. `transition.in` of the group is that of the first copy, `transition.out` that of the last.',
        Transition,
      ),
    },
  ),
  { title: 'Sequence' },
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
      ...sharedFields,
    },
    {
      ...optionalSharedFields,
      clip: about('Whether content outside the box is clipped. Default: `false`.', boolean),
      forEach: about(
        'In a template: a list such as `{{items}}`. The group is repeated for each item; `{{item}}` is the item and `{{index}}` its index from 0.',
        string({ minLength: 1, maxLength: 1000 }),
      ),
      sequence: Sequence,
    },
    [
      {
        field: 'forEach',
        among: ['forEach'],
        problem: ({ forEach }) =>
          forEach === undefined || onlyPlaceholder(forEach)
            ? undefined
            : 'must be a variable with a list, such as {{items}}',
      },
      {
        field: 'sequence',
        among: ['forEach', 'timeFrame'],
        problem: ({ sequence, forEach, timeFrame: { end } }, path) => {
          if (sequence === undefined) return undefined;
          if (forEach === undefined) return `requires ${path}.forEach`;
          return end === undefined || end === 'source'
            ? undefined
            : `requires ${path}.timeFrame.duration, or source as ${path}.timeFrame.end`;
        },
      },
    ],
  ),
  { title: 'GroupClip' },
);

type Group = Omit<t.TypeOf<typeof GroupClip>, 'clips'>;

/** A clip as a client sends it, with defaults filled in. */
export type ClipInput = NonGroupClip | (Group & { readonly clips: ReadonlyArray<ClipInput> });
export const ClipInput: Codec<ClipInput> = about(
  'One element of the timeline.',
  taggedBy(
    'type',
    {
      video: VideoClip,
      image: ImageClip,
      audio: AudioClip,
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
export type Clip =
  (NonGroupClip & Identified) | (Group & Identified & { readonly clips: ReadonlyArray<Clip> });

export type ClipOf<T extends ClipType> = Extract<Clip, { readonly type: T }>;
