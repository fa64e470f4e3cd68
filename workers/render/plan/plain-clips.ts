import type { ResolvedClip } from '../../../domain/composition/resolve/resolved.js';

/**
 * Whether a clip is only stretched over its box, turned and made translucent: stills and ffmpeg's filters draw it at the
 * lowest cost, at whole pixels. All else is drawn as a scene.
 */
export const isPlain = (clip: ResolvedClip): boolean =>
  (clip.type === 'video' || clip.type === 'image' || clip.type === 'text' || clip.type === 'caption') &&
  !isAnimated(clip) &&
  !hasLook(clip) &&
  clip.transform.flip === undefined &&
  clip.transform.skew === undefined;

const isAnimated = (clip: ResolvedClip): boolean =>
  clip.transition !== undefined || clip.motion !== undefined || (clip.keyframes ?? []).length > 0;

const hasLook = (clip: ResolvedClip): boolean => {
  const { filters, borderRadius, border, shadow, blendMode, chromaKey, mask } = clip.effects ?? {};
  return (
    (filters ?? []).length > 0 ||
    [borderRadius, border, shadow, chromaKey, mask].some((look) => look !== undefined) ||
    (blendMode ?? 'normal') !== 'normal' ||
    ('crop' in clip && clip.crop !== undefined) ||
    ('fit' in clip && (clip.fit ?? 'stretch') !== 'stretch')
  );
};
