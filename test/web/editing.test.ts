import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { pocketsphinx } from '../../infrastructure/rendering/transcription/pocketsphinx/pocketsphinx.js';
import { speechTranscriber } from '../../infrastructure/rendering/transcription/speech-transcriber.js';
import { startAssetServer } from '../support/servers/asset-server.js';
import { accessibilityProblems } from '../support/web/browser.js';
import { editorForSuite, isSaved, openEditor, showPanel, TWO_TEXTS } from '../support/web/editor.js';
import { boxOf, drag } from '../support/web/hand.js';
import { stems } from '../support/web/editor-documents.js';
import { eventually } from '../support/eventually.js';
import { sentenceWithTimes, writeWave } from '../support/renders/speech.js';
import { itIfLong } from '../support/long-form.js';
import { forSuite } from '../support/for-suite.js';

describe('editing clips', () => {
  const editor = editorForSuite();
  const server = forSuite(startAssetServer, ({ close }) => close());

  const clipsOf = async (id: string) => (await editor.api('GET', `/v1/videos/${id}`)).body.data.clips;
  const idsOf = async (id: string): Promise<ReadonlyArray<string>> => stems(await clipsOf(id));
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('adds speech, texts, shapes, captions and checked media, and drops a check when another address is typed', async () => {
    const video = await editor.stored({ ...TWO_TEXTS, clips: [] });
    const { page, complaints } = await openEditor(editor, video);
    await button(page, 'Add speech').click();
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Welcome to our channel');
    await eventually(async () =>
      expect((await clipsOf(video.id))[0]).to.deep.include({
        type: 'audio',
        speech: { text: 'Welcome to our channel' },
        timeFrame: { start: 0, end: 'source' },
      }),
    );
    await page
      .getByRole('button', { name: /Welcome to our channel/ })
      .first()
      .waitFor();
    expect((await editor.api('GET', `/v1/videos/${video.id}/playback`)).status).to.equal(200);
    for (const kind of ['text', 'shape', 'captions']) await button(page, `Add ${kind}`).click();
    await eventually(async () =>
      expect((await idsOf(video.id)).slice(1)).to.deep.equal(['text*', 'shape*', 'caption*']),
    );

    await showPanel(page, 'Media');
    await page.getByRole('button', { name: 'From an address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add media' });
    const address = dialog.getByLabel('Address of a video, an image or a sound');
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"></svg>';
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    const slow = server.serve('/slow.svg', (_, response) => {
      void held.then(() => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(svg));
    });
    await address.fill(slow);
    await button(page, 'Check').click();
    await eventually(() => expect(server.countOf('/slow.svg')).to.equal(1));
    const checked = page.waitForResponse('**/v1/media');
    await address.fill(server.url('/missing.png'));
    answer();
    await checked;
    await button(page, 'Check').click();
    await dialog.getByRole('alert').getByText('404').waitFor();
    expect(await button(page, 'Add to the video').count()).to.equal(0);
    await address.fill(server.serve('/drawing.svg', svg));
    await page.keyboard.press('Enter');
    await dialog.getByText('300 × 200 px').waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await button(page, 'Add to the video').click();
    await eventually(async () =>
      expect((await clipsOf(video.id))[4]).to.deep.include({
        type: 'image',
        size: { width: 300, height: 200 },
      }),
    );
    // The browser reports the refused check as a failed request.
    expect(complaints.filter((text) => !text.includes('422'))).to.deep.equal([]);
  });

  itIfLong('fills captions with what is spoken, without rendering the video for it', async () => {
    const speech = await sentenceWithTimes('one two three four five');
    const folder = await mkdtemp(join(tmpdir(), 'editor-speech-'));
    const file = join(folder, 'speech.wav');
    await writeWave(file, speech.samples);
    const source = server.serve('/speech.wav', await readFile(file));
    const clips = [{ id: 'voice', type: 'audio', source, timeFrame: { start: 0, end: 3000 } }];
    const video = await editor.stored({ ...TWO_TEXTS, clips, renderOptionsInUI: ['server'] });
    const { page } = await openEditor(editor, video);
    await button(page, 'Auto captions').click();
    const renderId = await eventually(async () => {
      const { data } = (await editor.api('GET', `/v1/renders?videoId=${video.id}`)).body;
      expect(data).to.have.length(1);
      return data[0]._id as string;
    });
    await editor.work(renderId, speechTranscriber(pocketsphinx({ warn: () => undefined })));
    await page.getByText('The captions are there.').waitFor();
    await page.getByRole('img', { name: 'Frame at 0 s' }).waitFor({ state: 'detached' });
    await eventually(async () => {
      const [, captions] = await clipsOf(video.id);
      expect(captions.type).to.equal('caption');
      const words = captions.captionProperties.words.map(({ word }: { word: string }) => word);
      expect(words).to.include.members(['two', 'three']);
    });
    expect(await button(page, 'Auto captions').isDisabled()).to.equal(true);

    // What was heard is read line by line, and corrected as one edit.
    const lines = page.getByRole('region', { name: 'What is said' });
    const first = lines.getByRole('textbox').first();
    const heard = (await first.inputValue()).split(' ');
    await first.fill(heard.map((word) => word.toUpperCase()).join(' '));
    await page.keyboard.press('Enter');
    await first.fill('A longer line of other words, said at the same time');
    await first.blur();
    await isSaved(page);
    const said = async () => (await clipsOf(video.id))[1].captionProperties.words;
    const corrected: ReadonlyArray<{ word: string; start: number; end: number }> = await said();
    expect(corrected.slice(0, 3).map(({ word }) => word)).to.deep.equal(['A', 'longer', 'line']);
    expect(corrected.every(({ start, end }) => end > start)).to.equal(true);
    await lines.getByRole('searchbox', { name: 'Find in what is said' }).fill('LINE of other');
    await lines.getByText('1 of 1').waitFor();
    await lines.locator('li.found').waitFor();
    const third = corrected[2]?.start ?? 0;
    await page
      .getByRole('img', {
        name: `Frame at ${Math.round(Math.floor((third * 30) / 1000) * (1000 / 30)) / 1000} s`,
      })
      .waitFor();
    await lines.getByLabel('Replace by').fill('$& row of');
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await lines.getByRole('button', { name: 'Replace all' }).click();
    await lines.getByText('Not found').waitFor();
    await isSaved(page);
    expect(
      (await said())
        .slice(0, 6)
        .map(({ word }: { word: string }) => word)
        .join(' '),
    ).to.equal('A longer $& row of words,');
    await button(page, 'Undo').click();
    await lines
      .getByRole('button', { name: /^Play from/ })
      .first()
      .click();
    await button(page, 'Pause').click();
    // Each correction is a step.
    for (let step = 0; step < 2; step += 1) await button(page, 'Undo').click();
    await isSaved(page);
    expect((await said()).slice(0, heard.length).map(({ word }: { word: string }) => word)).to.deep.equal(
      heard,
    );
    await rm(folder, { recursive: true });
  });

  it('resizes, rotates, splits, copies, restacks and deletes by keyboard, and undoes each', async () => {
    const video = await editor.stored(TWO_TEXTS);
    const { page } = await openEditor(editor, video);
    await page.getByRole('button', { name: 'text clip first' }).focus();
    for (const keys of ['Alt+Shift+ArrowRight', 'Alt+ArrowUp', 'Shift+Period', 'Comma'])
      await page.keyboard.press(keys);
    await eventually(async () => {
      const [first] = await clipsOf(video.id);
      expect(first.size).to.deep.equal({ width: 410, height: 99 });
      expect(first.transform.rotation).to.equal(14);
      expect(first.position).to.include({ x: 100, y: 100 });
    });
    await page.getByRole('slider', { name: /^Time/ }).fill('800');
    await page.getByRole('button', { name: 'text clip first' }).focus();
    await page.keyboard.press('s');
    await eventually(async () => {
      const [first, second] = await clipsOf(video.id);
      expect(first.timeFrame).to.include({ start: 0, end: 800 });
      expect(second.timeFrame).to.include({ start: 800, end: 2000 });
    });
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+d');
    await eventually(async () => expect(await idsOf(video.id)).to.deep.equal(['first', 'first*', 'second']));
    await page.keyboard.press(']');
    await eventually(async () => expect(await idsOf(video.id)).to.deep.equal(['first', 'second', 'first*']));
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await eventually(async () => expect(await idsOf(video.id)).to.deep.equal([]));
    await page.keyboard.press('Control+z');
    await eventually(async () => expect(await idsOf(video.id)).to.have.length(3));

    // Copies that are undone are selected no longer.
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+d');
    const gap = button(page, 'Delete and close the gap');
    await eventually(async () => expect(await idsOf(video.id)).to.have.length(6));
    expect(await gap.isEnabled()).to.equal(true);
    await page.keyboard.press('Control+z');
    await eventually(async () => expect(await gap.isDisabled()).to.equal(true));
  });

  it('resizes, rotates and moves several clips together, by handles and in numbers, and restacks them as layers', async () => {
    const video = await editor.stored(TWO_TEXTS);
    const { page, complaints } = await openEditor(editor, video);
    const boxes = async () =>
      (await clipsOf(video.id)).map((clip: Record<string, Record<string, number>>) => [
        ...['x', 'y'].map((name) => clip['position']?.[name]),
        ...['width', 'height'].map((name) => clip['size']?.[name]),
        clip['transform']?.['rotation'] ?? 0,
      ]);
    /** Drags a handle of what holds the selected clips to where it should be, from its middle, px of the canvas. */
    const dragHandle = async (handle: string, dx: number, dy: number): Promise<void> => {
      const zoom = (await boxOf(page.locator('.canvas'))).width / 1280;
      await drag(page.locator(`.group-box > ${handle}`), dx * zoom, dy * zoom);
    };
    await page.getByRole('button', { name: 'text clip first' }).click();
    await page.getByRole('button', { name: 'text clip second' }).click({ modifiers: ['Shift'] });
    // What holds both is 1000 × 100 px at first, and half as large then.
    await dragHandle('.handle.se', -500, -50);
    await eventually(async () =>
      expect(await boxes()).to.deep.equal([
        [100, 100, 200, 50, 0],
        [400, 100, 200, 50, 0],
      ]),
    );
    // The upper left corner is dragged out: the lower right one stays.
    await dragHandle('.handle.nw', -50, 0);
    await eventually(async () =>
      expect(await boxes()).to.deep.equal([
        [50, 100, 220, 50, 0],
        [380, 100, 220, 50, 0],
      ]),
    );
    await page.keyboard.press('Control+z');
    // The handle above the middle is taken to its right: a quarter of a turn about the middle, 350, 125.
    await dragHandle('.handle.rotate', 300, 75);
    await eventually(async () =>
      expect(await boxes()).to.deep.equal([
        [250, -50, 200, 50, 90],
        [250, 250, 200, 50, 90],
      ]),
    );
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await button(page, 'Undo').click();
    // Both are upright again: the numbers are those of what holds them.
    for (const [label, value] of [
      ['X, px', '200'],
      ['Y, px', '300'],
      ['W, px', '1000'],
    ] as const) {
      await page.getByLabel(label).fill(value);
      await page.keyboard.press('Enter');
    }
    await eventually(async () =>
      expect(await boxes()).to.deep.equal([
        [200, 300, 400, 50, 0],
        [800, 300, 400, 50, 0],
      ]),
    );

    await page.getByRole('tab', { name: 'Layers' }).click();
    const layers = page.locator('.layers').getByRole('checkbox');
    const named = (name: string) => page.getByRole('checkbox', { name: `${name} text` });
    const order = async () => [await layers.first().isChecked(), await layers.last().isChecked()];
    expect(await order()).to.deep.equal([true, true]);
    await named('second').uncheck();
    // The clip that is stored last is drawn last, and listed first.
    expect(await order()).to.deep.equal([false, true]);
    await button(page, 'To front').click();
    await eventually(async () => expect(await idsOf(video.id)).to.deep.equal(['second', 'first']));
    expect(await order()).to.deep.equal([true, false]);
    await named('first').uncheck();
    expect(await button(page, 'To front').isDisabled()).to.equal(true);
    expect(complaints).to.deep.equal([]);
  });
});
