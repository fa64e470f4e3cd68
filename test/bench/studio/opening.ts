import type { EditorUnderTest, StoredVideo } from '../../support/web/editor.js';
import { median } from '../median.js';
import type { Figure } from './figures.js';
import { projectOf } from './projects.js';

const RUNS = 5;

/**
 * From opening the link in an empty tab, in a profile without a cache, until the first frame shows. The colour changes each time, so that
 * the frame is drawn again.
 */
const opened = async (editor: EditorUnderTest, video: StoredVideo, run: number): Promise<number> => {
  const metadata = { backgroundColor: `#1020${(run + 16).toString(16)}` };
  await editor.api('PATCH', `/v1/videos/${video.id}`, { body: { metadata } });
  const { page, context } = await editor.browser.open(editor.service.baseUrl);
  const started = performance.now();
  await page.goto(video.link);
  await page.locator('.canvas > img').waitFor(); // a search by role would read all clips meanwhile
  await page.evaluate('document.querySelector(".canvas img").decode()');
  const ms = performance.now() - started;
  await context.close();
  return ms;
};

/** Opening a project of 200 clips, and as the baseline one of a single clip. */
export const openingTime = async (
  editor: EditorUnderTest,
  picture: string,
): Promise<ReadonlyArray<Figure>> => {
  const many = await editor.stored(projectOf(200, picture));
  const one = await editor.stored(projectOf(1, picture));
  const times: { readonly many: number[]; readonly one: number[] } = { many: [], one: [] };
  for (let run = 0; run <= RUNS; run++) {
    const [first, second] = [await opened(editor, many, run), await opened(editor, one, run)];
    if (run === 0) continue; // fetches the sources and starts what draws
    times.many.push(first);
    times.one.push(second);
  }
  const what = 'opening a project of 200 clips to its first frame (one clip)';
  return [{ what, unit: 'ms', value: median(times.many), baseline: median(times.one), aim: 1200 }];
};
