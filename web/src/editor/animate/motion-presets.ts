import type { Clip } from '../../../../clients/typescript/core/types.js';
import type { KeyframePoint, Keyframes } from '../../../../domain/composition/fields/keyframes.js';
import { t } from '../../words/words.js';
import type { Side } from '../timeline/fades.js';
import { valueAt } from '../value-at.js';
import { tracksOf } from './keyframes.js';

/** An animation to apply to a clip with one click. */
export interface MotionPreset {
  readonly name: string;
  /** The name of the CSS animation that shows it. */
  readonly preview: string;
  /** Whether the CSS animation runs backwards. */
  readonly isReversed?: boolean;
  /** Applies it, in place of an animation of the same kind. @param length the duration of the clip, in ms */
  readonly given: (clip: Clip, length: number) => Clip;
}

type Transition = NonNullable<NonNullable<Clip['transition']>[Side]>;

/** A preset of a transition. Its CSS animation runs backwards for transitions out. */
const preset = (name: string, preview: string, side: Side, chosen: Transition): MotionPreset => ({
  name,
  preview,
  isReversed: side === 'out',
  given: (clip) => ({ ...clip, transition: { ...clip.transition, [side]: chosen } }),
});

/** Keyframes: the time as a fraction of the duration, and a factor of the clip's value or a number to add to it. */
type Course = ReadonlyArray<readonly [share: number, by: number]>;

/** Replaces the keyframes of a property by new ones around its value. */
const course =
  (
    properties: ReadonlyArray<string>,
    steps: Course,
    { usual, isFactor }: { usual: number; isFactor: boolean },
  ) =>
  (clip: Clip, length: number): Clip => {
    const others = tracksOf(clip).filter(({ property }) => !properties.includes(property));
    const tracks = properties.map((property): Keyframes => {
      const written = valueAt(clip, property);
      const value = typeof written === 'number' ? written : usual;
      const points = steps.map(([share, by], index): KeyframePoint => ({
        time: Math.round(share * length),
        value: isFactor ? value * by : value + by,
        ...(index > 0 ? { easing: 'easeInOut' as const } : {}),
      }));
      return { property, points };
    });
    return { ...clip, keyframes: [...others, ...tracks] } as Clip;
  };

const SCALE = ['transform.scale.x', 'transform.scale.y'];
const scaled = (...steps: Course) => course(SCALE, steps, { usual: 1, isFactor: true });
const turned = (...steps: Course) => course(['transform.rotation'], steps, { usual: 0, isFactor: false });
const zoomed =
  (from: number, to: number) =>
  (clip: Clip): Clip => ({
    ...clip,
    motion: { from: { scale: from }, to: { scale: to }, easing: 'easeInOut' },
  });

/** Transitions in and out, and motions for the whole duration. */
export const MOTION_PRESETS: ReadonlyArray<{
  readonly name: string;
  readonly presets: ReadonlyArray<MotionPreset>;
}> = [
  {
    name: t('In'),
    presets: [
      preset(t('Fade in'), 'fade', 'in', { type: 'fade', duration: 600 }),
      preset(t('Rise'), 'rise', 'in', {
        type: 'slide',
        direction: 'up',
        distance: 80,
        fade: true,
        duration: 700,
        easing: 'easeOutCubic',
      }),
      preset(t('Pop'), 'pop', 'in', { type: 'zoom', from: 0.6, duration: 500, easing: 'easeOutBack' }),
      preset(t('Slide in'), 'slide', 'in', {
        type: 'slide',
        direction: 'right',
        duration: 700,
        easing: 'easeOutQuart',
      }),
      preset(t('Wipe in'), 'wipe', 'in', { type: 'wipe', direction: 'right', softness: 0.1, duration: 700 }),
      preset(t('Focus'), 'focus', 'in', { type: 'blur', duration: 600, easing: 'easeOut' }),
    ],
  },
  {
    name: t('Out'),
    presets: [
      preset(t('Fade out'), 'fade', 'out', { type: 'fade', duration: 600 }),
      preset(t('Sink'), 'rise', 'out', {
        type: 'slide',
        direction: 'down',
        distance: 80,
        fade: true,
        duration: 700,
        easing: 'easeInCubic',
      }),
      preset(t('Shrink'), 'pop', 'out', { type: 'zoom', from: 0.6, duration: 500, easing: 'easeInBack' }),
    ],
  },
  {
    name: t('All the time'),
    presets: [
      { name: t('Zoom in'), preview: 'zoom', given: zoomed(1, 1.2) },
      { name: t('Zoom out'), preview: 'zoom-out', given: zoomed(1.2, 1) },
      {
        name: t('Pulse'),
        preview: 'pulse',
        given: scaled([0, 1], [0.25, 1.08], [0.5, 1], [0.75, 1.08], [1, 1]),
      },
      { name: t('Sway'), preview: 'sway', given: turned([0, -3], [0.25, 3], [0.5, -3], [0.75, 3], [1, -3]) },
      { name: t('Spin'), preview: 'spin', given: turned([0, 0], [1, 360]) },
    ],
  },
];
