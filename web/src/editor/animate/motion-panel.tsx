import { type CSSProperties, useContext } from 'react';
import { useShared } from '../shared.js';
import { wholeAt } from './at-playhead.js';
import { AnimatedContext } from './keyframe-button.js';
import { MOTION_PRESETS, type MotionPreset } from './motion-presets.js';

/** Animations that are given to the clip by one click; each is shown while the pointer or the focus is on it. */
export const MotionPanel = () => {
  const animated = useContext(AnimatedContext);
  const { ms, seek } = useShared();
  if (!animated?.place || animated.clip.type === 'audio') return null;
  const { clip, place, change } = animated;
  const give = ({ given }: MotionPreset): void => {
    const moved = given(clip, place.end - place.start);
    change(moved);
    seek(wholeAt(moved, place, ms)); // in the middle of a motion, the clip may not be seen
  };
  return MOTION_PRESETS.map(({ name, presets }) => (
    <section key={name} aria-label={name}>
      <h3>{name}</h3>
      <ul className="motions">
        {presets.map((preset) => (
          <li key={preset.name}>
            <button type="button" onClick={() => give(preset)}>
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
