import type { CDPSession, Page } from 'playwright-core';
import { type EditorUnderTest, openEditor } from '../../support/web/editor.js';
import { median, percentile } from '../median.js';
import type { Figure } from './figures.js';
import { projectOf } from './projects.js';

const MOVES = 120;

/** Time for which the main thread ran scripts so far, and was busy at all, ms. */
const timesOf = async (session: CDPSession): Promise<{ readonly script: number; readonly task: number }> => {
  const { metrics } = await session.send('Performance.getMetrics');
  const ms = (name: string): number => 1000 * (metrics.find((one) => one.name === name)?.value ?? Number.NaN);
  return { script: ms('ScriptDuration'), task: ms('TaskDuration') };
};

/** Drags from a place in small steps, one for each frame. Returns the scripting time of each step, ms. */
const drag = async (page: Page, x: number, y: number): Promise<ReadonlyArray<number>> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 5, y);
  const scripting: number[] = [];
  let before = await timesOf(session);
  for (let move = 1; move <= MOVES; move++) {
    await page.mouse.move(x + 5 + move, y + (move % 40));
    await page.evaluate('new Promise(requestAnimationFrame)');
    const now = await timesOf(session);
    scripting.push(now.script - before.script);
    before = now;
  }
  await page.mouse.up();
  return scripting;
};

/** Dragging a clip on the stage of a project of 200 clips. */
export const draggingTime = async (
  editor: EditorUnderTest,
  picture: string,
): Promise<ReadonlyArray<Figure>> => {
  const video = await editor.stored(projectOf(200, picture));
  const { page, context } = await openEditor(editor, video);
  await page.getByRole('img', { name: 'Frame at 0 s' }).waitFor();
  const box = await page.getByRole('button', { name: 'text clip clip 0' }).boundingBox();
  if (!box) throw new Error('the clip is not on screen');
  const dragged = await drag(page, box.x + box.width / 2, box.y + box.height / 2);
  const moved = await page.getByRole('button', { name: 'text clip clip 0' }).boundingBox();
  if (!moved || moved.x < box.x + 50) throw new Error('the clip was not dragged');
  await context.close();
  return (
    [
      ['p50', median],
      ['p95', (values: ReadonlyArray<number>) => percentile(values, 0.95)],
    ] as const
  ).map(([name, of]) => ({
    what: `scripting time of a frame while dragging in a project of 200 clips, ${name}`,
    unit: 'ms',
    value: of(dragged),
    aim: 8,
  }));
};
