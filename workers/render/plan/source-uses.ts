import * as E from 'fp-ts/lib/Either.js';
import type { Clip } from '../../../domain/composition/clips/clip.js';
import { type ClipPath, clipPath } from '../../../domain/composition/clips/clip-paths.js';
import type { Composition } from '../../../domain/composition/composition.js';
import type { Speech } from '../../../domain/composition/fields/speech.js';
import { resolveComposition } from '../../../domain/composition/resolve/resolve.js';
import type { ResolvedClip } from '../../../domain/composition/resolve/resolved.js';
import { frameCount, frameRate, instantOf, isEmptySpan } from '../../../domain/composition/timeline.js';
import { framesOf } from './clip-frames.js';

export const SOUNDTRACK: ClipPath = 'metadata.soundtrack';

/** The purpose of a source, which determines the kind of file that it must be. */
export type SourceRole = 'video' | 'image' | 'audio' | 'mask' | 'table' | 'font' | 'subtitles';

/** A source that a render needs, with its path in the document. */
export interface SourceUse {
  readonly at: ClipPath;
  readonly role: SourceRole;
  readonly from: SourceOrigin;
}

/** Where the content of a source comes from: a URL, a speech engine, or the document itself. */
export type SourceOrigin =
  | { readonly _tag: 'Url'; readonly url: string }
  | { readonly _tag: 'Speech'; readonly speech: Speech }
  | { readonly _tag: 'Inline'; readonly svg: string };

const atUrl = (url: string): SourceOrigin => ({ _tag: 'Url', url });

const usesOfClip = (clip: Clip, at: ClipPath): ReadonlyArray<SourceUse> => {
  const { mask, filters = [] } = clip.effects ?? {};
  return [
    ...mediaUses(clip, at),
    ...(mask?.source === undefined
      ? []
      : [{ at: `${at}.effects.mask`, role: 'mask', from: atUrl(mask.source) } as const]),
    ...filters.flatMap((filter, index): ReadonlyArray<SourceUse> =>
      filter.type === 'lut'
        ? [{ at: `${at}.effects.filters[${index}]`, role: 'table', from: atUrl(filter.source) }]
        : [],
    ),
    ...(clip.type === 'group'
      ? clip.clips.flatMap((inner, index) => usesOfClip(inner, clipPath(index, at)))
      : []),
  ];
};

const mediaUses = (clip: Clip, at: ClipPath): ReadonlyArray<SourceUse> => {
  if (clip.type === 'image' && clip.svg !== undefined)
    return [{ at, role: 'image', from: { _tag: 'Inline', svg: clip.svg } }];
  if (clip.type === 'waveform') {
    const { source } = clip.waveformProperties;
    return source === undefined ? [] : [{ at, role: 'audio', from: atUrl(source) }];
  }
  if (clip.type === 'caption') {
    const url = clip.captionProperties.subtitles?.source;
    return url === undefined ? [] : [{ at, role: 'subtitles', from: atUrl(url) }];
  }
  if (clip.type === 'audio' && clip.speech !== undefined)
    return [{ at, role: 'audio', from: { _tag: 'Speech', speech: clip.speech } }];
  if (clip.type !== 'video' && clip.type !== 'audio' && clip.type !== 'image') return [];
  return clip.source === undefined ? [] : [{ at, role: clip.type, from: atUrl(clip.source) }];
};

const SOUNDING: ReadonlySet<string> = new Set(['video', 'audio', 'group']);

/**
 * The ids of the clips that are neither visible on any frame nor audible, as far as this is known without their media. A
 * sound may begin and end between two frames.
 */
const unusedClips = (composition: Composition): ReadonlySet<string> => {
  const resolved = resolveComposition(composition, { media: new Map(), texts: new Map() });
  if (E.isLeft(resolved)) return new Set();
  const { metadata, clips } = resolved.right;
  const rate = frameRate(metadata.fps);
  const frames = frameCount(metadata.duration, rate);
  const isUsed = (clip: ResolvedClip): boolean =>
    SOUNDING.has(clip.type)
      ? clip.timeFrame.start < Math.min(clip.timeFrame.end, instantOf(frames, rate))
      : !isEmptySpan(framesOf({ clip, origin: 0 }, { rate, frames }));
  return new Set(clips.filter((clip) => !isUsed(clip)).map(({ id }) => id));
};

/** Everything that a render must fetch or write to a file before it is planned. */
export const sourceUses = (composition: Composition): ReadonlyArray<SourceUse> => {
  const unused = unusedClips(composition);
  const { fonts = [], soundtrack } = composition.metadata;
  return [
    ...composition.clips.flatMap((clip, index) =>
      unused.has(clip.id) ? [] : usesOfClip(clip, clipPath(index)),
    ),
    ...(soundtrack
      ? [{ at: SOUNDTRACK, role: 'audio', from: atUrl(soundtrack.source) } satisfies SourceUse]
      : []),
    ...fonts.map(({ source }, index): SourceUse => ({
      at: `metadata.fonts[${index}]`,
      role: 'font',
      from: atUrl(source),
    })),
  ];
};
