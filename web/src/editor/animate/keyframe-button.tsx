import { Diamond } from 'lucide-react';
import { createContext, useContext } from 'react';
import type { Clip } from '../../../../clients/typescript/core/types.js';
import { isAnimatable } from '../../../../domain/composition/fields/keyframes.js';
import { t, within } from '../../words/words.js';
import type { PlacedClip } from '../places.js';
import { arePlain, type KeyframeValue, pointNear, tracksOf, withoutPoint, withPoint } from './keyframes.js';
import { valueAt } from '../value-at.js';

/** The clip whose fields can have keyframes. */
export interface Animated {
  /** The clip in the document. */
  readonly clip: Clip;
  /** The clip with its values at the playhead. */
  readonly shown: Clip;
  /** Undefined while the document is not valid. */
  readonly place: PlacedClip | undefined;
  /** The time of the playhead in the clip, in ms. */
  readonly time: number;
  /** The duration of a frame, in ms. */
  readonly frame: number;
  readonly change: (clip: Clip, gesture?: string) => void;
}

export const AnimatedContext = createContext<Animated | undefined>(undefined);

/** The defaults of properties, except sizes, which come from the media or the text. */
const DEFAULTS: Readonly<Record<string, number>> = {
  'effects.opacity': 1,
  'transform.scale.x': 1,
  'transform.scale.y': 1,
  'shapeProperties.trim': 1,
  volume: 1,
  'timeFrame.speed': 1,
};

const isValue = (value: unknown): value is KeyframeValue =>
  typeof value === 'number' || (typeof value === 'string' && /^(?:#|-?\d)/.test(value));

const valueNow = ({ shown, place }: Pick<Animated, 'shown' | 'place'>, property: string): KeyframeValue => {
  const written = valueAt(shown, property);
  if (isValue(written)) return written;
  const resolved = property.startsWith('position.') ? undefined : valueAt(place?.resolved, property);
  return isValue(resolved) ? resolved : (DEFAULTS[property] ?? 0);
};

/** Sets or removes the keyframe of a field at the playhead. Renders nothing if the field can't be animated. */
export const KeyframeButton = ({ path, label }: { readonly path: string; readonly label: string }) => {
  const animated = useContext(AnimatedContext);
  if (!animated?.place || !isAnimatable(path) || !arePlain(animated.clip)) return null;
  const { clip, time, frame, change } = animated;
  const track = tracksOf(clip).find(({ property }) => property === path);
  const isOn = track !== undefined && pointNear(track, time, frame) !== undefined;
  const toggle = (): void =>
    change(
      isOn
        ? withoutPoint(clip, path, time, frame)
        : withPoint(clip, path, { time, value: valueNow(animated, path) }, frame),
    );
  const state = isOn ? 'on' : track ? 'animated' : 'off';
  return (
    <button
      type="button"
      className={`keyframe ${state}`}
      aria-pressed={isOn}
      aria-label={t('Keyframe of {label}', { label: within(label) })}
      data-tip={isOn ? t('Remove this keyframe') : t('Set a keyframe at the playhead')}
      onClick={toggle}
    >
      <Diamond size={12} aria-hidden="true" />
    </button>
  );
};
