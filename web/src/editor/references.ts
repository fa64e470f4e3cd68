import type { Clip } from '../../../clients/typescript/core/types.js';
import { sameJson } from '../../../domain/codec/json.js';
import { idsOf } from '../../../domain/composition/clips/clip-ids.js';
import type { ResolvedClip } from '../../../domain/composition/resolve/resolved.js';
import type { Places } from './places.js';
import { valueAt, withoutValueAt, withValueAt } from './value-at.js';
import { memoized } from '../shared/memoized.js';

// Clips name others: the clip after which they start, the clip that masks them, the sounds that lower theirs, the sound
// that a waveform shows, and the speech that a caption shows.

type Clips = ReadonlyArray<Clip>;

/** Where clips name others, each with what a clip loses when all that it names there are gone. */
const REFERENCES = [
  { path: 'timeFrame.after', lost: 'timeFrame.after' },
  { path: 'effects.mask.clip', lost: 'effects.mask' },
  { path: 'duck.when', lost: 'duck' },
  { path: 'waveformProperties.clip', lost: 'waveformProperties.clip' },
  { path: 'captionProperties.words.from', lost: 'captionProperties.words' },
];

/** Clips that name others there go with them. */
const BOUND = ['waveformProperties.clip', 'captionProperties.words.from'];

const innerOf = (clip: Clip): Clips => (clip.type === 'group' ? clip.clips : []);

/** The new name of a clip; undefined if it is gone. */
type NameOf = (id: string) => string | undefined;

/** A clip, and those inside it, with other names of the clips that they name. Those that are gone are left out. */
const withRenamedPlaceholders = (clip: Clip, nameOf: NameOf): Clip => {
  const named = REFERENCES.reduce<Clip>((before, { path, lost }) => {
    const written = valueAt(before, path);
    const ids = [written].flat().filter((id) => typeof id === 'string');
    if (ids.length === 0) return before;
    const names = ids.flatMap((id) => nameOf(id) ?? []);
    if (names.length === 0) return withoutValueAt(before, lost);
    return withValueAt(before, path, Array.isArray(written) ? names : names[0]);
  }, clip);
  return named.type === 'group'
    ? { ...named, clips: named.clips.map((one) => withRenamedPlaceholders(one, nameOf)) }
    : named;
};

/** The ids of clips that are gone if these are: those inside them, and what shows their sound or their words. */
const goneWith = (clips: Clips, ids: ReadonlySet<string>): ReadonlySet<string> => {
  const all = (list: Clips): Clips => list.flatMap((clip) => [clip, ...all(innerOf(clip))]);
  const isGone = (clip: Clip): boolean =>
    ids.has(clip.id ?? '') || BOUND.some((path) => ids.has(String(valueAt(clip, path))));
  const gone = new Set([...ids, ...idsOf(all(clips).filter(isGone))]);
  return gone.size === ids.size ? gone : goneWith(clips, gone);
};

/** When clips start, ms of the list that they are in, by their ids. */
export type Starts = ReadonlyMap<string, number>;

/** When the clips start, and those inside them. */
export const startsOf = (clips: ReadonlyArray<ResolvedClip>): Starts =>
  new Map(
    clips.flatMap((clip) => [
      [clip.id, clip.timeFrame.start] as const,
      ...(clip.type === 'group' ? startsOf(clip.clips) : []),
    ]),
  );

/** The clips of a list, with starts of their own for those that can no longer start after another one. */
export const onTheirOwn = (
  clips: Clips,
  isLost: (after: string, clip: Clip) => boolean,
  starts: Starts,
): Clips =>
  clips.map((clip) => {
    const { after, gap: _, ...times } = clip.timeFrame;
    return after === undefined || !isLost(after, clip)
      ? clip
      : { ...clip, timeFrame: { ...times, start: starts.get(clip.id ?? '') ?? 0 } };
  });

