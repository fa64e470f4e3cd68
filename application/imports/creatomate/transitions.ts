import { colorIn } from '../reading/colors.js';
import type { JsonObject } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { table } from '../reading/table.js';
import { angleOf, type Frame, shareOf } from './values.js';

const DIRECTIONS = table({
  right: 'right',
  left: 'left',
  up: 'up',
  down: 'down',
  '0°': 'right',
  '90°': 'down',
  '180°': 'left',
  '270°': 'up',
  '0': 'right',
  '90': 'down',
  '180': 'left',
  '270': 'up',
  '-90°': 'up',
});

const directionIn = (animation: Reader, otherwise: string): string => {
  if (!animation.has('direction')) return otherwise;
  const angle = angleOf(animation.raw('direction'));
  if (angle === undefined) return animation.choice('direction', DIRECTIONS) ?? otherwise;
  const quarter = (((Math.round(angle / 90) % 4) + 4) % 4) * 90;
  if (Math.abs(quarter - (((angle % 360) + 360) % 360)) > 1)
    animation.differs('direction', 'is carried over as the nearest of right, down, left and up');
  return DIRECTIONS[String(quarter)] ?? otherwise;
};

const fades = (animation: Reader): boolean => animation.flag('fade') ?? true;

/** Notes that an element does not fade during a movement that has no fade here. */
const cannotFade = (animation: Reader): void => {
  if (fades(animation)) animation.differs('fade', 'the element does not fade as well');
};

/** Transitions of whole elements, by the type of the animation. */
export const WHOLE: Readonly<Record<string, (animation: Reader, frame: Frame) => JsonObject>> = table({
  fade: () => ({ type: 'fade' }),
  slide: (animation: Reader, frame: Frame) => {
    const direction = directionIn(animation, 'right');
    const share = shareOf(animation.raw('distance')) ?? 1;
    const side = direction === 'left' || direction === 'right' ? frame.width : frame.height;
    const distance = share >= 1 || side === undefined ? 'canvas' : share * side;
    return { type: 'slide', direction, distance, fade: fades(animation) };
  },
  wipe: (animation: Reader) => {
    const anchor = shareOf(animation.raw('x_anchor'));
    const angle = angleOf(animation.raw('start_angle')) ?? 90;
    cannotFade(animation);
    return {
      type: 'wipe',
      direction: Math.abs(angle) === 180 ? 'down' : angle === 0 ? 'up' : anchor === 1 ? 'left' : 'right',
    };
  },
  'circular-wipe': (animation: Reader) => {
    cannotFade(animation);
    return { type: 'circle' };
  },
  'color-wipe': (animation: Reader) => {
    animation.differs('type', 'a colour fades over the element instead of moving across it');
    return { type: 'color', color: colorIn(animation, 'color') ?? '#000000' };
  },
  scale: (animation: Reader) => ({
    type: 'zoom',
    from: Math.min(10, Math.max(0, shareOf(animation.raw('start_scale')) ?? 0)),
    fade: fades(animation),
  }),
  spin: (animation: Reader) => ({
    type: 'spin',
    angle: -(angleOf(animation.raw('rotation')) ?? 360),
    fade: fades(animation),
  }),
  'rotate-slide': (animation: Reader) => {
    animation.differs('type', 'the element slides without turning');
    return { type: 'slide', direction: directionIn(animation, 'right'), distance: 'canvas' };
  },
  'film-roll': (animation: Reader) => ({ type: 'push', direction: directionIn(animation, 'up') }),
  squash: (animation: Reader) => {
    animation.differs('type', 'the element grows evenly');
    return { type: 'zoom', from: 0, fade: fades(animation) };
  },
  flip: (animation: Reader) => {
    animation.differs('type', 'the element grows instead of turning in space');
    animation.ignore('x_rotation', 'y_rotation', 'x_anchor', 'y_anchor');
    return { type: 'zoom', from: 0.5, fade: fades(animation) };
  },
  bounce: (animation: Reader) => {
    animation.differs('type', 'the element grows with a bounce');
    return { type: 'zoom', from: 0.3, fade: true };
  },
});
