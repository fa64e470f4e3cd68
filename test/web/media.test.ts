import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import type { Page } from 'playwright-core';
import { decodeFrames } from '../support/pictures/decoded-media.js';
import { studioForSuite } from '../support/renders/render.js';
import { eventually } from '../support/eventually.js';
import {
  editorForSuite,
  isSaved,
  openEditor,
  renderedFile,
  showPanel,
  storedVideo,
} from '../support/web/editor.js';
import { accessibilityProblems } from '../support/web/browser.js';
import { mostCardsUntil, storeAssets } from '../support/web/many-assets.js';
import { lavfi } from '../support/renders/lavfi.js';

interface Dropped {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

const EMPTY = {
  metadata: { name: 'Empty', duration: 1000, fps: 10, canvas: { width: 320, height: 180 } },
  clips: [],
};

/** The name and the time frame of each clip. */
const timesOf = ({ clips }: { readonly clips: ReadonlyArray<{ name: string; timeFrame: object }> }) =>
  clips.map(({ name, timeFrame }) => [name, timeFrame]);

/** An expression of the page that makes files of a clipboard or of a drag. */
const transfer = (files: ReadonlyArray<Dropped>): string => `(() => {
  const data = new DataTransfer();
  for (const { name, type, base64 } of ${JSON.stringify(
    files.map(({ content, ...file }) => ({ ...file, base64: content.toString('base64') })),
  )}) {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    data.items.add(new File([bytes], name, { type }));
  }
  return data;
})()`;

const drop = async (page: Page, files: ReadonlyArray<Dropped>): Promise<void> => {
  const dataTransfer = await page.evaluateHandle(transfer(files));
  await page.dispatchEvent('body', 'dragover', { dataTransfer });
  await page.getByText('Drop files to add them').waitFor();
  await page.dispatchEvent('body', 'drop', { dataTransfer });
};

describe('the media of the editor', () => {
  const editor = editorForSuite();
  const studio = studioForSuite();

  const picture = async (name: string, background: string): Promise<Dropped> => ({
    name,
    type: 'image/png',
    content: await sharp({ create: { width: 320, height: 180, channels: 3, background } })
      .png()
      .toBuffer(),
  });

  it('are three files dropped on an empty video: seen at once, stored, and in the rendered MP4', async () => {
    const blue = 'color=0x0000ff:s=160x90:r=10,format=yuv420p';
    const film = await studio.make('film.mp4', ...lavfi(blue), '-t', '1', '-c:v', 'libx264');
    const files = [
      await picture('red.png', '#ff0000'),
      await picture('green.png', '#00ff00'),
      { name: 'film.mp4', type: 'video/mp4', content: await readFile(film) },
    ];
    const video = await editor.stored(EMPTY);
    const { page, complaints } = await openEditor(editor, video);
    // The service keeps the files waiting, so that only this computer has them.
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/v1/assets', async (route) => {
      await released;
      await route.continue();
    });
    await page.getByRole('heading', { name: 'Empty' }).waitFor();
    await drop(page, files);
    await page.getByAltText('red.png, being uploaded').waitFor();
    await showPanel(page, 'Media');
    expect(await page.getByRole('list', { name: 'Uploads' }).getByRole('listitem').count()).to.equal(3);
    release();
    await page.getByRole('list', { name: 'Uploads' }).waitFor({ state: 'detached' });
    await isSaved(page);
    await eventually(async () => {
      const stored = await storedVideo(editor, video.id);
      expect(timesOf(stored)).to.have.deep.members([
        ['red.png', { start: 0, end: 3000 }],
        ['green.png', { start: 3000, end: 6000 }],
        ['film.mp4', { start: 6000, end: 7000 }],
      ]);
      for (const { source } of stored.clips) expect(source).to.match(/^asset:[0-9a-f-]{36}$/);
      expect(stored.metadata.duration).to.equal(7000);
    });
    const frames = await decodeFrames(await renderedFile(editor, video.id, studio.folder));
    expect(frames).to.have.length(70);
    for (const [frame, colour] of [
      [10, [255, 0, 0]],
      [40, [0, 255, 0]],
      [65, [0, 0, 255]],
    ] as const) {
      const shown = frames[frame]?.at(4, 4) ?? [];
      for (const [index, level] of colour.entries())
        expect(shown[index], String(shown)).to.be.closeTo(level, 6);
    }
    expect(complaints).to.deep.equal([]);
  });

