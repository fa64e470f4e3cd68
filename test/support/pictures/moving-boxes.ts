import { type Drawn, frames } from './scenes.js';

/** A white box on black that enters, leaves and moves. */
export const CANVAS = { width: 120, height: 80 };
export const METADATA = { duration: 1000, fps: 10, canvas: CANVAS, backgroundColor: '#000000' };
export const BOX = { position: { x: 20, y: 20 }, size: { width: 80, height: 40 } };
export const white = (more: object) => ({
  type: 'shape',
  timeFrame: { start: 0, end: 1000 },
  ...BOX,
  shapeProperties: { shape: 'rectangle', fill: '#FFFFFF' },
  ...more,
});
export const coming = (transition: object, more: object = {}) =>
  frames(METADATA, [white({ transition: { in: { duration: 1000, ...transition } }, ...more })]);
export const going = (transition: object) =>
  frames(METADATA, [white({ transition: { out: { duration: 1000, ...transition } } })]);
export const eachFrame = (check: (frame: number, p: number) => void): void => {
  for (let frame = 1; frame < 10; frame += 1) check(frame, frame / 10);
};
export const level = (picture: Drawn, x: number, y: number): number => picture.at(x, y)[1];
/** How much of a line of pixels is lit, px. */
export const lit = (picture: Drawn, points: ReadonlyArray<readonly [number, number]>): number =>
  points.reduce((sum, [x, y]) => sum + level(picture, x, y) / 255, 0);
export const row = Array.from({ length: 80 }, (_, x) => [20 + x, 40] as const);
export const column = Array.from({ length: 40 }, (_, y) => [60, 20 + y] as const);
export const smooth = (x: number): number => {
  const within = Math.min(1, Math.max(0, x));
  return within * within * (3 - 2 * within);
};
