import { type CSSProperties, useContext, useEffect } from 'react';
import { withClip } from '../document.js';
import { useShared } from '../shared.js';
import { wholeAt } from './at-playhead.js';
import { AnimatedContext } from './keyframe-button.js';
import { MOTION_PRESETS, type MotionPreset } from './motion-presets.js';

/** The duration of a preview, in ms. */
const SHOWN = 2000;

/** Animations to apply with one click. The stage previews one while the pointer or the focus is on it. */
export const MotionPanel = () => {
  const animated = useContext(AnimatedContext);
  const { document, ms, seek, preview } = useShared();
  useEffect(() => () => preview(undefined), [preview]);
  if (!animated?.place || animated.clip.type === 'audio') return null;
  const { clip, place, change } = animated;
  const length = place.end - place.start;
  /** Previews a preset on the stage, in the part of the clip that it animates. */
  const show = ({ given, isReversed }: MotionPreset): void => {
    const [from, to] = isReversed
      ? [Math.max(place.start, place.end - SHOWN), place.end]
      : [place.start, Math.min(place.end, place.start + SHOWN)];
    preview({ document: withClip(document, place.id, () => given(clip, length)), from, to });
  };
  const give = ({ given }: MotionPreset): void => {
    const moved = given(clip, length);
    change(moved);
    preview(undefined); // the stage shows the clip itself
    seek(wholeAt(moved, place, ms)); // during a transition, the clip may be invisible
  };
  return MOTION_PRESETS.map(({ name, presets }) => (
    <section key={name} aria-label={name}>
      <h3>{name}</h3>
      <ul className="motions">
        {presets.map((preset) => (
          <li key={preset.name}>
            <button
              type="button"
              onClick={() => give(preset)}
              onPointerEnter={() => show(preset)}
              onPointerLeave={() => preview(undefined)}
              onFocus={() => show(preset)}
              onBlur={() => preview(undefined)}
            >
              <span
                className={preset.isReversed ? 'motion motion-away' : 'motion'}
                style={{ '--motion': `motion-${preset.preview}` } as CSSProperties}
                aria-hidden="true"
              >
                <span />
              </span>
              {preset.name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  ));
};
