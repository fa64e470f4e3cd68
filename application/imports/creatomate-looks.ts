import * as t from 'io-ts';
import type { JsonObject } from './json-object.js';
import type { Reader } from './reader.js';
import { table } from './table.js';
import { ms, within } from './units.js';

// How elements of Creatomate are placed and move.

/** A number, or text with a unit. */
export const LENGTH = t.union([t.number, t.string]);

/** A length: px, or with a unit that both formats have. */
export const lengthOf = (element: Reader, name: string, otherwise: number | string): number | string => {
  const given = element.read(name, LENGTH) ?? otherwise;
  if (typeof given === 'number') return given;
  const [, number = '', unit = ''] = /^\s*(-?[\d.]+)\s*(%|vw|vh|vmin|px)?\s*$/.exec(given) ?? [];
  if (number === '') {
    element.differs(name, 'has a unit that the format does not have: the default is used');
    return otherwise;
  }
  return unit === '' || unit === 'px' ? Number(number) : `${Number(number)}${unit}`;
};

/** A share from 0 to 1: a number, or a percentage. */
export const share = (element: Reader, name: string): number | undefined => {
  const given = element.read(name, LENGTH);
  if (given === undefined) return undefined;
  const value = typeof given === 'number' ? given : Number.parseFloat(given) / 100;
  return Number.isFinite(value) ? within(0, 1, value) : undefined;
};

const ANCHORS = [
  ['topLeft', 'top', 'topRight'],
  ['left', 'center', 'right'],
  ['bottomLeft', 'bottom', 'bottomRight'],
];

/** The named point that is nearest to the anchor of an element. */
export const anchorOf = (element: Reader): string => {
  const [x, y] = [share(element, 'x_anchor') ?? 0.5, share(element, 'y_anchor') ?? 0.5];
  const [column, row] = [Math.round(x * 2), Math.round(y * 2)];
  if (column !== x * 2 || row !== y * 2)
    element.differs('x_anchor', 'is carried over as the nearest of nine points');
  return ANCHORS[row]?.[column] ?? 'center';
};

const TRANSITIONS: Readonly<Record<string, string>> = table({
  fade: 'fade',
  slide: 'slide',
  wipe: 'wipe',
  'circular-wipe': 'circle',
  scale: 'zoom',
  spin: 'spin',
  'color-wipe': 'wipe',
});
const DIRECTIONS: Readonly<Record<string, string>> = table({
  '0°': 'right',
  '90°': 'down',
  '180°': 'left',
  '270°': 'up',
});

/** The transitions that come near the animations of an element. */
export const transitionsOf = (element: Reader): JsonObject | undefined => {
  const found: Record<string, JsonObject> = {};
  for (const animation of element.children('animations')) {
    const time = animation.read('time', LENGTH) ?? (animation.flag('transition') ? 'start' : undefined);
    const kind = animation.text('type') ?? '';
    const type = TRANSITIONS[kind.replace(/^text-/, '')];
    const side = time === 'end' || animation.flag('reversed') ? 'out' : 'in';
    if (type === undefined || (time !== 'start' && time !== 0 && time !== 'end')) {
      animation.differs('type', `${kind.slice(0, 50)} at this time has no equivalent and was left out`);
      continue;
    }
    animation.ignore('easing', 'transition');
    const duration = ms(animation.number('duration') ?? 1);
    const direction = DIRECTIONS[animation.text('direction') ?? ''] ?? 'right';
    found[side] = { type, duration, ...(type === 'slide' || type === 'wipe' ? { direction } : {}) };
  }
  return Object.keys(found).length === 0 ? undefined : found;
};