/** The clips without these, at the times at which they started. */
const remaining = (clips: Clips, gone: ReadonlySet<string>, starts: Starts): Clips => {
  const left = (list: Clips): Clips => {
    const kept = list.filter(({ id = '' }) => !gone.has(id));
    return onTheirOwn(kept, (after) => gone.has(after), starts).map((clip) =>
      clip.type === 'group' ? ({ ...clip, clips: left(clip.clips) } as Clip) : clip,
    );
  };
  return left(clips).map((clip) => {
    const changed = withRenamedPlaceholders(clip, (id) => (gone.has(id) ? undefined : id));
    return sameJson(changed, clip) ? clip : changed;
  });
};

/** A clip, and the clips that it masks or whose sound or words they show, and so on. */
export const goesWith = (clips: Clips, id: string): Clips => {
  const ids = new Set([id]);
  // A set is iterated to what is added meanwhile.
  for (const one of ids)
    for (const clip of clips)
      if ([...BOUND, 'effects.mask.clip'].some((path) => valueAt(clip, path) === one)) ids.add(clip.id ?? '');
  return clips.filter((clip) => ids.has(clip.id ?? ''));
};

/**
 * A clip after others were split: it starts after their second parts, and is lowered by both parts.
 * @param seconds the ids of the second parts, by those of the clips
 * @param isLater whether the clip starts at the cut or later, so that all else that it names is a second part
 */
export const afterSplit = (clip: Clip, seconds: ReadonlyMap<string, string>, isLater: boolean): Clip => {
  const secondOf = (id: unknown) => seconds.get(String(id)) ?? [];
  const named = REFERENCES.reduce<Clip>((before, { path }) => {
    const written = valueAt(before, path);
    const [second] = [written].flat().flatMap(secondOf);
    if (second === undefined) return before;
    if (Array.isArray(written))
      return withValueAt(
        before,
        path,
        written.flatMap((id: unknown) => [id].concat(secondOf(id))),
      );
    return isLater || path === 'timeFrame.after' ? withValueAt(before, path, second) : before;
  }, clip);
  return named.type === 'group'
    ? { ...named, clips: named.clips.map((one) => afterSplit(one, seconds, isLater)) }
    : named;
};

/** The clips without these, at the times at which they are now. What cannot be without them goes too. */
export const withoutNamed = (clips: Clips, ids: ReadonlyArray<string>, places: Places): Clips => {
  const known = new Set(idsOf(clips));
  const gone = goneWith(clips, new Set(ids.filter((id) => known.has(id))));
  return remaining(clips, gone, startsOf(places.clips.map(({ resolved }) => resolved)));
};

export const namedIn = memoized((clip: Clip): ReadonlyArray<string> => {
  const named: string[] = [];
  withRenamedPlaceholders(clip, (id) => {
    named.push(id);
    return id;
  });
  return named;
});

/** The ids that clips name. */
const namedBy = (clips: Clips): ReadonlySet<string> => new Set(clips.flatMap(namedIn));

/**
 * Copies of clips, and of the clips in them, with new ids; references between them are rewritten.
 * @param idFor gives the new id of a clip; called once for each
 */
export const underOtherIds = (clips: Clips, idFor: (id: string) => string): Clips => {
  const names = new Map(idsOf(clips).map((id) => [id, idFor(id)]));
  const renamed = (one: Clip): Clip => ({
    ...one,
    ...(one.id === undefined ? {} : { id: names.get(one.id) ?? one.id }),
    ...(one.type === 'group' ? { clips: one.clips.map(renamed) } : {}),
  });
  return clips.map((clip) => withRenamedPlaceholders(renamed(clip), (id) => names.get(id) ?? id));
};

/**
 * Clips that come from elsewhere, without what they name and is neither among them nor here, as if that was deleted.
 * @param here the ids of other clips that they may name
 */
export const withoutMissing = (clips: Clips, here: ReadonlySet<string>, starts: Starts): Clips => {
  const own = new Set(idsOf(clips));
  const missing = [...namedBy(clips)].filter((id) => !own.has(id) && !here.has(id));
  return remaining(clips, goneWith(clips, new Set(missing)), starts);
};
