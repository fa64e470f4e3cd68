import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { AssetServer } from '../../support/servers/asset-server.js';
import { type EditorUnderTest, openEditor } from '../../support/web/editor.js';
import { median, percentile } from '../median.js';
import { contentInput, madeIn } from '../render/media.js';
import type { Figure } from './figures.js';
import { fullHdProject, projectOf } from './projects.js';

const TIMES = 60;
/** After how long the browser is ready to draw, once the pointer is over the stage, ms. */
const PREPARED = 3000;
const SEEKS = 40;
/** After how long the exact picture is there too, ms. */
const REST = 1000;

/** Notes when a key or the pointer acts, when the stage is drawn after it, and the tasks that hold up the page. */
const WATCH = `(() => {
  const watched = (globalThis.watched = { acted: undefined, taken: [], frame: 0, actedIn: 0, late: 0, longest: 0 });
  const context = document.querySelector('canvas.hand').getContext('2d');
  const count = () => { watched.frame += 1; requestAnimationFrame(count); };
  count();
  const note = ({ timeStamp, type }) => {
    if (type === 'pointermove' && timeStamp === watched.raw) return;
    if (type === 'pointerrawupdate') watched.raw = timeStamp;
    if (watched.acted === undefined) watched.actedIn = watched.frame;
    watched.acted ??= timeStamp;
  };
  const shown = () => {
    if (watched.acted === undefined) return;
    watched.taken.push(performance.now() - watched.acted);
    watched.late = Math.max(watched.late, watched.frame - watched.actedIn);
    watched.acted = undefined;
  };
  for (const name of ['clearRect', 'fillRect', 'drawImage', 'fill']) {
    const own = context[name].bind(context);
    context[name] = (...given) => { own(...given); shown(); };
  }
  for (const type of ['pointerrawupdate', 'pointermove', 'keydown', 'input']) addEventListener(type, note, true);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longest = Math.max(watched.longest, duration);
  }).observe({ type: 'longtask' });
})()`;

const takenOf = (page: Page): Promise<ReadonlyArray<number>> => page.evaluate('watched.taken.splice(0)');

const frame = (page: Page): Promise<unknown> => page.evaluate('new Promise(requestAnimationFrame)');

/** Seeks all over a video in 1080p of ten seconds with one key frame, opened a few seconds before. */
export const seekTime = async (
  editor: EditorUnderTest,
  assets: AssetServer,
  folder: string,
  picture: string,
): Promise<ReadonlyArray<Figure>> => {
  const input = contentInput('photographic pan', '1920x1080', 30, 10);
  const file = await madeIn(
    folder,
    'one-key.mp4',
    ...input,
    ...'-c:v libx264 -pix_fmt yuv420p -g 300'.split(' '),
  );
  const source = assets.serve('/one-key.mp4', await readFile(join(folder, file)));
  const { page, context } = await openEditor(editor, await editor.stored(fullHdProject(source, picture)));
  await page.getByRole('img', { name: 'Frame at 0 s' }).waitFor();
  const time = page.getByRole('slider', { name: 'Time', exact: true });
  await time.focus();
  await pause(PREPARED);
  await page.evaluate(WATCH);
  const first: number[] = [];
  for (let seek = 1; seek <= SEEKS; seek += 1) {
    await time.fill(String(((seek * 17) % SEEKS) * 240 + 50));
    await pause(REST);
    // What is drawn after the first picture are clips above it, and the exact picture.
    const [taken] = await takenOf(page);
    if (taken !== undefined) first.push(taken);
  }
  await context.close();
  if (first.length < SEEKS / 2) throw new Error('the stage was not drawn');
  const what = 'a seek to its picture, 1080p with one key frame';
  return [
    { what: `${what}, p50`, unit: 'ms', value: median(first) },
    { what: `${what}, p95`, unit: 'ms', value: percentile(first, 0.95), aim: 50 },
  ];
};

/** From the hand of a person to the picture that follows, in a project of many clips; and until it plays. */
export const pictureTime = async (
  editor: EditorUnderTest,
  picture: string,
): Promise<ReadonlyArray<Figure>> => {
  const video = await editor.stored(projectOf(180, picture));
  const { page, context } = await openEditor(editor, video);
  await page.getByRole('img', { name: 'Frame at 0 s' }).waitFor();
  const started = performance.now();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('canvas.live[data-frame]:visible').waitFor();
  const played = (performance.now() - started) / 1000;
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('slider', { name: 'Time', exact: true }).fill('0');
  await page.getByRole('img', { name: 'Frame at 0 s' }).waitFor();
  const clip = page.getByRole('button', { name: 'text clip Title 0', exact: true });
  const { x, y, width, height } = (await clip.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
  await pause(PREPARED);
  await page.mouse.down();
  // The picture of the service may be there before the browser is ready to draw its own.
  for (let by = 8; !(await page.locator('canvas.hand').isVisible()); by = 20 - by) {
    await page.mouse.move(x + width / 2 + by, y + height / 2 + by);
    await frame(page);
  }
  await page.evaluate(WATCH);
  for (let move = 1; move <= TIMES; move++) {
    await page.mouse.move(x + width / 2 + 8 + move, y + height / 2 + (move % 20));
    await frame(page);
  }
  const dragged = await takenOf(page);
  const late = await page.evaluate<number>('watched.late');
  await page.mouse.up();
  await page.getByText('All changes saved').waitFor();
  await page.keyboard.press('Escape');
  for (let step = 0; step < TIMES; step++) {
    await page.keyboard.press('.');
    await frame(page);
    await frame(page);
  }
  const sought = await takenOf(page);
  await clip.click();
  await page.getByLabel('Content', { exact: true }).focus();
  await takenOf(page);
  for (let key = 0; key < TIMES; key++) {
    await page.keyboard.press('a');
    await frame(page);
    await frame(page);
  }
  const typed = await takenOf(page);
  const longest = await page.evaluate<number>('watched.longest');
  await context.close();
  if (Math.min(dragged.length, sought.length, typed.length) < TIMES / 4)
    throw new Error('the stage was not drawn');
  const p95 = (values: ReadonlyArray<number>): number => percentile(values, 0.95);
  const dragging = 'pointer to picture while dragging among 180 clips';
  const stepping = 'a step to the next frame, to its picture, among 180 clips';
  return [
    { what: `${dragging}, p50`, unit: 'ms', value: median(dragged) },
    { what: `${dragging}, p95`, unit: 'ms', value: p95(dragged), aim: 16 },
    { what: `${dragging}, most frames between them`, unit: '', value: late, aim: 0 },
    { what: `${stepping}, p50`, unit: 'ms', value: median(sought) },
    { what: `${stepping}, p95`, unit: 'ms', value: p95(sought), aim: 50 },
    {
      what: 'a key in a text field to its picture, among 180 clips, p95',
      unit: 'ms',
      value: p95(typed),
      aim: 50,
    },
    { what: 'Play to the first frame of 180 clips, never played before', unit: 's', value: played, aim: 1 },
    {
      what: 'longest task over 50 ms while dragging, stepping and typing',
      unit: 'ms',
      value: longest,
      aim: 100,
    },
  ];
};
