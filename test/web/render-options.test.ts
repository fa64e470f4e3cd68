import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { type EditorUnderTest, editorUnderTest, openEditor, showPanel } from '../support/web/editor.js';
import { probeOutput } from '../support/pictures/decoded-media.js';
import { eventually } from '../support/eventually.js';

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

describe('the render options of the editor', function () {
  this.timeout(120_000);
  let editor: EditorUnderTest;
  before(async () => {
    editor = await editorUnderTest();
  });

  const headingsOf = async (renderOptionsInUI: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
    const { page, context } = await openEditor(
      editor,
      await editor.stored({ ...PROJECT, renderOptionsInUI }),
    );
    await page.getByRole('heading', { name: 'Short' }).waitFor();
    const tab = page.getByRole('tab', { name: 'Render' });
    const headings: string[] = [];
    if ((await tab.count()) > 0) {
      await tab.click();
      headings.push(...(await page.getByRole('tabpanel').getByRole('heading').allInnerTexts()));
    }
    await context.close();
    return headings;
  };

  it('are those that renderOptionsInUI names', async () => {
    expect(await headingsOf([])).to.deep.equal([]);
    expect(await headingsOf(['json'])).to.deep.equal(['Project as JSON']);
    expect(await headingsOf(['server'])).to.deep.equal(['Render by the service']);
  });

  it('download the project as JSON', async () => {
    const { page, context } = await openEditor(editor, await editor.stored(PROJECT));
    await showPanel(page, 'Render');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download JSON' }).click(),
    ]);
    const project = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(project.clips[0]).to.deep.include({ id: 'box', type: 'shape' });
    expect(project.metadata).to.include({ name: 'Short' }).and.not.have.property('redirectUrl');
    await context.close();
  });

  it('request a render, show its outcome, and cancel another', async () => {
    const video = await editor.stored(PROJECT);
    const { page, context, complaints } = await openEditor(editor, video);
    await showPanel(page, 'Render');
    const request = page.getByRole('button', { name: 'Request a render' });
    const items = page.getByRole('list', { name: 'Renders' }).getByRole('listitem');
    await request.click();
    await items.getByText('pending').waitFor();
    const [render] = (await editor.api('GET', `/v1/renders?videoId=${video.id}`)).body.data;
    await editor.work(render._id);
    await items.getByText('completed').waitFor();
    await items.getByRole('button', { name: 'Play' }).click();
    await eventually(async () =>
      expect(await page.evaluate<number>('document.querySelector("video").videoWidth')).to.equal(160),
    );
    await request.click();
    await items.getByRole('button', { name: 'Cancel' }).click();
    await items.getByText('cancelled').waitFor();
    expect(complaints).to.deep.equal([]);
    await context.close();
  });

  it('render to WebM in a browser that cannot encode H.264', async () => {
    const opened = await editor.browser.open(editor.service.baseUrl);
    const { page, context } = opened;
    await page.addInitScript(`{
      const isSupported = VideoEncoder.isConfigSupported.bind(VideoEncoder);
      VideoEncoder.isConfigSupported = (config) =>
        config.codec.startsWith('avc') ? Promise.resolve({ supported: false, config }) : isSupported(config);
    }`);
    await page.goto((await editor.stored(PROJECT)).link);
    await showPanel(page, 'Render');
    await page.getByRole('button', { name: 'Render here' }).click();
    await page.getByText('4 frames rendered.').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download WEBM' }).click(),
    ]);
    const { streams } = await probeOutput(await download.path());
    expect(streams.map(({ codec_name }) => codec_name)).to.deep.equal(['vp9']);
    await context.close();
  });

  it('cancel a render in the browser, and start another', async () => {
    const metadata = { ...PROJECT.metadata, duration: 3_600_000 };
    const video = await editor.stored({ ...PROJECT, metadata });
    const { page, context, complaints } = await openEditor(editor, video);
    await showPanel(page, 'Render');
    const start = page.getByRole('button', { name: 'Render here' });
    for (let times = 0; times < 2; times += 1) {
      await start.click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await start.waitFor();
    }
    expect(await page.getByRole('alert').count()).to.equal(0);
    expect(complaints).to.deep.equal([]);
    await context.close();
  });
});
