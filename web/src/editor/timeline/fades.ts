import type { Clip } from '../../../../clients/typescript/core/types.js';

export type Side = 'in' | 'out';

/** How a clip begins or ends: the fade of a sound, or the transition of a visible clip. */
export const fadeOf = (clip: Clip, side: Side): { readonly type: string; readonly duration: number } => {
  if (clip.type === 'audio') {
    const { fadeIn = 0, fadeOut = 0 } = clip.audio ?? {};
    return { type: 'fade', duration: side === 'in' ? fadeIn : fadeOut };
  }
  const transition = clip.transition?.[side];
  return transition
    ? { type: transition.type, duration: transition.duration ?? 500 }
    : { type: 'fade', duration: 0 };
};

/** The clip with another duration of its fade or transition, ms; 0 removes it. */
export const withFade = (clip: Clip, side: Side, duration: number): Clip => {
  if (clip.type === 'audio')
    return { ...clip, audio: { ...clip.audio, [side === 'in' ? 'fadeIn' : 'fadeOut']: duration } };
  const { [side]: before = { type: 'fade' as const }, ...other } = clip.transition ?? {};
  const transition = duration === 0 ? other : { ...other, [side]: { ...before, duration } };
  if (Object.keys(transition).length > 0) return { ...clip, transition };
  const { transition: _, ...without } = clip;
  return without;
};
