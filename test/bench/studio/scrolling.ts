import { type EditorUnderTest, openEditor, showPanel } from '../../support/web/editor.js';
import { mostCardsUntil, storeAssets } from '../../support/web/many-assets.js';
import { median, percentile } from '../median.js';
import type { Figure } from './figures.js';
import { projectOf } from './projects.js';

const FRAMES = 300;

/** Scrolls the panel down from its top, by a row with each frame. The time of each frame, ms. */
const SCROLLED = `(async () => {
  const panel = document.querySelector('.panel');
  panel.scrollTop = 0;
  const times = [];
  let last = await new Promise(requestAnimationFrame);
  while (times.length < ${FRAMES}) {
    panel.scrollTop += 110;
    const now = await new Promise(requestAnimationFrame);
    times.push(now - last);
    last = now;
  }
  return times;
})()`;

/** Frames while the media panel is scrolled that has loaded so many assets. */
const frameTimes = async (editor: EditorUnderTest, picture: string, count: number) => {
  const video = await editor.stored(projectOf(1, picture));
  await storeAssets(editor.service, 'editor', video.id, count);
  const { page, context } = await openEditor(editor, video);
  await showPanel(page, 'Media');
  await mostCardsUntil(page, 'many 1');
  const times = await page.evaluate<ReadonlyArray<number>>(SCROLLED);
  await context.close();
  return times;
};

/** Scrolling through 10,000 assets, and as the baseline through 500. */
export const scrollingTime = async (
  editor: EditorUnderTest,
  picture: string,
): Promise<ReadonlyArray<Figure>> => {
  const few = await frameTimes(editor, picture, 500);
  const many = await frameTimes(editor, picture, 10_000);
  const what = 'next frame while scrolling through 10,000 assets (500)';
  return [
    { what: `${what}, p50`, unit: 'ms', value: median(many), baseline: median(few), aim: 17 },
    { what: `${what}, p95`, unit: 'ms', value: percentile(many, 0.95), baseline: percentile(few, 0.95) },
  ];
};
