import type { DraftClip } from '../draft.js';
import { built, keyframesOf } from '../reading/fields.js';
import type { JsonObject } from '../reading/json-object.js';
import type { ImportedScene } from '../reading/scenes.js';

/** A clip of editly. */
export interface Scene extends ImportedScene {
  /** How the sounds of the next clip fade in, and those of this one fade out. */
  readonly curves: { readonly in: string | undefined; readonly out: string | undefined };
}

const isHeard = ({ clip, isDetached }: DraftClip): boolean =>
  /^(video|audio)$/.test(String(clip['type'])) && clip['volume'] !== 0 && isDetached !== true;

/** Clips whose sounds fade while one turns into the next. After a `cut`, the next one is seen from the middle on. */
export const crossFaded = (
  groups: ReadonlyArray<DraftClip>,
  scenes: ReadonlyArray<Scene>,
): ReadonlyArray<DraftClip> => {
  const ways = groups.map(({ clip }) => (clip['transition'] as { readonly in?: JsonObject } | undefined)?.in);
  return groups.map((group, index) => {
    const [way, next] = [ways[index], ways[index + 1]];
    const fades = {
      'audio.fadeIn': way?.['duration'],
      'audio.fadeOut': next?.['duration'],
      'audio.curve': way && scenes[index - 1]?.curves.in,
      'audio.curveOut': next && scenes[index]?.curves.out,
    };
    const inner = (group.inner ?? []).map((one) =>
      isHeard(one) ? { ...one, clip: built(one.clip, fades) } : one,
    );
    const { transition, ...clip } = group.clip;
    const points = [
      { time: 0, value: 0 },
      { time: Number(way?.['duration']) / 2, value: 1, easing: 'hold' },
    ];
    const entrance =
      way?.['type'] === 'cut' ? { keyframes: keyframesOf('effects.opacity', points) } : { transition };
    return { ...group, inner, clip: built(clip, entrance) };
  });
};

/** A clip, and beside it its sounds that go on after it, if it is known when it begins. */
export const detached = (group: DraftClip): ReadonlyArray<DraftClip> => {
  const { start } = group.clip['timeFrame'] as JsonObject;
  const inner = group.inner ?? [];
  const sounds = inner.filter(({ isDetached }) => isDetached === true);
  if (typeof start !== 'number') return [group];
  const moved = sounds.map(({ path, clip }) => {
    const { start: at = 0, end } = clip['timeFrame'] as JsonObject;
    const until = typeof end === 'number' ? end + start : undefined;
    return { path, clip: built(clip, { 'timeFrame.start': Number(at) + start, 'timeFrame.end': until }) };
  });
  return [{ ...group, inner: inner.filter((one) => !sounds.includes(one)) }, ...moved];
};
