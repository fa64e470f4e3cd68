import { isRecord } from '../../codec/json.js';
import { amountLimits } from '../fields/filters.js';

// References between clips. They are checked on the raw input, so that their problems are reported together with all
// others.

/** A problem with a field of a clip; `path` starts at the list. */
export interface ClipProblem {
  readonly path: ReadonlyArray<string>;
  readonly message: string;
}

type Sent = Readonly<Record<string, unknown>>;

const records = (clips: unknown): ReadonlyArray<readonly [clip: Sent, index: string]> =>
  Array.isArray(clips)
    ? clips.flatMap((clip: unknown, index) => (isRecord(clip) ? [[clip, String(index)] as const] : []))
    : [];
const fieldOf = (clip: Sent, name: string): Sent => {
  const field = clip[name];
  return isRecord(field) ? field : {};
};
const idOf = ({ id }: Sent): string | undefined => (typeof id === 'string' ? id : undefined);
const isGroup = ({ type }: Sent): boolean => type === 'group';

/** Every clip in the raw input with its path, including those in groups. */
export const sentClips = (
  clips: unknown,
  path: ReadonlyArray<string> = [],
  depth = 0,
): ReadonlyArray<{ readonly clip: Sent; readonly path: ReadonlyArray<string>; readonly depth: number }> =>
  records(clips).flatMap(([clip, index]) => {
    const at = [...path, index];
    return [
      { clip, path: at, depth },
      ...(isGroup(clip) ? sentClips(clip['clips'], [...at, 'clips'], depth + 1) : []),
    ];
  });

/** The problems with references between the clips of one list, and of the groups in it. */
export const referenceProblems = (
  clips: unknown,
  path: ReadonlyArray<string> = [],
): ReadonlyArray<ClipProblem> => {
  const list = records(clips);
  const siblings = new Map(
    list.flatMap(([clip]) => (idOf(clip) === undefined ? [] : [[idOf(clip) ?? '', clip]])),
  );
  const cycles = {
    after: clipsInCycles(siblings, afterOf),
    mask: clipsInCycles(siblings, maskOf),
  };
  return list.flatMap(([clip, index]) => {
    const at = [...path, index];
    return [
      ...siblingProblems(clip, siblings, cycles, at),
      ...automaticProblems(clip, at),
      ...playingProblems(clip, at),
      ...keyframeProblems(clip, at),
      ...(isGroup(clip) ? referenceProblems(clip['clips'], [...at, 'clips']) : []),
    ];
  });
};

type Reference = (clip: Sent) => unknown;
const afterOf: Reference = (clip) => fieldOf(clip, 'timeFrame')['after'];
const maskOf: Reference = (clip) => fieldOf(fieldOf(clip, 'effects'), 'mask')['clip'];

/** `after` and `mask.clip` must name clips of the same list; a mask must be visible. */
const siblingProblems = (
  clip: Sent,
  siblings: ReadonlyMap<string, Sent>,
  cycles: Readonly<Record<'after' | 'mask', ReadonlySet<Sent>>>,
  path: ReadonlyArray<string>,
): ReadonlyArray<ClipProblem> => {
  const problems: ClipProblem[] = [];
  const after = afterOf(clip);
  if (typeof after === 'string') {
    const at = [...path, 'timeFrame', 'after'];
    if (!siblings.has(after))
      problems.push({ path: at, message: 'must be the id of a clip of the same list' });
    else if (cycles.after.has(clip)) problems.push({ path: at, message: 'must not form a cycle' });
  }
  const mask = maskOf(clip);
  if (typeof mask === 'string') {
    const at = [...path, 'effects', 'mask', 'clip'];
    if (!siblings.has(mask) || mask === idOf(clip))
      problems.push({ path: at, message: 'must be the id of another clip of the same list' });
    else if (siblings.get(mask)?.['type'] === 'audio')
      problems.push({ path: at, message: 'must not be an audio clip' });
    else if (cycles.mask.has(clip)) problems.push({ path: at, message: 'must not form a cycle' });
  }
  return problems;
};

