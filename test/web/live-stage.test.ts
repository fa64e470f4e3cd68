import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { editorForSuite, isSaved, openPrepared } from '../support/web/editor.js';
import { boxOf } from '../support/web/hand.js';
import { eventually } from '../support/eventually.js';
import { itIfLong } from '../support/long-form.js';

const box = (id: string, fill: string, x: number, start = 0) => ({
  id,
  name: id,
  type: 'shape',
  timeFrame: { start, end: 2000 },
  position: { x, y: 40 },
  size: { width: 80, height: 80 },
  shapeProperties: { shape: 'rectangle', fill },
});

const PROJECT = {
  metadata: { name: 'Live', duration: 2000, fps: 25, canvas: { width: 320, height: 180 } },
  clips: [box('red', '#ff0000', 20), box('late', '#00ff00', 200, 1000)],
};

/** Notes the ids of the clips that the service is asked to prepare. */
const NOTE_PREPARED = `{
  const asked = window.fetch.bind(window);
  globalThis.prepared = [];
  window.fetch = async (request, ...more) => {
    const [, part] = /\\/v1\\/playback\\?(.*)/.exec(request.url ?? '') ?? [];
    if (part !== undefined) prepared.push(part);
    return asked(request, ...more);
  };
}`;

/** The colour where the clip goes, right after the next raw move of the pointer, the first one in its frame. */
const NOTE_NEXT_MOVE = `{
  const context = document.querySelector('canvas.hand').getContext('2d');
  const color = () => [...context.getImageData(210, 80, 1, 1).data.slice(0, 3)];
  globalThis.moved = new Promise((resolve) =>
    addEventListener('pointerrawupdate', () => resolve(color()), { once: true }));
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}`;

/** The colour at a point of the canvas that the browser draws, as long as it is shown. */
const colorAt = (page: Page, x: number, y: number): Promise<ReadonlyArray<number> | undefined> =>
  page.evaluate(`(() => {
    const canvas = document.querySelector('canvas.hand:not([hidden])');
    return canvas ? [...canvas.getContext('2d').getImageData(${x}, ${y}, 1, 1).data.slice(0, 3)] : undefined;
  })()`);

describe('the picture under the hand', () => {
  const editor = editorForSuite();

  it('follows a dragged clip and the playhead before the service answers, and gives way to its frame', async () => {
    const { page, complaints } = await openPrepared(editor, await editor.stored(PROJECT));
    const clip = page.getByRole('button', { name: 'shape clip red' });
    await page.getByRole('img', { name: 'Frame at 0 s' }).waitFor();
    // From now on, the service draws nothing.
    let draw: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (draw = resolve));
    await page.route('**/v1/frames?*', async (route) => {
      await held;
      await route.continue();
    });
    const at = await boxOf(clip);
    const zoom = (await boxOf(page.locator('.canvas'))).width / 320;
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
    await page.mouse.down();
    await page.mouse.move(at.x + at.width / 2 + 60 * zoom, at.y + at.height / 2, { steps: 3 });
    await eventually(async () => {
      expect(await colorAt(page, 150, 80), 'where the clip is now').to.deep.equal([255, 0, 0]);
      expect(await colorAt(page, 30, 80), 'where it was').to.deep.equal([0, 0, 0]);
    });
    await page.evaluate(NOTE_NEXT_MOVE);
    await page.mouse.move(at.x + at.width / 2 + 120 * zoom, at.y + at.height / 2);
    expect(await page.evaluate('moved'), 'without waiting for a frame').to.deep.equal([255, 0, 0]);
    await page.mouse.up();
    await page.getByRole('slider', { name: 'Time', exact: true }).fill('1500');
    await eventually(async () => expect(await colorAt(page, 240, 80)).to.deep.equal([0, 255, 0]));
    draw();
    await page
      .getByRole('img', { name: 'Frame at 1.48 s' })
      .or(page.getByAltText(/^Frame at 1\.[45]/))
      .waitFor();
    await eventually(async () => expect(await colorAt(page, 240, 80)).to.equal(undefined));
    await isSaved(page);
    expect(complaints).to.deep.equal([]);
  });

  it('follows a clip whose positions are keyframes', async () => {
    const moving = { property: 'position.x', points: [{ time: 0, value: 20 }] };
    const clips = [{ ...box('red', '#ff0000', 20), keyframes: [moving] }];
    const { page, complaints } = await openPrepared(editor, await editor.stored({ ...PROJECT, clips }));
    const clip = page.getByRole('button', { name: 'shape clip red' });
    await clip.click();
    await page.getByRole('slider', { name: 'Time', exact: true }).fill('1000');
    await page.route('**/v1/frames?*', () => undefined);
    await clip.focus();
    for (let presses = 0; presses < 10; presses += 1) await page.keyboard.press('Shift+ArrowRight');
    await eventually(async () => {
      expect(await colorAt(page, 180, 80), 'where the clip is now').to.deep.equal([255, 0, 0]);
      expect(await colorAt(page, 40, 80), 'where it was').to.deep.equal([0, 0, 0]);
    });
    await page.getByRole('slider', { name: 'Time', exact: true }).fill('480');
    await eventually(async () => {
      expect(await colorAt(page, 100, 80), 'on the way').to.deep.equal([255, 0, 0]);
      expect(await colorAt(page, 180, 80)).to.deep.equal([0, 0, 0]);
    });
    expect(complaints).to.deep.equal([]);
  });

  it('plays what was only moved without asking the service again', async () => {
    const { page, complaints } = await openPrepared(editor, await editor.stored(PROJECT));
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/playback')) asked.push(request.url());
    });
    await page.getByRole('button', { name: 'shape clip red' }).focus();
    for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('Shift+ArrowRight');
    await isSaved(page);
    await page.keyboard.press('l');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    const shown = (x: number) =>
      page.evaluate<ReadonlyArray<number>>(
        `[...document.querySelector('canvas.live').getContext('2d').getImageData(${x}, 80, 1, 1).data.slice(0, 3)]`,
      );
    await eventually(async () =>
      expect([await shown(30), await shown(140)]).to.deep.equal([
        [0, 0, 0],
        [255, 0, 0],
      ]),
    );
    expect(asked).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });

  itIfLong(
    'prepares only what the next seconds of a long project need, and the next part while it plays',
    async () => {
      const many = Array.from({ length: 60 }, (_, index) => ({
        ...box(`s${index}`, index < 30 ? '#ff0000' : '#0000ff', 20),
        timeFrame: { start: index * 200, end: (index + 1) * 200 },
      }));
      const project = { metadata: { ...PROJECT.metadata, duration: 12_000 }, clips: many };
      const { page, complaints } = await editor.browser.open(editor.service.baseUrl);
      await page.addInitScript(NOTE_PREPARED);
      await page.goto((await editor.stored(project)).link);
      await page.getByRole('img', { name: 'Frame at 0 s' }).waitFor();
      await page.getByRole('slider', { name: 'Time', exact: true }).fill('5000');
      await page.getByRole('img', { name: 'Frame at 5 s' }).waitFor();
      await page.keyboard.press('l');
      await eventually(async () =>
        expect(
          await page.evaluate<ReadonlyArray<number>>(
            `[...document.querySelector('canvas.live').getContext('2d').getImageData(60, 80, 1, 1).data.slice(0, 3)]`,
          ),
        ).to.deep.equal([0, 0, 255]),
      );
      expect(await page.evaluate<ReadonlyArray<string>>('prepared')).to.have.members([
        'from=0&to=6000&sound=true',
        'from=6000&to=12000&sound=false',
      ]);
      expect(complaints).to.deep.equal([]);
    },
  );
});
