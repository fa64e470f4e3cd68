import { type EditorUnderTest, openEditor } from '../../support/web/editor.js';
import type { Figure } from './figures.js';

/** Notes the frames that are shown while the video plays, and when the first and the last of them are. */
const WATCH = `(() => {
  const played = (globalThis.played = { frames: [], from: 0, to: 0 });
  const canvas = document.querySelector('canvas.live');
  new MutationObserver(() => {
    const frame = Number(canvas.dataset.frame);
    if (played.frames.at(-1) === frame) return;
    played.frames.push(frame);
    played.to = performance.now();
    played.from ||= played.to;
  }).observe(canvas, { attributeFilter: ['data-frame'] });
})()`;

/** Playback of the promo of the samples, in 1080p, from its beginning to its end. */
export const playingRate = async (editor: EditorUnderTest): Promise<ReadonlyArray<Figure>> => {
  const samples: ReadonlyArray<{ _id: string; video: object }> = (await editor.api('GET', '/v1/samples')).body
    .data;
  const promo = samples.find(({ _id }) => _id === 'product-promo');
  if (!promo) throw new Error('the sample is missing');
  const { page, context } = await openEditor(editor, await editor.stored(promo.video));
  await page.getByRole('img', { name: 'Frame at 0 s' }).waitFor();
  await page.evaluate(WATCH);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor({ timeout: 120_000 });
  const { frames, from, to } = await page.evaluate<{
    readonly frames: ReadonlyArray<number>;
    readonly from: number;
    readonly to: number;
  }>('played');
  await context.close();
  const [first = 0, last = 0] = [frames[0], frames.at(-1)];
  const what = 'playback of the promo in 1080p';
  return [
    { what: `${what}, frames a second`, unit: 'fps', value: (1000 * (frames.length - 1)) / (to - from) },
    {
      what: `${what}, frames left out of ${last - first + 1}`,
      unit: '',
      value: last - first + 1 - frames.length,
      aim: 0,
    },
  ];
};