  it('are found in the panel, with a picture, and added with a press', async () => {
    const video = await editor.stored(EMPTY);
    const { page } = await openEditor(editor, video);
    await showPanel(page, 'Media');
    const path = join(studio.folder, 'logo.png');
    await writeFile(path, (await picture('logo.png', '#ff00ff')).content);
    await page.getByLabel('Files to upload').setInputFiles(path);
    await page.getByRole('button', { name: 'Add logo.png to the video' }).waitFor();
    await page.locator('.assets img').waitFor();
    await page.getByLabel('Search media by name').fill('nothing like it');
    await page.getByText('Drop files anywhere').waitFor();
    await page.getByLabel('Search media by name').fill('LOGO');
    await page.getByRole('button', { name: 'Add logo.png to the video' }).click();
    await isSaved(page);
    await eventually(async () => expect((await storedVideo(editor, video.id)).clips).to.have.length(2));

    // Another one takes the place of the first.
    await page.getByLabel('Search media by name').fill('');
    const other = join(studio.folder, 'other.png');
    await writeFile(other, (await picture('other.png', '#00ffff')).content);
    await page.getByLabel('Files to upload').setInputFiles(other);
    await eventually(async () => expect((await storedVideo(editor, video.id)).clips).to.have.length(3));
    await page
      .getByRole('button', { name: /^image logo\.png, from/ })
      .last() // the lowest track
      .focus();
    const [first] = (await storedVideo(editor, video.id)).clips;
    await page.getByRole('button', { name: 'Replace', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Replace' });
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await dialog.getByRole('button', { name: 'other.png' }).click();
    await dialog.waitFor({ state: 'detached' });
    await eventually(async () => {
      const { clips } = await storedVideo(editor, video.id);
      expect(clips[0]).to.deep.equal({ ...first, name: 'other.png', source: clips.at(-1).source });
    });

    // So does a file of this computer, and nothing of another kind.
    await page.getByRole('button', { name: 'Replace', exact: true }).click();
    const words = Buffer.from('1\n00:00:00,000 --> 00:00:01,000\nHi\n');
    const file = dialog.getByLabel('File to upload');
    await file.setInputFiles({ name: 'words.srt', mimeType: 'text/plain', buffer: words });
    await dialog.getByText('words.srt does not fit here.').waitFor();
    const { content } = await picture('third.png', '#ffff00');
    await file.setInputFiles({ name: 'third.png', mimeType: 'image/png', buffer: content });
    await dialog.waitFor({ state: 'detached' });
    await eventually(async () => {
      const { clips } = await storedVideo(editor, video.id);
      expect(clips[0]).to.deep.equal({ ...first, name: 'third.png', source: clips[0].source });
    });

    // Dragged to the third quarter of the timeline.
    const { duration } = (await storedVideo(editor, video.id)).metadata;
    const lanes = page.locator('.lanes');
    const { width = 0 } = (await lanes.boundingBox()) ?? {};
    await page
      .getByRole('button', { name: 'Add logo.png to the video' })
      .dragTo(lanes, { targetPosition: { x: width * 0.75, y: 10 } });
    await eventually(async () => {
      const { clips } = await storedVideo(editor, video.id);
      expect(clips).to.have.length(4);
      expect(clips[3].timeFrame.start).to.be.closeTo(0.75 * duration, 30);
    });
  });

  it('are all there for who scrolls, while the page has only those near the window', async () => {
    const video = await editor.stored(EMPTY);
    await storeAssets(editor.service, 'editor', video.id, 2000);
    const { page } = await openEditor(editor, video);
    await showPanel(page, 'Media');
    const found = page.waitForResponse(/name=many/);
    await page.getByLabel('Search media by name').fill('many ');
    await found;
    await page.getByRole('button', { name: 'Add many 2000 to the video' }).focus();
    expect(await mostCardsUntil(page, 'many 1')).to.be.within(20, 100);
    const last = page.getByRole('listitem').filter({ has: page.getByText('many 1', { exact: true }) });
    expect(await last.getAttribute('aria-posinset')).to.equal('2000');
    expect(await last.getAttribute('aria-setsize')).to.equal('2000');
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    // Who scrolls with keys does not lose the place where they act.
    expect(await page.evaluate('document.activeElement.textContent')).to.equal('many 2000');
  });

  it('are pasted, refused with the reason, and shown as having no picture where there is none', async () => {
    const video = await editor.stored(EMPTY);
    const { page } = await openEditor(editor, video);
    await page.getByRole('heading', { name: 'Empty' }).waitFor();
    await page.route('**/poster?*', (route) => route.fulfill({ status: 404 }));
    const files = transfer([await picture('unseen.png', '#808080')]);
    await page.evaluate(
      `window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: ${files}, cancelable: true }))`,
    );
    await eventually(async () =>
      expect((await storedVideo(editor, video.id)).clips[0]?.source).to.match(/^asset:/),
    );
    await showPanel(page, 'Media');
    const card = page.getByRole('button', { name: 'Add unseen.png to the video' });
    await card.locator('.lucide-image-off').waitFor();
    await card.getByTitle('The service has no picture of').waitFor();
    await drop(page, [{ name: 'files.zip', type: 'application/zip', content: Buffer.from('PK\x03\x04zip') }]);
    await page.getByText('it is a ZIP archive, which no clip can show').first().waitFor();
    await page.getByRole('button', { name: 'Dismiss files.zip' }).click();
  });

  it('wait for the connection, and say what the service says when it does not take them', async () => {
    const video = await editor.stored(EMPTY);
    const { page } = await openEditor(editor, video);
    await page.getByRole('heading', { name: 'Empty' }).waitFor();
    await page.context().setOffline(true);
    await drop(page, [await picture('later.png', '#ff0000')]);
    await page.getByRole('button', { name: 'Pause later.png' }).waitFor();
    await page.context().setOffline(false);
    await eventually(async () =>
      expect(timesOf(await storedVideo(editor, video.id))).to.deep.equal([
        ['later.png', { start: 0, end: 3000 }],
      ]),
    );
    const message = ['all of the storage is used'];
    await page.route('**/v1/assets', (route) => route.fulfill({ status: 400, json: { message } }));
    await drop(page, [await picture('one-more.png', '#00ff00')]);
    await page.getByRole('alert').getByText('all of the storage is used', { exact: true }).waitFor();
    expect(await page.locator('.pending-clip').count()).to.equal(0);
  });

  it('leave no gap where one is refused or moves for less time than a still one is shown, and say why', async () => {
    const moving = await studio.make('moving.gif', ...lavfi('testsrc=s=160x90:r=10'), '-t', '1');
    const video = await editor.stored(EMPTY);
    const { page } = await openEditor(editor, video);
    await page.getByRole('heading', { name: 'Empty' }).waitFor();
    await drop(page, [
      { name: 'broken.mp4', type: 'video/mp4', content: Buffer.alloc(3000, 7) },
      { name: 'files.zip', type: 'application/zip', content: Buffer.from('PK\x03\x04zip') },
      await picture('red.png', '#ff0000'),
      { name: 'moving.gif', type: 'image/gif', content: await readFile(moving) },
      await picture('green.png', '#00ff00'),
    ]);
    await eventually(async () =>
      expect(timesOf(await storedVideo(editor, video.id))).to.have.deep.members([
        ['red.png', { start: 0, end: 3000 }],
        ['moving.gif', { start: 3000, end: 4000 }],
        ['green.png', { start: 4000, end: 7000 }],
      ]),
    );
    for (const name of ['broken.mp4', 'files.zip'])
      await page.getByRole('listitem').filter({ hasText: name }).getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Dismiss broken.mp4' }).waitFor();
    await page.getByRole('button', { name: 'Dismiss all 2' }).click();
    await page.getByRole('list', { name: 'Uploads' }).waitFor({ state: 'detached' });
  });
});
