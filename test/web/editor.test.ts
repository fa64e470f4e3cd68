import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { accessibilityProblems, startBrowser, type WebBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { type Api, apiClient } from '../support/http-client.js';
import { previewsHere, type TestPreviews } from '../support/previews.js';
import { type Service, startService } from '../support/service.js';

const title = (id: string, start: number, x: number) => ({
  id,
  type: 'text',
  timeFrame: { start, end: start + 2000 },
  position: { x, y: 100, z: start },
  size: { width: 400, height: 100 },
  textProperties: { content: `Text of ${id}`, fontSize: 40, color: '#ffffff' },
});

const PROJECT = {
  metadata: {
    name: 'Opening',
    duration: 4000,
    fps: 25,
    backgroundColor: '#204060',
    canvas: { width: 1280, height: 720 },
  },
  clips: [title('first', 0, 100), title('second', 0, 700)],
};

describe('the editor', function () {
  this.timeout(120_000);
  let service: Service;
  let api: Api;
  let browser: WebBrowser;
  let worker: TestPreviews;
  before(async () => {
    worker = await previewsHere();
    service = await startService({ previews: worker.previews });
    api = apiClient(service.baseUrl, await service.issueKey('alice'));
    browser = await startBrowser();
  });
  after(async () => {
    await browser.close();
    await service.stop();
    await worker.close();
  });

  /** Stores the project and returns its editor link on this service. */
  const stored = async (): Promise<{ readonly id: string; readonly link: string }> => {
    const { data } = (await api('POST', '/v1/videos', { body: PROJECT })).body;
    const { hash } = new URL(data.metadata.redirectUrl);
    return { id: data._id, link: `${service.baseUrl}/editor/${data._id}${hash}` };
  };
  const clipsOf = async (id: string) => (await api('GET', `/v1/videos/${id}`)).body.data.clips;
  const isSaved = (page: Page) => page.getByText('All changes saved').waitFor();
  const drag = async (page: Page, name: string, dx: number, dy: number): Promise<void> => {
    const box = await page.getByRole('button', { name }).boundingBox();
    if (!box) throw new Error(`${name} is not on screen`);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + dx, box.y + box.height / 2 + dy, { steps: 4 });
    await page.mouse.up();
  };

  it('opens a link, keeps the token out of the address and survives a reload', async () => {
    const { link } = await stored();
    const { page, context, complaints } = await browser.open(service.baseUrl);
    await page.goto(link);
    await page.getByRole('heading', { name: 'Opening' }).waitFor();
    expect(page.url()).to.not.include('token');
    await page.getByRole('img', { name: 'Frame at 0 ms' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Opening' }).waitFor();
    expect(complaints.filter((text) => !text.endsWith('/favicon.ico'))).to.deep.equal([]);
    await context.close();
  });

  it('moves a clip with the mouse and with the keyboard, undoes it, and stores every change', async () => {
    const { id, link } = await stored();
    const { page, context } = await browser.open(service.baseUrl);
    await page.goto(link);
    await drag(page, 'text clip first', 60, 30);
    await isSaved(page);
    await eventually(async () => {
      const [{ position }] = await clipsOf(id);
      expect(position.x).to.be.greaterThan(150);
      expect(position.y).to.be.greaterThan(120);
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => expect((await clipsOf(id))[0].position).to.include({ x: 100, y: 100 }));
    await page.getByRole('button', { name: 'text clip second' }).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ArrowDown');
    await eventually(async () => expect((await clipsOf(id))[1].position).to.include({ x: 710, y: 101 }));
    await context.close();
  });

  it('moves and trims clips on the timeline', async () => {
    const { id, link } = await stored();
    const { page, context } = await browser.open(service.baseUrl);
    await page.goto(link);
    await page.getByRole('button', { name: 'text first, from 0 to 2000 ms' }).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await eventually(async () =>
      expect((await clipsOf(id))[0].timeFrame).to.include({ start: 1000, end: 3000 }),
    );
    await context.close();
  });

  it('changes fields in the inspector and text in the JSON view, and shows what is not valid', async () => {
    const { id, link } = await stored();
    const { page, context } = await browser.open(service.baseUrl);
    await page.goto(link);
    await page.getByRole('button', { name: 'text clip first' }).focus();
    await page.getByLabel('Content').fill('Changed');
    await eventually(async () => expect((await clipsOf(id))[0].textProperties.content).to.equal('Changed'));
    await page.getByLabel('Font size').first().fill('-3');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('fontSize').waitFor();
    await context.close();
  });

  it('merges what another client changed elsewhere, and asks about what both changed', async () => {
    const { id, link } = await stored();
    const { page, context } = await browser.open(service.baseUrl);
    await page.goto(link);
    await page.getByRole('button', { name: 'text clip first' }).focus();
    await api('PATCH', `/v1/videos/${id}`, { body: { metadata: { name: 'Renamed elsewhere' } } });
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('heading', { name: 'Renamed elsewhere' }).waitFor();
    await eventually(async () => expect((await clipsOf(id))[0].position.x).to.equal(110));

    const clips = await clipsOf(id);
    const [first, second] = clips;
    await api('PATCH', `/v1/videos/${id}`, {
      body: { clips: [{ ...first, position: { ...first.position, x: 5 } }, second] },
    });
    await page.getByRole('button', { name: 'text clip first' }).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('alertdialog').getByText('clip first').waitFor();
    await page.getByRole('button', { name: 'Take theirs' }).click();
    await isSaved(page);
    expect((await clipsOf(id))[0].position.x).to.equal(5);
    await context.close();
  });

  it('shows the versions and restores one', async () => {
    const { id, link } = await stored();
    await api('PATCH', `/v1/videos/${id}`, { body: { metadata: { name: 'Second cut' } } });
    const { page, context } = await browser.open(service.baseUrl);
    await page.goto(link);
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Version 1' }).getByRole('button').click();
    await eventually(async () =>
      expect((await api('GET', `/v1/videos/${id}`)).body.data.metadata.name).to.equal('Opening'),
    );
    await context.close();
  });

  it('has no problem that axe-core finds', async () => {
    const { link } = await stored();
    const { page, context } = await browser.open(service.baseUrl);
    await page.goto(link);
    await page.getByRole('button', { name: 'text clip first' }).focus();
    for (const tab of ['Inspector', 'Versions', 'JSON']) {
      await page.getByRole('tab', { name: tab }).click();
      expect(await accessibilityProblems(page), tab).to.deep.equal([]);
    }
    await context.close();
  });

  it('shows hostile names and texts as text', async () => {
    const hostile = '"><img src=x onerror=document.title="owned"><script>document.title="owned"</script>';
    const { data } = (
      await api('POST', '/v1/videos', {
        body: {
          metadata: { ...PROJECT.metadata, name: hostile },
          clips: [{ ...title(hostile.slice(0, 60), 0, 0), textProperties: { content: hostile } }],
        },
      })
    ).body;
    const { page, context } = await browser.open(service.baseUrl);
    await page.goto(`${service.baseUrl}/editor/${data._id}${new URL(data.metadata.redirectUrl).hash}`);
    await page.getByRole('heading', { name: hostile }).waitFor();
    for (const tab of ['JSON', 'Versions', 'Inspector']) await page.getByRole('tab', { name: tab }).click();
    expect(await page.title()).to.equal('Framewright editor');
    await context.close();
  });

  it('opens nothing with the token of another video', async () => {
    const [one, other] = [await stored(), await stored()];
    const { page, context } = await browser.open(service.baseUrl);
    await page.goto(`${service.baseUrl}/editor/${one.id}${new URL(other.link).hash}`);
    await page.getByRole('heading', { name: 'This video cannot be opened' }).waitFor();
    await context.close();
  });
});