/** The clips whose references form a cycle. Visits each clip once, however long the chains are. */
const clipsInCycles = (siblings: ReadonlyMap<string, Sent>, next: Reference): ReadonlySet<Sent> => {
  const passed = new Set<Sent>();
  const inCycles = new Set<Sent>();
  for (const start of siblings.values()) {
    const chain = new Set<Sent>();
    let at: Sent | undefined = start;
    while (at && !passed.has(at)) {
      passed.add(at);
      chain.add(at);
      const id = next(at);
      at = typeof id === 'string' ? siblings.get(id) : undefined;
    }
    if (at && chain.has(at)) for (const clip of [...chain].slice([...chain].indexOf(at))) inCycles.add(clip);
  }
  return inCycles;
};

const WITH_MEDIA = new Set(['video', 'audio', 'image', 'group']);
/** The types of clips whose media has a time of its own. */
const PLAYING = new Set(['video', 'audio', 'image']);
const WITH_SIZE = new Set(['video', 'image', 'text', 'caption']);

/** The problems with playback settings on clips whose media has no time of its own. */
const playingProblems = (clip: Sent, path: ReadonlyArray<string>): ReadonlyArray<ClipProblem> => {
  const { type, keyframes } = clip;
  if (typeof type !== 'string' || PLAYING.has(type)) return [];
  const timeFrame = fieldOf(clip, 'timeFrame');
  const message = `must not be set on a clip of type ${type}`;
  return [
    ...['speed', 'loop', 'freeze', 'reverse'].flatMap((field) =>
      timeFrame[field] === undefined ? [] : [{ path: [...path, 'timeFrame', field], message }],
    ),
    ...records(keyframes).flatMap(([{ property }, index]) =>
      property === 'timeFrame.speed' ? [{ path: [...path, 'keyframes', index, 'property'], message }] : [],
    ),
  ];
};

/** The types of clips that have properties with these prefixes. */
const OWN_PROPERTIES: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  textProperties: ['text'],
  shapeProperties: ['shape'],
  crop: ['video', 'image'],
};

/** The problems with keyframes of properties that the clip does not have. */
const keyframeProblems = (clip: Sent, path: ReadonlyArray<string>): ReadonlyArray<ClipProblem> => {
  const { type, keyframes } = clip;
  if (typeof type !== 'string') return [];
  const filters = fieldOf(clip, 'effects')['filters'];
  return records(keyframes).flatMap(([{ property, points }, index]) => {
    if (typeof property !== 'string') return [];
    const at = [...path, 'keyframes', index, 'property'];
    const owners = OWN_PROPERTIES[property.replace(/\..*$/, '')];
    if (owners && !owners.includes(type))
      return [{ path: at, message: `must not be set on a clip of type ${type}` }];
    const filterIndex = /^effects\.filters\[(\d+)\]/.exec(property)?.[1];
    if (filterIndex === undefined) return [];
    const filter = records(filters).find(([, position]) => position === filterIndex)?.[0];
    const hasAmount = filter !== undefined && filter['type'] !== 'lut';
    if (!hasAmount) return [{ path: at, message: 'must be the amount of a filter of this clip' }];
    const { minimum = -Infinity, maximum = Infinity } = amountLimits(filter['type']) ?? {};
    const isWithin = records(points).every(
      ([{ value }]) => typeof value !== 'number' || (value >= minimum && value <= maximum),
    );
    const message = `must have values from ${minimum} to ${maximum}`;
    return isWithin ? [] : [{ path: [...path, 'keyframes', index, 'points'], message }];
  });
};

/** The problems with automatic times and sizes that nothing can determine. */
const automaticProblems = (clip: Sent, path: ReadonlyArray<string>): ReadonlyArray<ClipProblem> => {
  const { type } = clip;
  if (typeof type !== 'string') return [];
  const size = fieldOf(clip, 'size');
  return [
    ...(fieldOf(clip, 'timeFrame')['end'] === 'source' && !WITH_MEDIA.has(type)
      ? [{ path: [...path, 'timeFrame', 'end'], message: 'must not be source: the clip has no media' }]
      : []),
    ...['width', 'height'].flatMap((side) =>
      size[side] === 'auto' && !WITH_SIZE.has(type)
        ? [{ path: [...path, 'size', side], message: `must not be auto on a clip of type ${type}` }]
        : [],
    ),
  ];
};
