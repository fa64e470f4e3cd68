import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import sharp from 'sharp';
import type { Page } from 'playwright-core';
import { pocketsphinx } from '../../infrastructure/rendering/transcription/pocketsphinx/pocketsphinx.js';
import { speechTranscriber } from '../../infrastructure/rendering/transcription/speech-transcriber.js';
import { sentenceWithTimes, writeWave } from '../support/renders/speech.js';
import { openStudio, type Studio } from '../support/renders/render.js';
import { eventually } from '../support/eventually.js';
import { counting } from '../support/web/counting.js';
import { signedIn } from '../support/web/dashboard.js';
import { editorForSuite, isSaved, openExport, showPanel } from '../support/web/editor.js';

/** In the window of the operating system: to choose a file and to open it; with Shift, the last of several. */
const CHOOSING = { one: 2, several: 3 };
/** Of what was exported; that it downloads is proven elsewhere. */
const DOWNLOADING = 1;

interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

describe('what a person makes', () => {
  const editor = editorForSuite();
  let studio: Studio;
  before(async () => {
    studio = await openStudio();
  });
  after(() => studio.dispose());

  const upload = async (page: Page, files: ReadonlyArray<ChosenFile>): Promise<void> => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload' }).click();
    await (await choosing).setFiles([...files]);
    await page.getByRole('heading', { name: 'one' }).waitFor();
  };
  const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  it('is a promo of 15 s from three files, with titles and transitions: 15 clicks, 4 fields', async () => {
    const { page, api, complaints } = await signedIn(editor, 'promo');
    const files = await Promise.all(
      ['one', 'two', 'three'].map(async (name, index): Promise<ChosenFile> => ({
        name: `${name}.png`,
        mimeType: 'image/png',
        buffer: await sharp({
          create: { width: 320, height: 180, channels: 3, background: { r: 80 * index, g: 90, b: 60 } },
        })
          .png()
          .toBuffer(),
      })),
    );
    const counted = await counting(page);
    await upload(page, files);
    await page.getByRole('button', { name: 'Add a transition to two.png' }).click();
    await click(page, 'Cross-fade');
    await click(page, 'Apply to all of this track');
    await page.keyboard.press('Escape');
    await showPanel(page, 'Text');
    await click(page, 'Add Editorial');
    await page.locator('.clip-box.selected').first().dblclick();
    await page.keyboard.type('Autumn');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Everything must go');
    await page.keyboard.press('Escape');
    await isSaved(page);
    await openExport(page);
    await click(page, 'Start export');
    const render = await eventually(async () => {
      const [requested] = (await api('GET', '/v1/renders/search')).body.data;
      expect(requested).to.include({ status: 'pending' });
      return requested;
    });
    expect(counted.clicks + CHOOSING.several + DOWNLOADING).to.be.at.most(15);
    expect(counted.fields).to.be.at.most(4);
    const { metadata, clips } = render.videoData;
    expect(metadata).to.deep.include({ duration: 15_000, canvas: { width: 1920, height: 1080 } });
    expect(
      clips.map(({ textProperties }: { textProperties?: { content: string } }) => textProperties?.content),
    ).to.include.members(['Autumn', 'Everything must go']);
    expect(
      clips.filter(({ transition }: { transition?: { in?: object } }) => transition?.in),
    ).to.have.length.of.at.least(2);
    expect(complaints).to.deep.equal([]);
  });

  it('is a vertical clip with captions word by word, corrected and exported: 8 clicks', async () => {
    const { page, api } = await signedIn(editor, 'vertical');
    const speech = await sentenceWithTimes('one two three four five');
    const sound = `${studio.folder}/speech.wav`;
    await writeWave(sound, speech.samples);
    const film = await studio.make(
      'one.mp4',
      ...'-f lavfi -i color=0x204060:s=90x160:r=10 -i'.split(' '),
      sound,
      ...'-shortest -c:v libx264 -pix_fmt yuv420p -c:a aac'.split(' '),
    );
    const counted = await counting(page);
    await upload(page, [{ name: 'one.mp4', mimeType: 'video/mp4', buffer: await readFile(film) }]);
    await click(page, 'Auto captions');
    const rendered = async () => (await api('GET', '/v1/renders/search')).body.data;
    const [{ _id }] = await eventually(async () => {
      const renders = await rendered();
      expect(renders).to.have.length(1);
      return renders;
    });
    await editor.work(_id, speechTranscriber(pocketsphinx({ warn: () => undefined })));
    const line = page.getByRole('region', { name: 'What is said' }).getByRole('textbox').first();
    await line.click();
    await page.keyboard.type('One, two, three');
    await page.keyboard.press('Enter');
    await isSaved(page);
    await openExport(page);
    await click(page, 'Start export');
    const [{ videoData }] = await eventually(async () => {
      const renders = await rendered();
      expect(renders).to.have.length(2);
      return renders;
    });
    expect(counted.clicks + CHOOSING.one + DOWNLOADING).to.be.at.most(8);
    expect(videoData.metadata.canvas).to.deep.equal({ width: 1080, height: 1920 });
    const captions = videoData.clips.find(({ type }: { type: string }) => type === 'caption');
    expect(
      captions.captionProperties.words.slice(0, 3).map(({ word }: { word: string }) => word),
    ).to.deep.equal(['One,', 'two,', 'three']);
  });
});
