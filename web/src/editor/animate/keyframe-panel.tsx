import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useContext } from 'react';
import type { Keyframes } from '../../../../domain/composition/fields/keyframes.js';
import { IconButton } from '../../shared/buttons.js';
import { labelFor } from '../../words/labels.js';
import { useShared } from '../shared.js';
import { t, within } from '../../words/words.js';
import { Curve } from './curve.js';
import { EasingField } from './easing-field.js';
import { type Animated, AnimatedContext, KeyframeButton } from './keyframe-button.js';
import { keyframeTimes, tracksOf, withPointChanged, withPointMoved } from './keyframes.js';

/** `transform.scale.x` as `Scale X`. */
const nameOf = (property: string): string => {
  const [group = '', ...names] = property.match(/[^.[\]]+/g) ?? [];
  return (names.length > 0 ? names : [group])
    .map((name) => (/^\d+$/.test(name) ? String(Number(name) + 1) : labelFor(name)))
    .join(' ');
};

interface TrackProps {
  readonly track: Keyframes;
  readonly animated: Animated;
  /** The duration of the clip, in ms. */
  readonly length: number;
}

/** The keyframes of one property, with a curve, and the easing to the next keyframe. */
const Track = ({ track, animated, length }: TrackProps) => {
  const { clip, time, frame, change } = animated;
  const { endGesture } = useShared();
  const { property, points } = track;
  const name = nameOf(property);
  const next = points.find((point) => point.time > time) ?? points.at(-1);
  return (
    <div className="track">
      <span>{name}</span>
      <KeyframeButton path={property} label={name} />
      <Curve
        {...{ track, length, time }}
        move={(from, index, by) =>
          change(withPointMoved(clip, { from, index, by, length, frame }), `keyframe ${property} ${index}`)
        }
        end={endGesture}
      />
      {next && points.length > 1 && (
        <EasingField
          label={t('Easing of {name}', { name: within(name) })}
          easing={next.easing ?? 'linear'}
          choose={(easing) =>
            change(withPointChanged(clip, property, next.time, (point) => ({ ...point, easing })))
          }
        />
      )}
    </div>
  );
};

/** The keyframes of a clip, property by property, with their values over time. */
export const KeyframePanel = () => {
  const { seek } = useShared();
  const animated = useContext(AnimatedContext);
  if (!animated?.place) return null;
  const { clip, place, time, frame } = animated;
  const tracks = tracksOf(clip);
  const times = keyframeTimes(clip);
  const stepTo = (to: number | undefined) => ({
    disabled: to === undefined,
    onClick: () => seek(place.start + (to ?? 0)),
  });
  return (
    <section className="keyframes" aria-label={t('Keyframes')}>
      <div className="keyframe-steps">
        <h3>{t('Keyframes')}</h3>
        <IconButton
          name={t('Previous keyframe')}
          icon={ChevronLeft}
          {...stepTo(times.findLast((one) => one < time - frame / 2))}
        />
        <IconButton
          name={t('Next keyframe')}
          icon={ChevronRight}
          {...stepTo(times.find((one) => one > time + frame / 2))}
        />
      </div>
      {tracks.length === 0 && <p>{t('Set one with the diamond beside a field in the other tabs.')}</p>}
      {tracks.map((track) => (
        <Track key={track.property} {...{ track, animated }} length={place.end - place.start} />
      ))}
    </section>
  );
};
