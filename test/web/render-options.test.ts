import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { editorForSuite, openEditor, openExport, storedVideo } from '../support/web/editor.js';
import { probeOutput } from '../support/pictures/decoded-media.js';
import { eventually } from '../support/eventually.js';
import { forSuite } from '../support/for-suite.js';
import { lavfi } from '../support/renders/lavfi.js';
import { studioForSuite } from '../support/renders/render.js';
import { startAssetServer } from '../support/servers/asset-server.js';
import { itIfLong, sampled } from '../support/long-form.js';

const PROJECT = {
  metadata: { name: 'Short', duration: 400, fps: 10, canvas: { width: 160, height: 90 } },
  clips: [
    {
      id: 'box',
      type: 'shape',
      timeFrame: { start: 0, end: 400 },
      size: { width: 80, height: 45 },
      shapeProperties: { shape: 'rectangle', fill: '#ff8000' },
    },
  ],
};

describe('the render options of the editor', () => {
  const editor = editorForSuite();
  const studio = studioForSuite();
  const server = forSuite(startAssetServer, ({ close }) => close());

  const headingsOf = async (renderOptionsInUI: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
    const { page } = await openEditor(editor, await editor.stored({ ...PROJECT, renderOptionsInUI }));
    await page.getByRole('heading', { name: 'Short' }).waitFor();
    const button = page.getByRole('button', { name: 'Export', exact: true });
    const headings: string[] = [];
    if ((await button.count()) > 0) {
      await button.click();
      await page.getByRole('dialog').getByRole('heading').first().waitFor();
      headings.push(...(await page.getByRole('dialog').getByRole('heading').allInnerTexts()));
    }
    await editor.browser.closePages();
    return headings;
  };

  it('are those that renderOptionsInUI names', async () => {
    for (const [options, headings] of sampled(
      [
        [[], []],
        [['json'], ['Project as JSON']],
        [['server'], ['Export Short']],
      ],
      2,
    ))
      expect(await headingsOf(options ?? [])).to.deep.equal(headings);
  });

  it('download the project as JSON, request a render, show its outcome, and cancel another', async () => {
    const video = await editor.stored(PROJECT);
    const { page, complaints } = await openEditor(editor, video);
    await openExport(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download JSON' }).click(),
    ]);
    const project = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(project.clips[0]).to.deep.include({ id: 'box', type: 'shape' });
    expect(project.metadata).to.include({ name: 'Short' }).and.not.have.property('redirectUrl');
    const request = page.getByRole('button', { name: 'Start export' });
    const items = page.getByRole('list', { name: 'Exports' }).getByRole('listitem');
    await request.click();
    await items.getByText('Waiting').waitFor();
    const [render] = (await editor.api('GET', `/v1/renders?videoId=${video.id}`)).body.data;
    await editor.work(render._id);
    await items.getByText('Ready').waitFor();
    await items.getByRole('button', { name: 'Watch' }).click();
    await eventually(async () =>
      expect(await page.evaluate<number>('document.querySelector("video").videoWidth')).to.equal(160),
    );
    await request.click();
    await items.getByRole('button', { name: 'Cancel' }).click();
    await items.getByText('Waiting').waitFor({ state: 'detached' });
    expect(await items.count()).to.equal(1);
    expect(complaints).to.deep.equal([]);
  });

  it('lead from an export that failed, and from the advice about it, to the clip', async () => {
    const group = {
      type: 'group',
      name: 'Corner',
      timeFrame: { start: 0, end: 400 },
      size: { width: 160, height: 90 },
      clips: [
        {
          type: 'image',
          source: 'https://example.invalid/logo.png',
          timeFrame: { start: 0, end: 400 },
          size: { width: 10, height: 10 },
        },
      ],
    };
    const video = await editor.stored({ ...PROJECT, clips: [...PROJECT.clips, group] });
    await editor.work((await editor.api('POST', `/v1/renders/${video.id}`, { body: {} })).body.data._id);
    const { page } = await openEditor(editor, video);
    const dialog = page.getByRole('dialog');
    await openExport(page);
    await dialog.getByRole('button', { name: 'What can I do?' }).click();
    await dialog.getByRole('list', { name: 'Advice' }).getByRole('button', { name: 'logo.png' }).click();
    await dialog.waitFor({ state: 'detached' });
    await eventually(async () =>
      expect(await page.evaluate('document.activeElement.name')).to.equal('clips[0].source'),
    );
    await openExport(page);
    await dialog.getByRole('button', { name: 'logo.png' }).click();
    await page.getByRole('heading', { name: 'Group Corner' }).waitFor();
  });

  it('offer each file of an export with its format, also a still, so that exports can be told apart', async () => {
    const style = { fontSize: 20, color: '#ffffff' };
    const caption = {
      type: 'caption',
      timeFrame: { start: 0, end: 400 },
      size: { width: 160, height: 40 },
      captionProperties: {
        words: [{ word: 'Hi', start: 0, end: 300 }],
        highlightTextProperties: style,
        nonHighlightTextProperties: style,
      },
    };
    const video = await editor.stored({ ...PROJECT, clips: [...PROJECT.clips, caption] });
    const { page } = await openEditor(editor, video);
    await openExport(page);
    const items = page.getByRole('list', { name: 'Exports' }).getByRole('listitem');
    const exported = async (done: number): Promise<void> => {
      await page.getByRole('button', { name: 'Start export' }).click();
      await items.nth(done - 1).waitFor();
      const { data } = (await editor.api('GET', `/v1/renders?videoId=${video.id}`)).body;
      await editor.work(data[0]._id);
      await eventually(async () => expect(await items.getByText('Ready').count()).to.equal(done));
    };
    await page.getByRole('combobox', { name: 'Captions' }).selectOption('srt');
    await exported(1);
    await items.getByText(/^MP4, 160 × 90, \d+ kB$/).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      items.getByRole('link', { name: 'SRT' }).click(),
    ]);
    expect(download.suggestedFilename()).to.equal('Short-1.srt');
    expect(await readFile(await download.path(), 'utf8')).to.contain('Hi');
    // A still has no captions besides those in the picture.
    await page.getByLabel('Format').selectOption('png');
    expect(await page.getByRole('combobox', { name: 'Captions' }).count()).to.equal(0);
    await exported(2);
    await items.getByText(/^PNG, 160 × 90, \d+ kB$/).waitFor();
  });

  it('send only what a format has, whatever was chosen for another', async () => {
    const metadata = { ...PROJECT.metadata, canvas: { width: 1280, height: 720 } };
    const { page, complaints } = await openEditor(editor, await editor.stored({ ...PROJECT, metadata }));
    await openExport(page);
    await page.getByLabel('Size').selectOption('480');
    await page.getByLabel('Format').selectOption('mp3');
    await page.getByRole('button', { name: 'Start export' }).click();
    await page.getByRole('list', { name: 'Exports' }).getByText('Waiting').waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('show the frame that is rendered', async () => {
    const video = await editor.stored(PROJECT);
    const { page } = await openEditor(editor, video);
    let progress = 0.5;
    await page.route('**/v1/renders?*', async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = (await response.json()) as { readonly data: ReadonlyArray<object> };
      await route.fulfill({ response, json: { ...rest, data: data.map((one) => ({ ...one, progress })) } });
    });
    await openExport(page);
    const asked = (t: number) => page.waitForRequest((request) => request.url().includes(`/frame?t=${t}&`));
    // The last frame is at 399 ms.
    const half = asked(199);
    await page.getByRole('button', { name: 'Start export' }).click();
    await half;
    await page.getByRole('img', { name: 'The frame that is rendered' }).waitFor();
    const later = asked(299);
    progress = 0.75;
    await later;
  });

  it('say about how long the first export takes and how large it gets', async () => {
    const { page, complaints } = await openEditor(editor, await editor.stored(PROJECT));
    await openExport(page);
    const estimate = page.getByText(/^About [\d.,]+( to [\d.,]+)? s, about [\d.,]+( to [\d.,]+)? [kM]B$/);
    await estimate.waitFor();
    await page.getByLabel('Format').selectOption('webm');
    await estimate.waitFor({ state: 'detached' });
    expect(complaints).to.deep.equal([]);
  });

  it('say that nothing is at the end, which one click removes and Undo brings back', async () => {
    const metadata = { ...PROJECT.metadata, duration: 3000 };
    const video = await editor.stored({ ...PROJECT, metadata });
    const { page, complaints } = await openEditor(editor, video);
    const lasts = (ms: number): Promise<void> =>
      eventually(async () => {
        expect((await storedVideo(editor, video.id)).metadata).to.include({ duration: ms });
      });
    await page.locator('.empty-time').getByText('Empty').waitFor();
    await openExport(page);
    const note = page.getByText('The last 2.6 s are empty.');
    await note.waitFor();
    await page.getByRole('button', { name: 'End where the last clip ends' }).click();
    await note.waitFor({ state: 'detached' });
    await lasts(400);
    await page.keyboard.press('Escape');
    expect(await page.locator('.empty-time').count()).to.equal(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.empty-time').waitFor();
    await lasts(3000);
    expect(complaints).to.deep.equal([]);
  });

  it('know when a clip ends that ends with its media', async () => {
    const moving = await studio.make('moving.gif', ...lavfi('testsrc=s=64x36:r=10'), '-t', '1');
    server.serve('/moving.gif', await readFile(moving));
    const [source, size] = [server.url('/moving.gif'), { width: 64, height: 36 }];
    const clip = { type: 'image', source, timeFrame: { end: 'source' }, size };
    const metadata = { ...PROJECT.metadata, duration: 3000 };
    const { page } = await openEditor(editor, await editor.stored({ ...PROJECT, metadata, clips: [clip] }));
    await page.locator('.empty-time').waitFor();
    await openExport(page);
    await page.getByText('The last 2.0 s are empty.').waitFor();
  });

  itIfLong('render to WebM in a browser that cannot encode H.264', async () => {
    const { page } = await editor.browser.open(editor.service.baseUrl);
    await page.addInitScript(`{
      const isSupported = VideoEncoder.isConfigSupported.bind(VideoEncoder);
      VideoEncoder.isConfigSupported = (config) =>
        config.codec.startsWith('avc') ? Promise.resolve({ supported: false, config }) : isSupported(config);
    }`);
    await page.goto((await editor.stored(PROJECT)).link);
    await openExport(page);
    await page.getByRole('button', { name: 'Render here' }).click();
    await page.getByText('4 frames rendered.').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download WEBM' }).click(),
    ]);
    const { streams } = await probeOutput(await download.path());
    expect(streams.map(({ codec_name }) => codec_name)).to.deep.equal(['vp9']);
  });

  it('say how a render in the browser differs, cancel it, and start another', async () => {
    const metadata = { ...PROJECT.metadata, duration: 3_600_000 };
    const video = await editor.stored({ ...PROJECT, metadata });
    const { page, complaints } = await openEditor(editor, video);
    await openExport(page);
    await page.getByText('Nearly the picture of an export').waitFor();
    // The token of the editor makes no links.
    expect(await page.getByRole('heading', { name: 'A link to the video' }).count()).to.equal(0);
    const start = page.getByRole('button', { name: 'Render here' });
    for (let times = 0; times < 2; times += 1) {
      await start.click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await start.waitFor();
    }
    expect(await page.getByRole('alert').count()).to.equal(0);
    expect(complaints).to.deep.equal([]);
  });
});
