import { expect } from 'chai';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { editorForSuite, isSaved, openPrepared, showPanel } from '../support/web/editor.js';
import { eventually } from '../support/eventually.js';

const time = { start: 0, end: 2000 };
const shape = {
  id: 'card',
  name: 'card',
  type: 'shape',
  timeFrame: time,
  position: { x: 20, y: 40 },
  size: { width: 80, height: 80 },
  shapeProperties: { shape: 'rectangle', fill: '#ff0000' },
  effects: { opacity: 1, borderRadius: 4 },
};
const text = {
  id: 'title',
  name: 'title',
  type: 'text',
  timeFrame: time,
  position: { x: 120, y: 40, z: 1 },
  size: { width: 180, height: 80 },
  textProperties: {
    content: 'WWWW',
    fontSize: 40,
    color: '#ffffff',
    textAlign: 'right',
    verticalAlign: 'bottom',
  },
};
const PROJECT = {
  metadata: { name: 'Live', duration: 2000, fps: 25, canvas: { width: 320, height: 180 } },
  clips: [shape, text],
};

const said = { fontSize: 60, fontFamily: 'Poppins', fontWeight: 700, color: '#ffffff' };
const lit = { ...said, fontSize: 78, color: '#ffd60a', backgroundColor: '#7700aa', padding: 6 };
/** At its start, the text is at rest: its letters move at the end. */
const MOVING = {
  metadata: { ...PROJECT.metadata, canvas: { width: 960, height: 540 } },
  clips: [
    {
      ...text,
      size: { width: 720, height: 240 },
      textProperties: {
        ...text.textProperties,
        fontSize: 120,
        animation: { type: 'slide', at: 'out', duration: 200 },
      },
    },
    {
      id: 'caption',
      name: 'caption',
      type: 'caption',
      timeFrame: time,
      position: { x: 30, y: 300 },
      size: { width: 900, height: 200 },
      captionProperties: {
        words: ['Say', 'it', 'in', 'your', 'words'].map((word, index) => ({
          word,
          start: index * 400,
          end: (index + 1) * 400,
        })),
        maxWidth: 480,
        nonHighlightTextProperties: said,
        highlightTextProperties: lit,
      },
    },
  ],
};

/** A text that fits its box, in a turned group of another scale than its contents, which starts late. */
const GROUPED = {
  metadata: { ...MOVING.metadata },
  variables: { said: { type: 'text', default: 'WWWW WW' } },
  clips: [
    {
      id: 'group',
      name: 'group',
      type: 'group',
      timeFrame: time,
      position: { x: 80, y: 20 },
      size: { width: 400, height: 200 },
      transform: { scale: { x: 2, y: 1.5 }, rotation: 10 },
      clips: [
        {
          ...text,
          position: { x: 40, y: 20 },
          size: { width: 300, height: 160 },
          textProperties: {
            ...said,
            content: '{{said}}',
            fitText: { min: 10, max: 300 },
            maxLines: 3,
            padding: 10,
            backgroundColor: '#7700aa',
          },
        },
      ],
    },
  ],
};

/** How far two pictures are apart: the mean over all pixels, in levels. */
const distance = async (one: Buffer, other: Buffer): Promise<number> => {
  const difference = await sharp(one)
    .composite([{ input: other, blend: 'difference' }])
    .removeAlpha()
    .toBuffer();
  const { channels } = await sharp(difference).stats();
  return Math.max(...channels.map(({ mean }) => mean));
};

const picture = (page: Page): Promise<Buffer> => page.locator('.canvas').screenshot();

/** Expects that the service draws nearly what the browser shows, which it lets answer for that. */
const isDrawnAsTyped = async (page: Page, before: Buffer, answer: () => void): Promise<void> => {
  const typed = await picture(page);
  answer();
  await page.locator('.text-face').first().waitFor({ state: 'detached' });
  await page.locator('canvas.hand').waitFor({ state: 'hidden' });
  const exact = await picture(page);
  expect(await distance(typed, exact)).to.be.lessThan((await distance(before, exact)) / 5);
};

/** The colour at a point of the canvas that the browser draws, as long as it is shown. */
const colorAt = (page: Page, x: number, y: number): Promise<ReadonlyArray<number> | undefined> =>
  page.evaluate(`(() => {
    const canvas = document.querySelector('canvas.hand:not([hidden])');
    return canvas ? [...canvas.getContext('2d').getImageData(${x}, ${y}, 1, 1).data.slice(0, 3)] : undefined;
  })()`);

