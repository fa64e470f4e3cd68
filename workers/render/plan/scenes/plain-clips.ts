import { isAnimatedCaption } from '../../../../domain/composition/captions/caption-groups.js';
import { isTextKeyframe } from '../../../../domain/composition/animation/text-states.js';
import { croppedRect, fittedIn } from '../../../../domain/composition/geometry/fit.js';
import { changesLook } from '../../../../domain/composition/fields/keyframes.js';
import { type Placement, placementOf, type Rect } from '../../../../domain/composition/geometry/geometry.js';
import type { ResolvedClip } from '../../../../domain/composition/resolve/resolved.js';
import type { ProbedVideo } from '../../ports/media-probe.js';
import type { ListedClip } from '../clip-frames.js';
import type { SceneContext } from './scene-builder.js';
import { shownSize } from './shown-size.js';

/**
 * Whether a clip is plain: only placed, rotated and translucent. Rasterized stills and FFmpeg's filters render it at the
 * lowest cost, at whole pixels. They also crop and fit a video that is not rotated, and round its corners. Every other
 * clip is drawn as a scene.
 */
export const isPlain = (
  { clip, at }: Pick<ListedClip, 'clip' | 'at'>,
  { sources }: Pick<SceneContext, 'sources'>,
): boolean => {
  if (clip.type !== 'video' && clip.type !== 'image' && clip.type !== 'text' && clip.type !== 'caption')
    return false;
  if (isAnimated(clip) || hasLook(clip)) return false;
  if (clip.transform.flip !== undefined || clip.transform.skew !== undefined) return false;
  if (isStretched(clip)) return true;
  const probed = sources.get(at)?.probed;
  return probed?._tag === 'Media' && clip.type === 'video' && isFilterable(clip, probed.video);
};

const isAnimated = (clip: ResolvedClip): boolean =>
  clip.transition !== undefined ||
  clip.motion !== undefined ||
  (clip.keyframes ?? []).some(
    (track) => changesLook(track) && (clip.type !== 'text' || !isTextKeyframe(track)),
  ) ||
  (clip.type === 'text' && clip.textProperties.animation !== undefined) ||
  (clip.type === 'caption' && isAnimatedCaption(clip.captionProperties));

const hasLook = ({ effects }: ResolvedClip): boolean => {
  const { filters, border, shadow, blendMode, chromaKey, mask } = effects ?? {};
  return (
    (filters ?? []).length > 0 ||
    [border, shadow, chromaKey, mask].some((look) => look !== undefined) ||
    (blendMode ?? 'normal') !== 'normal'
  );
};

const isStretched = (clip: ResolvedClip): boolean =>
  clip.effects?.borderRadius === undefined &&
  !('crop' in clip && clip.crop !== undefined) &&
  !('fit' in clip && (clip.fit ?? 'stretch') !== 'stretch');

const isFilterable = (clip: FittableClip, video: ProbedVideo | undefined): boolean => {
  if (!video || clip.fit === 'containBlur' || placementOf(clip).rotation !== 0) return false;
  if (clip.effects?.borderRadius === undefined) return true;
  // The corners of the box are rounded, so the picture must fill it.
  const { box } = placementOf(clip);
  const { window } = fittedVideo(clip, video);
  return window.width === box.width && window.height === box.height;
};

/** A media clip that may be cropped and fitted. */
export type FittableClip = Extract<ResolvedClip, { readonly type: 'image' | 'video' | 'audio' }>;

/**
 * The placement of a whole video that is cropped, fitted and not rotated, and its visible part of the canvas (`window`),
 * in whole px.
 */
export const fittedVideo = (
  clip: FittableClip,
  media: Pick<ProbedVideo, 'width' | 'height' | 'pixelAspect'>,
): { readonly placement: Placement; readonly window: Rect } => {
  const own = clip.scaling?.scale ?? 1;
  const shown = shownSize(media);
  const video = { width: shown.width * own, height: shown.height * own };
  const placement = placementOf(clip);
  const { box } = placement;
  const cropped = croppedRect(video, clip.crop ?? { left: 0, top: 0, right: 0, bottom: 0 });
  const align = clip.fitAlign ?? { x: 0.5, y: 0.5 };
  const { from, to } = fittedIn(box, cropped, clip.fit ?? 'stretch', align);
  const scale = { x: to.width / from.width, y: to.height / from.height };
  const at = { x: box.x + to.x, y: box.y + to.y };
  return {
    placement: {
      ...placement,
      box: {
        x: at.x - from.x * scale.x,
        y: at.y - from.y * scale.y,
        width: video.width * scale.x,
        height: video.height * scale.y,
      },
    },
    window: rounded({ ...at, width: to.width, height: to.height }),
  };
};

/** A rectangle with each edge at the nearest px, at least one px wide and high. */
const rounded = (rect: Rect): Rect => {
  const [x, y] = [Math.round(rect.x), Math.round(rect.y)];
  return {
    x,
    y,
    width: Math.max(1, Math.round(rect.x + rect.width) - x),
    height: Math.max(1, Math.round(rect.y + rect.height) - y),
  };
};

/** Whether a video or an animation plays in a clip, or in the file of its mask. */
export const hasPlayingMedia = (
  { at }: Pick<ListedClip, 'at'>,
  { sources }: Pick<SceneContext, 'sources'>,
): boolean =>
  [at, `${at}.effects.mask`].some((path) => {
    const probed = sources.get(path)?.probed;
    return probed !== undefined && (probed._tag === 'Media' || probed.pageDurations.length > 1);
  });
