/** What a hand does on a page. */
import type { Locator } from 'playwright-core';

/** Where something is on the page, CSS px. @throws Error if it is not there */
export const boxOf = async (what: Locator) => {
  const box = await what.boundingBox();
  if (!box) throw new Error(`${String(what)} is not on screen`);
  return box;
};

/** Drags something by its middle, over so many CSS px. */
export const drag = async (what: Locator, dx: number, dy: number): Promise<void> => {
  const { mouse } = what.page();
  const { x, y, width, height } = await boxOf(what);
  const [from, down] = [x + width / 2, y + height / 2];
  await mouse.move(from, down);
  await mouse.down();
  await mouse.move(from + dx, down + dy, { steps: 4 });
  await mouse.up();
};