/** The brightest red on the canvas where the text is, which has a size. */
const inkOf = (page: Page, { width, height } = text.size): Promise<number | undefined> =>
  page.evaluate(`(() => {
    const canvas = document.querySelector('canvas.hand:not([hidden])');
    if (!canvas) return undefined;
    const { data } = canvas.getContext('2d').getImageData(120, 40, ${width}, ${height});
    return data.reduce((most, level, index) => (index % 4 === 0 ? Math.max(most, level) : most), 0);
  })()`);

describe('edits on the paused stage', () => {
  const editor = editorForSuite();

  /** Opens the editor, prepared to draw. From then on, the service answers neither frames nor playback until it is told to. */
  const openHeld = async (clip: string, project: object = PROJECT) => {
    const { page, complaints } = await openPrepared(editor, await editor.stored(project));
    await page.getByRole('button', { name: clip }).focus();
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    for (const address of ['**/v1/frames?*', '**/v1/playback'])
      await page.route(address, async (route) => {
        await held;
        await route.continue();
      });
    return { page, complaints, answer };
  };

  it('are drawn before the service answers: colours, opacity and the background', async () => {
    const { page, complaints, answer } = await openHeld('shape clip card');
    const shows = (x: number, y: number, color: ReadonlyArray<number>) =>
      eventually(async () => expect(await colorAt(page, x, y)).to.deep.equal(color));
    await page.getByLabel('Fill', { exact: true }).and(page.locator('input')).fill('#00ff00');
    await shows(60, 80, [0, 255, 0]);
    await page.getByLabel('Opacity', { exact: true }).fill('20');
    await shows(60, 80, [0, 51, 0]);
    await page.locator('.bar-clip.shape').press('Escape');
    await page.getByLabel('Background color', { exact: true }).and(page.locator('input')).fill('#000080');
    await shows(110, 100, [0, 0, 128]);
    answer();
    await eventually(async () => expect(await colorAt(page, 110, 100)).to.equal(undefined));
    await isSaved(page);
    expect(complaints).to.deep.equal([]);
  });

  it('show a text as it is typed, where and how it stands', async () => {
    const { page, complaints, answer } = await openHeld('text clip title');
    const letters = page.locator('.text-face > div');
    await page.getByLabel('Content').fill('Hey');
    await letters.getByText('Hey').waitFor();
    await eventually(async () => expect(await inkOf(page), 'no letters below them').to.equal(0));
    await page.getByRole('button', { name: 'text clip title' }).dblclick();
    await page.keyboard.type('You');
    await letters.getByText('You').waitFor();
    expect(await letters.count()).to.equal(1);
    expect(await inkOf(page)).to.equal(0);
    answer();
    await page.keyboard.press('Escape');
    await letters.waitFor({ state: 'detached' });
    await isSaved(page);
    expect(complaints).to.deep.equal([]);
  });

  it('show captions and animated texts as they are typed, as the service then draws them', async () => {
    const { page, complaints, answer } = await openHeld('text clip', MOVING);
    const before = await picture(page);
    await page.getByRole('button', { name: 'caption clip' }).focus();
    const line = page.getByLabel('Said at 0:00.0');
    await line.fill('Say it in our');
    const letters = page.locator('.text-face');
    await letters.getByText('our').first().waitFor();
    await line.fill('Say it in our house now');
    await page.getByRole('button', { name: 'text clip' }).focus();
    await page.getByLabel('Content').fill('MMM');
    await letters.getByText('MMM').waitFor();
    const { size } = MOVING.clips[0]!;
    await eventually(async () => expect(await inkOf(page, size), 'no letters below them').to.equal(0));
    await isDrawnAsTyped(page, before, answer);
    await isSaved(page);
    expect(complaints).to.deep.equal([]);
  });

  it('show a text in a group as it is typed, at the size that fits', async () => {
    const { page, complaints, answer } = await openHeld('group clip', GROUPED);
    await page.locator('.bar-clip').press('Escape');
    const before = await picture(page);
    await showPanel(page, 'Variables');
    const letters = page.locator('.text-face');
    const type = async (words: string): Promise<void> => {
      await page.getByLabel('Default', { exact: true }).fill(words);
      await letters.getByText(words).waitFor();
    };
    await type('Say');
    const size = () =>
      letters.evaluate((one) =>
        parseFloat((one as unknown as { style: { fontSize: string } }).style.fontSize),
      );
    const large = await size();
    await type('Say it in our house now');
    expect(await size()).to.be.lessThan(large);
    await isDrawnAsTyped(page, before, answer);
    await isSaved(page);
    expect(complaints).to.deep.equal([]);
  });
});
