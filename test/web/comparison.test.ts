import { expect } from 'chai';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { forSuite } from '../support/for-suite.js';
import { eventually } from '../support/eventually.js';
import { lavfi } from '../support/renders/lavfi.js';
import { startMedia } from '../support/renders/made-media.js';
import { accessibilityProblems } from '../support/web/browser.js';
import { editorForSuite, openEditor } from '../support/web/editor.js';

const RED = [255, 0, 0];
const BLUE = [0, 0, 255];
const GREEN = [0, 255, 0];
const BLACK = [0, 0, 0];

/** A film in the left half, and in the right half a box during the first second. */
const projectOf = (film: string, fill: string, fps: number) => ({
  metadata: { name: 'Compared', duration: 2000, fps, canvas: { width: 320, height: 180 } },
  clips: [
    {
      id: 'film',
      type: 'video',
      source: film,
      timeFrame: { start: 0, end: 2000 },
      size: { width: 160, height: 180 },
      position: { x: 0, y: 0, z: 0 },
    },
    {
      id: 'box',
      type: 'shape',
      timeFrame: { start: 0, end: 1000 },
      size: { width: 160, height: 180 },
      position: { x: 160, y: 0, z: 1 },
      shapeProperties: { shape: 'rectangle', fill },
    },
  ],
});

/** The colours of the film and of the box of both versions, rounded to tell those of the tests apart. */
const COLORS = `[...document.querySelectorAll('.compared canvas:not([hidden])')].map((canvas) =>
  [80, 240].map((x) => [...canvas.getContext('2d').getImageData(x, 90, 1, 1).data.slice(0, 3)]
    .map((level) => (level < 128 ? 0 : 255))))`;

type Colors = ReadonlyArray<ReadonlyArray<ReadonlyArray<number>>>;

