import type { DraftClip } from '../draft.js';
import type { JsonObject } from '../reading/json-object.js';

const MASKS: Readonly<Record<string, string>> = {
  alpha: 'alpha',
  'alpha-inverted': 'alphaInverted',
  luma: 'luma',
  'luma-inverted': 'lumaInverted',
};

/** A mask applies to the element one track below it. */
export const withMasks = (
  clips: ReadonlyArray<DraftClip>,
  masks: ReadonlyArray<{ readonly id: string; readonly mode: string }>,
): ReadonlyArray<DraftClip> =>
  clips.map((draft, index) => {
    const above = clips[index + 1]?.clip['id'];
    const mask = masks.find(({ id }) => id === above);
    if (!mask) return draft;
    const effects = {
      ...(draft.clip['effects'] as JsonObject | undefined),
      mask: { clip: mask.id, mode: MASKS[mask.mode] ?? 'alpha' },
    };
    return { ...draft, clip: { ...draft.clip, effects } };
  });
