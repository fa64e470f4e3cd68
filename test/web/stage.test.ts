import { expect } from 'chai';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { forSuite } from '../support/for-suite.js';
import { startAssetServer } from '../support/servers/asset-server.js';
import { accessibilityProblems } from '../support/web/browser.js';
import { editorForSuite, openEditor, storedVideo, TWO_TEXTS } from '../support/web/editor.js';
import { boxOf } from '../support/web/hand.js';
import { eventually } from '../support/eventually.js';
import { itIfLong } from '../support/long-form.js';

describe('the stage of the editor', () => {
  const editor = editorForSuite();

  const server = forSuite(startAssetServer, ({ close }) => close());

  const clipsOf = async (id: string) => (await editor.api('GET', `/v1/videos/${id}`)).body.data.clips;

  it('fits into the smallest supported window, and moves a focused clip by keys only while it is selected', async () => {
    const video = await editor.stored(TWO_TEXTS);
    const { page } = await openEditor(editor, video);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('img', { name: 'Frame at 0 s' }).waitFor();
    const shown = '[document.documentElement.scrollWidth, document.documentElement.scrollHeight]';
    expect(await page.evaluate(shown)).to.deep.equal([1280, 720]);
    // On the stage and on the timeline.
    const onStage = page.getByRole('button', { name: 'text clip first' });
    const bar = page.getByRole('button', { name: /^text first, from/ });
    for (const clip of [onStage, bar]) {
      await clip.focus();
      await page.keyboard.press('Escape');
      expect(await clip.getAttribute('aria-pressed')).to.equal('false');
      for (const keys of ['ArrowRight', 'Alt+ArrowRight', 'Period']) await page.keyboard.press(keys);
      expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).to.equal(true);
      await page.keyboard.press('Enter');
      expect(await clip.getAttribute('aria-pressed')).to.equal('true');
    }
    await page.keyboard.press('ArrowRight');
    await eventually(async () => expect((await clipsOf(video.id))[0].timeFrame.start).to.equal(100));
  });

  it('shows the rest where a source is missing, and names and marks its clip until the source is there', async () => {
    const [first] = TWO_TEXTS.clips;
    const size = { width: 200, height: 200 };
    const square = { id: 'square', type: 'shape', timeFrame: { start: 0, end: 2000 }, size };
    const clips = [
      { ...square, shapeProperties: { shape: 'rectangle', fill: '#ff0000' } },
      { ...square, type: 'image', id: 'logo', source: server.url('/logo.png'), position: { x: 900, y: 0 } },
      first,
    ];
    const metadata = {
      ...TWO_TEXTS.metadata,
      soundtrack: { source: server.url('/music.mp3') },
      fonts: ['house', 'bold'].map((name) => ({ family: name, source: server.url(`/${name}.ttf`) })),
    };
    const { page } = await openEditor(editor, await editor.stored({ ...TWO_TEXTS, metadata, clips }));
    const shown = page.getByRole('img', { name: 'Frame at 0 s' });
    await shown.waitFor();
    for (const part of ['Soundtrack', 'house', 'bold'])
      await page.getByRole('button', { name: `“${part}” is left out` }).waitFor();
    const colors = async () => {
      const { width } = await boxOf(page.locator('.canvas'));
      const { data, info } = await sharp(await page.locator('.canvas').screenshot())
        .raw()
        .toBuffer({ resolveWithObject: true });
      return [50, 1000].map((x) => {
        const at =
          (Math.round(50 * (width / 1280)) * info.width + Math.round(x * (width / 1280))) * info.channels;
        return [...data.subarray(at, at + 3)].map((level) => Math.round(level / 51));
      });
    };
    await eventually(async () => expect((await colors())[0], 'the rest').to.deep.equal([5, 0, 0]));
    const said = page.getByRole('alert').getByRole('button', { name: '“logo.png” is left out' });
    await said.click();
    await page.getByRole('heading', { name: 'Image logo.png' }).waitFor();
    expect(await page.locator('.clip-box.lost, .bar-clip.lost').count()).to.equal(2);
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    const logo = sharp({ create: { width: 20, height: 20, channels: 3, background: '#00ff00' } });
    server.serve('/logo.png', await logo.png().toBuffer());
    await page.getByRole('button', { name: 'Try again' }).click();
    await said.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await eventually(async () =>
      expect(await colors()).to.deep.equal([
        [5, 0, 0],
        [0, 5, 0],
      ]),
    );
    expect(await page.locator('.lost').count()).to.equal(0);
  });

  it('leads from a group to the clip in it that is double-clicked, or with Enter to the topmost in its middle', async () => {
    const timeFrame = { start: 0, end: 2000 };
    const size = { width: 640, height: 360 };
    const [text] = TWO_TEXTS.clips;
    const shapeProperties = { shape: 'rectangle', fill: '#ff0000' };
    const place = { timeFrame, position: { x: 0, y: 0 }, size: { width: 200, height: 80 } };
    const clips = [
      { id: 'back', type: 'shape', timeFrame, size, shapeProperties },
      { ...text, ...place, id: 'inner' },
    ];
    const group = { id: 'card', type: 'group', timeFrame, size, position: { x: 320, y: 180 }, clips };
    const video = await editor.stored({ ...TWO_TEXTS, clips: [group] });
    const { page } = await openEditor(editor, video);
    const box = page.locator('.clip-box');
    await box.waitFor();
    const { width, height } = await boxOf(box);
    const focused = (name: string) =>
      eventually(async () => expect(await page.evaluate('document.activeElement.name')).to.equal(name));
    await box.dblclick({ position: { x: width * 0.15, y: height * 0.1 } });
    await focused('clips[1].textProperties.content');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Inside');
    await eventually(async () => {
      const [{ clips: inner }] = (await storedVideo(editor, video.id)).clips;
      expect(inner[1].textProperties.content).to.equal('Inside');
    });
    await box.press('Enter');
    await focused('clips[0].shapeProperties.shape');
  });

  it('shows that its first picture is on its way, and the bars of 200 clips only after it or after a while', async () => {
    const [clip] = TWO_TEXTS.clips;
    const clips = Array.from({ length: 200 }, (_, index) => ({ ...clip, id: `text-${index}` }));
    const { link } = await editor.stored({ ...TWO_TEXTS, clips });
    const { page } = await editor.browser.open(editor.service.baseUrl);
    const hasBars = (of: Page) =>
      eventually(async () => expect(await of.locator('.bar-clip').count()).to.equal(200));
    await page.addInitScript(`const { fetch, setTimeout } = globalThis;
      // However long the picture takes.
      globalThis.setTimeout = (run, ms, ...of) => (ms === 1500 ? 0 : setTimeout(run, ms, ...of));
      document.addEventListener('load', ({ target }) => {
        if (target.matches('.canvas > img')) globalThis.seen ??= document.querySelectorAll('.bar-clip').length;
      }, true);
      globalThis.fetch = (request) => {
        if (request.url.includes('/v1/frames')) globalThis.before ??= ['.bar-clip', '.canvas > .skeleton'].map(
          (one) => document.querySelectorAll(one).length,
        );
        return fetch(request);
      };`);
    await page.goto(link);
    await hasBars(page);
    expect(await page.evaluate('[...before, seen]')).to.deep.equal([0, 1, 0]);
    expect(await page.locator('.canvas > .skeleton').count()).to.equal(0);

    const { page: without } = await editor.browser.open(editor.service.baseUrl);
    await without.route('**/v1/frames?*', () => undefined);
    await without.goto(link);
    await hasBars(without);
    expect(await without.locator('.canvas > img').count()).to.equal(0);
  });

  it('selects the clip below, and sets the opacity of several', async () => {
    const clips = TWO_TEXTS.clips.map((clip) => ({ ...clip, position: { x: 300, y: 200, z: 0 } }));
    const video = await editor.stored({ ...TWO_TEXTS, clips });
    const { page } = await openEditor(editor, video);
    const selected = (name: string) => page.getByRole('heading', { name: `text ${name}` }).waitFor();
    const above = page.getByRole('button', { name: 'text clip second' });
    await above.click();
    await selected('second');
    await above.click({ modifiers: ['Alt'] });
    await selected('first');
    // What is selected lies above others.
    await page.getByRole('button', { name: 'text clip first' }).click({ modifiers: ['Alt'] });
    await selected('second');

    await page.keyboard.press('Control+a');
    await page.getByLabel('Opacity, %').fill('40');
    await eventually(async () =>
      expect((await clipsOf(video.id)).map(({ effects }: { effects?: object }) => effects)).to.deep.equal([
        { opacity: 0.4 },
        { opacity: 0.4 },
      ]),
    );
    const exact = page.getByLabel('Opacity in per cent');
    expect(await exact.inputValue()).to.equal('40');
    await exact.fill('37.5');
    await exact.press('Enter');
    await eventually(async () =>
      expect((await clipsOf(video.id)).map(({ effects }: { effects?: object }) => effects)).to.deep.equal([
        { opacity: 0.375 },
        { opacity: 0.375 },
      ]),
    );
  });

  it('has the actions of a clip above it if they would hide a text below', async () => {
    const at = (id: string, y: number) => ({
      id,
      type: 'text',
      timeFrame: { start: 0, end: 2000 },
      position: { x: 100, y },
      size: { width: 400, height: 80 },
      textProperties: { content: id, fontSize: 40 },
    });
    const canvas = { width: 640, height: 480 };
    const video = await editor.stored({
      metadata: { name: 'Two lines', duration: 2000, canvas },
      clips: [at('upper', 160), at('lower', 260)],
    });
    const { page } = await openEditor(editor, video);
    const bar = page.getByRole('toolbar', { name: 'Clip actions' });
    for (const [id, isAbove] of [
      ['upper', true],
      ['lower', false],
    ] as const) {
      const clip = page.getByRole('button', { name: `text clip ${id}` });
      await clip.click();
      const [{ y, height }, { y: top, height: tall }] = [await boxOf(clip), await boxOf(bar)];
      if (isAbove) expect(top + tall).to.be.at.most(y);
      else expect(top).to.be.at.least(y + height);
    }
  });

  it('has beside a clip what is done with it most, and magnifies the canvas around the pointer', async () => {
    const video = await editor.stored(TWO_TEXTS);
    const { page, complaints } = await openEditor(editor, video);
    await page.getByRole('img', { name: 'Frame at 0 s' }).waitFor();
    await page.getByRole('button', { name: 'text clip first' }).click();
    const bar = page.getByRole('toolbar', { name: 'Clip actions' });
    const idsOf = async () => (await clipsOf(video.id)).map(({ id }: { id: string }) => id);
    await bar.getByRole('button', { name: 'Duplicate' }).click();
    await eventually(async () => expect(await idsOf()).to.have.length(3));
    await bar.getByRole('button', { name: 'Delete' }).click();
    await eventually(async () => expect(await idsOf()).to.deep.equal(['first', 'second']));

    await page.getByRole('button', { name: 'text clip first' }).click();
    await bar.getByRole('button', { name: 'Edit the text' }).click();
    await page.locator('.text-edit').fill('Typed');
    await page.keyboard.press('Escape');
    await eventually(async () =>
      expect((await clipsOf(video.id))[0].textProperties.content).to.equal('Typed'),
    );

    const middleOf = async (name: string) => {
      const box = await boxOf(page.getByRole('button', { name }));
      return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width };
    };
    const before = await middleOf('text clip second');
    await page.mouse.move(before.x, before.y);
    await page.keyboard.down('Control');
    for (let turns = 0; turns < 4; turns += 1) await page.mouse.wheel(0, -120);
    await page.keyboard.up('Control');
    await eventually(async () => {
      const after = await middleOf('text clip second');
      expect(after.width / before.width).to.be.closeTo(1.002 ** 480, 0.05);
      expect([after.x - before.x, after.y - before.y].map(Math.abs).every((px) => px < 3)).to.equal(true);
    });
    // It stays on the screen.
    await page.getByRole('slider', { name: 'Zoom of the stage' }).fill('8');
    const [seen, shown] = [await boxOf(page.locator('.stage-view')), await boxOf(bar)];
    expect(shown.x).to.be.within(seen.x, seen.x + seen.width - shown.width);
    expect(shown.y).to.be.within(seen.y, seen.y + seen.height - shown.height);
    await page.getByTitle('Show the whole canvas').click();
    await eventually(async () => expect(await middleOf('text clip second')).to.deep.equal(before));
    expect(complaints).to.deep.equal([]);
  });

  itIfLong('scrolls to all of an enlarged canvas, where clips are moved as far as the pointer', async () => {
    const video = await editor.stored(TWO_TEXTS);
    const { page, complaints } = await openEditor(editor, video);
    await page.getByRole('img', { name: 'Frame at 0 s' }).waitFor();
    expect(await page.getByRole('region', { name: 'Enlarged canvas' }).count()).to.equal(0);
    await page.getByRole('slider', { name: 'Zoom of the stage' }).fill('4');
    const view = page.getByRole('region', { name: 'Enlarged canvas' });
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    const [area, canvas] = [await boxOf(view), await boxOf(page.locator('.canvas'))];
    expect(canvas.width).to.be.above(area.width * 2);
    await page.mouse.move(area.x + 100, area.y + 100);
    await page.mouse.wheel(10_000, 10_000);
    /** Where the lower right corner of the canvas is, from that of what is shown of it. */
    const beyond = async (): Promise<ReadonlyArray<number>> => {
      const now = await boxOf(page.locator('.canvas'));
      return [now.x + now.width - area.x - area.width, now.y + now.height - area.y - area.height];
    };
    await eventually(async () => {
      for (const px of await beyond()) expect(px).to.be.within(-30, 1);
    });

    await page.mouse.wheel(-10_000, -10_000);
    const clip = page.getByRole('button', { name: 'text clip first' });
    await clip.scrollIntoViewIfNeeded();
    const from = await boxOf(clip);
    const [x, y] = [Math.max(from.x, area.x) + 60, from.y + 60];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 130, y + 70, { steps: 4 });
    await page.mouse.up();
    const to = await boxOf(clip);
    expect(to.x - from.x).to.be.closeTo(130, 12);
    expect(to.y - from.y).to.be.closeTo(70, 12);
    expect(complaints).to.deep.equal([]);
  });

  it('and all else needs no pointer to add, place, time, restack, type, split and delete a clip', async () => {
    const video = await editor.stored({ ...TWO_TEXTS, clips: [] });
    const { page } = await openEditor(editor, video);
    await page.getByRole('heading', { name: 'Opening' }).waitFor();
    const focused = (): Promise<string> =>
      page.evaluate(`(() => {
        const { activeElement } = document;
        const label = document.querySelector('label[for="' + activeElement.id + '"]');
        return activeElement.getAttribute('aria-label') ?? label?.innerText ?? activeElement.innerText;
      })()`);
    /** Presses Tab, or Shift and Tab, until something is focused. */
    const tabTo = async (name: string | RegExp, key = 'Tab'): Promise<void> => {
      for (let presses = 0; presses < 120; presses += 1) {
        const now = (await focused()).trim();
        if (typeof name === 'string' ? now === name : name.test(now)) return;
        await page.keyboard.press(key);
      }
      throw new Error(`${String(name)} cannot be reached`);
    };
    const press = async (...keys: ReadonlyArray<string>): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await tabTo('Add text');
    await press('Enter');
    await page.keyboard.type('Typed at once');
    await page.getByRole('button', { name: 'text clip Typed at once' }).waitFor();
    await press('Escape');
    await press('Shift+ArrowRight', 'ArrowDown', 'Alt+ArrowRight', 'Period');
    await tabTo('Content');
    await press('Control+a');
    await page.keyboard.type('Without a mouse');
    await tabTo('Play');
    await tabTo('Time');
    await press('Home', ...Array<string>(5).fill('PageUp'));
    await tabTo(/^text .*, from 0 s to 3 s$/);
    await press('Alt+ArrowRight', 's');
    await eventually(async () => {
      const [first, second] = await clipsOf(video.id);
      expect(first.textProperties.content).to.equal('Without a mouse');
      expect(first.position).to.include({ x: 256 + 10, y: 288 + 1 });
      expect(first.size).to.include({ width: 769 });
      expect(first.transform.rotation).to.equal(1);
      expect(second.timeFrame.start).to.equal(first.timeFrame.end).and.to.be.above(0);
      expect(second.timeFrame.end).to.equal(3100);
    });
    await press('Delete');
    await eventually(async () => expect(await clipsOf(video.id)).to.have.length(1));
    await tabTo('Undo', 'Shift+Tab');
    await press('Enter');
    await eventually(async () => expect(await clipsOf(video.id)).to.have.length(2));
  });
});