describe('the comparison of two versions', () => {
  const editor = editorForSuite();
  const media = forSuite(startMedia, ({ stop }) => stop());

  const filmOf = (color: string): Promise<string> =>
    media.made(
      `${color}.mp4`,
      ...lavfi(`color=${color}:s=160x180:r=25:d=2`),
      ...'-c:v libx264 -pix_fmt yuv420p'.split(' '),
    );

  it('plays versions that were never rendered with one playhead, beside and over each other', async () => {
    const first = projectOf(await filmOf('red'), '#0000ff', 25);
    const second = projectOf(await filmOf('lime'), '#ff0000', 10);
    const video = await editor.stored(first);
    await editor.api('PATCH', `/v1/videos/${video.id}`, { body: second });
    const { page, complaints } = await openEditor(editor, video);
    await page.getByRole('tab', { name: 'Versions' }).click();
    for (const version of [1, 2]) await page.getByRole('checkbox', { name: `Version ${version}` }).check();
    await page.getByRole('button', { name: 'Compare the chosen two' }).click();
    const dialog = page.getByRole('dialog', { name: 'Versions' });
    for (const version of [1, 2]) await dialog.getByAltText(`Version ${version} at 0 s`).waitFor();
    const colors = () => page.evaluate<Colors>(COLORS);
    const becomes = (expected: Colors) =>
      eventually(async () => expect(await colors()).to.deep.equal(expected));

    await dialog.getByLabel('Time').fill('1500');
    await becomes([
      [RED, BLACK],
      [GREEN, BLACK],
    ]);
    await dialog.getByLabel('Time').fill('500');
    await becomes([
      [RED, BLUE],
      [GREEN, RED],
    ]);
    await isOneOverTheOther(page);

    await page.evaluate(`(() => {
      globalThis.boxes = [];
      const note = () => {
        boxes.push(${COLORS}.map(([, box]) => box.some((level) => level > 0)));
        requestAnimationFrame(note);
      };
      note();
    })()`);
    await dialog.getByRole('button', { name: 'Play', exact: true }).click();
    await dialog.getByRole('button', { name: 'Pause' }).waitFor();
    await dialog.getByRole('button', { name: 'Play', exact: true }).waitFor();
    const boxes = await page.evaluate<ReadonlyArray<ReadonlyArray<boolean>>>('boxes');
    expect(
      boxes.filter(([one]) => one === true),
      'frames with boxes',
    ).to.not.be.empty;
    expect(
      boxes.filter(([one]) => one === false),
      'frames without',
    ).to.not.be.empty;
    expect(
      boxes.filter(([one, other]) => one !== other),
      'at different times',
    ).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });

  it('is for reviewers, too, whose link permits no more than that', async () => {
    const film = await filmOf('red');
    const video = await editor.stored(projectOf(film, '#0000ff', 25));
    const changed = projectOf(film, '#ff0000', 25);
    const transition = { in: { type: 'fade', duration: 250 } };
    Object.assign(changed.clips[0]!, { name: 'The film' });
    Object.assign(changed.clips[1]!, {
      transition,
      timeFrame: { start: 0, end: 1500 },
      effects: { mask: { clip: 'film' } },
    });
    await editor.api('PATCH', `/v1/videos/${video.id}`, { body: changed });
    const linked = await editor.linked(video, { access: 'review', name: 'Rita' });
    const { page, complaints } = await openEditor(editor, linked);
    await page.getByRole('button', { name: 'Compare versions' }).click();
    const list = page.getByRole('dialog', { name: 'Versions of this video' });
    for (const version of [1, 2]) await list.getByRole('img', { name: `Version ${version}` }).waitFor();
    expect(await list.getByRole('button', { name: /Restore/ }).count()).to.equal(0);
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    // The newest two are chosen.
    await list.getByRole('button', { name: 'Compare the chosen two' }).click();
    const dialog = page.getByRole('dialog', { name: 'Versions', exact: true });
    for (const version of [1, 2]) await dialog.getByAltText(`Version ${version} at 0 s`).waitFor();
    const changes = dialog.getByRole('list', { name: 'Changes' });
    await changes.getByText('Rectangle').first().waitFor();
    const values = await changes.locator('.compared-value').allInnerTexts();
    expect(values).to.include.members(['#0000ff', '#ff0000', '1 s', '1.5 s']);
    expect(values.join(' '))
      .to.match(/Type\sFade/)
      .and.match(/Duration\s0\.25 s/)
      .and.match(/Clip\sThe film/);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    expect(await page.evaluate('document.documentElement.scrollWidth'), 'width on a phone').to.equal(390);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await list.getByRole('checkbox', { name: 'Version 1' }).waitFor();
    // Keys do not reach the player behind the list.
    for (const key of ['ArrowRight', 'Escape']) await page.keyboard.press(key);
    await list.waitFor({ state: 'detached' });
    await page.locator('.elapsed', { hasText: '0:00 /' }).waitFor();
    expect(complaints).to.deep.equal([]);
  });

  /** Drags the line between two versions at 500 ms to a quarter of the picture. */
  const isOneOverTheOther = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Over each other' }).click();
    const line = page.getByRole('slider', { name: 'How much of version 1 is seen' });
    const canvas = page.locator('.compared canvas').first();
    const { x, y, width, height } = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    // The picture lies in the middle of its canvas, which is wider.
    const shown = (height * 16) / 9;
    const at = (share: number): number => x + (width - shown) / 2 + share * shown;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(at(0.25), y + height / 2, { steps: 4 });
    await page.mouse.up();
    const { data, info } = await sharp(
      await page.screenshot({ clip: { x: 0, y: y + height / 3, width: 1280, height: 1 } }),
    )
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const seen = (share: number) =>
      [...data.subarray(3 * Math.round(at(share)), 3 * Math.round(at(share)) + 3)].map((level) =>
        level < 128 ? 0 : 255,
      );
    expect(info.width).to.equal(1280);
    expect([0.1, 0.2, 0.3, 0.4, 0.6, 0.9].map(seen)).to.deep.equal([RED, RED, GREEN, GREEN, RED, RED]);
    await line.press('End');
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await page.getByRole('button', { name: 'Over each other' }).click();
  };
});
