import * as E from 'fp-ts/lib/Either.js';
import type { Clip } from '../../../../clients/typescript/core/types.js';
import { placementOf } from '../../../../domain/composition/geometry/geometry.js';
import type { ResolvedClip } from '../../../../domain/composition/resolve/resolved.js';
import type { Document } from '../document.js';
import type { PlacedClip, Places } from '../places.js';
import { onTheirOwn, type Starts, startsOf } from '../references.js';
import type { Regrouped } from './group.js';
import { differenceBetween } from './seen.js';
import { withShift } from './shift.js';
import { t, within } from '../../words/words.js';
import { labelFor } from '../../words/labels.js';
import { quoted } from '../clip-label.js';

type Group = Extract<Clip, { readonly type: 'group' }> & { readonly id: string };
type SentGroup = Extract<Document['clips'][number], { readonly type: 'group' }>;

/** The labels of the fields by which a group affects its clips, and which ungrouping would lose. */
const ownOf = (group: Group, { resolved }: PlacedClip): ReadonlyArray<string> => {
  const { effects, transform, transition, motion, keyframes, volume = 1, clip, forEach, when } = group;
  const { opacity = 1, ...others } = effects ?? {};
  const { scale, rotation = 0, flip, skew } = transform ?? {};
  const { width, height } = placementOf(resolved).box;
  const found: ReadonlyArray<readonly [name: string, isSet: boolean]> = [
    ['effects', opacity !== 1 || Object.values(others).some((value) => value !== undefined)],
    ['rotation', rotation % 360 !== 0],
    ['flip', flip?.x === true || flip?.y === true],
    ['skew', (skew?.x ?? 0) !== 0 || (skew?.y ?? 0) !== 0],
    ['scale', (scale?.x ?? 1) !== 1 || (scale?.y ?? 1) !== 1],
    ['transition', transition?.in !== undefined || transition?.out !== undefined],
    ['motion', motion !== undefined],
    ['keyframes', (keyframes ?? []).length > 0],
    ['volume', volume !== 1],
    ['clip', clip === true],
    ['forEach', forEach !== undefined],
    ['when', when !== undefined],
    [t('size (not in whole pixels)'), width !== resolved.size.width || height !== resolved.size.height],
  ];
  return found.flatMap(([name, isSet]) => (isSet ? [within(labelFor(name))] : []));
};

/** The reason why a group cannot be ungrouped, as far as it is evident from its fields. */
const obstacle = (document: Document, group: Group, placed: PlacedClip): string | undefined => {
  const own = ownOf(group, placed);
  if (own.length > 0)
    return t('it has {fields} of its own, which would be lost. Remove that first', {
      fields: own.join(', '),
    });
  const blended = group.clips.find(({ effects }) => (effects?.blendMode ?? 'normal') !== 'normal');
  if (blended) return t('a clip in it is blended with what is below it in the group only');
  const length = placed.end - placed.start;
  const unseen =
    placed.resolved.type === 'group' &&
    placed.resolved.clips.some(({ timeFrame }) => timeFrame.start >= length);
  if (unseen) return t('a clip in it begins when it has ended. Make it longer, or delete that clip');
  const masked = document.clips.find(({ effects }) => effects?.mask?.clip === group.id);
  return masked && t('it is the mask of another clip');
};

/** A clip of a group with its times and its position in the video. It ends at the latest with its group. */
const takenOut = (clip: Clip, resolved: ResolvedClip, group: ResolvedClip, lasts: boolean): Clip => {
  const { x, y } = placementOf(group).box;
  const { start, end: last } = group.timeFrame;
  const moved = withShift(clip, { ms: start, x, y });
  const { end } = clip.timeFrame;
  const isCut = start + resolved.timeFrame.end > last;
  if (end === 'video' ? lasts : !isCut) return moved;
  const { duration: _, ...times } = moved.timeFrame;
  return { ...moved, timeFrame: { ...times, end: last } };
};

const without = (document: Document, group: Group, placed: PlacedClip, starts: Starts): Document => {
  const { resolved } = placed;
  if (resolved.type !== 'group') return document;
  const inner = new Map(resolved.clips.map((clip) => [clip.id, clip]));
  const z = group.position?.z ?? 0;
  // In drawing order, because all of them will be in one layer.
  const drawn = group.clips.toSorted((a, b) => (a.position?.z ?? 0) - (b.position?.z ?? 0));
  // A clip starts with the group if its negative gap would lead before the group.
  const isHeld = (clip: Clip): boolean => inner.get(clip.id ?? '')?.timeFrame.start === 0;
  const free = onTheirOwn(drawn, (_, clip) => isHeld(clip), starts).map((clip) => {
    const one = inner.get(clip.id ?? '');
    const out = one ? takenOut(clip, one, resolved, group.timeFrame.end === 'video') : clip;
    return { ...out, position: { ...out.position, z } };
  });
  const others = onTheirOwn(document.clips, (after) => after === group.id, starts);
  const clips = others.flatMap((clip) => (clip.id === group.id ? free : [clip]));
  return { ...document, clips: clips as Document['clips'] };
};

/**
 * The document with the clips of these groups in place of the groups, if it still looks and sounds the same.
 * @returns the reason, if it does not
 */
export const ungrouped = (
  document: Document,
  ids: ReadonlyArray<string>,
  places: Places,
): E.Either<string, Regrouped> => {
  const groups = document.clips.filter(
    (clip): clip is SentGroup => clip.type === 'group' && ids.includes(clip.id),
  );
  if (groups.length === 0) return E.left(t('Select the group whose clips should be free.'));
  const starts = startsOf(places.clips.map(({ resolved }) => resolved));
  let result: Regrouped = { document, ids: ids.filter((id) => groups.every((group) => group.id !== id)) };
  for (const group of groups) {
    const placed = places.clips.find(({ id }) => id === group.id);
    if (!placed) return E.left(t('Correct the problems of the video first.'));
    const refuse = (reason: string) =>
      E.left(t('The group {group} cannot be dissolved: {reason}.', { group: quoted(placed.label), reason }));
    const reason = obstacle(result.document, group, placed);
    if (reason !== undefined) return refuse(reason);
    const after = without(result.document, group, placed, starts);
    const difference = differenceBetween(result.document, after, group.id);
    if (difference !== undefined) return refuse(difference);
    result = { document: after, ids: [...result.ids, ...group.clips.map(({ id }) => id ?? '')] };
  }
  return E.right(result);
};
