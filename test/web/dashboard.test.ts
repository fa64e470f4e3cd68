import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { DAY_MS } from '../../application/outputs/retention.js';
import type { RateLimits } from '../../domain/api-key/events.js';
import { accessibilityProblems } from '../support/browser.js';
import { type EditorUnderTest, editorUnderTest } from '../support/editor.js';
import { eventually } from '../support/eventually.js';
import { apiClient } from '../support/http-client.js';
import { RETENTION_DAYS } from '../support/service-app.js';
import { startDelivering } from '../support/webhooks/delivering.js';
import { startReceiver } from '../support/webhooks/receiver.js';

const BLUE = {
  metadata: {
    name: 'Plain',
    duration: 400,
    fps: 10,
    backgroundColor: '#0000ff',
    canvas: { width: 160, height: 90 },
  },
  clips: [],
};
const TALL = { ...BLUE, metadata: { ...BLUE.metadata, name: 'Tall', canvas: { width: 90, height: 160 } } };

/** The colour in the middle of a picture on the page, rounded to tell the colours of the tests apart. */
const colorOf = (page: Page, alt: string): Promise<ReadonlyArray<number>> =>
  page.evaluate(`(() => {
    const image = document.querySelector('img[alt=${JSON.stringify(alt)}]');
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const [r, g, b] = context.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data;
    return [r, g, b].map((level) => Math.round(level / 64) * 64);
  })()`);

/** The shape of a picture on the page, and the size of the box that it lies in, CSS px. */
const shapeOf = (page: Page, alt: string): Promise<object> =>
  page.evaluate(`(() => {
    const image = document.querySelector('img[alt=${JSON.stringify(alt)}]');
    const { width, height } = image.parentElement.getBoundingClientRect();
    return { isPortrait: image.naturalHeight > image.naturalWidth, width, height };
  })()`);

describe('the dashboard', function () {
  this.timeout(120_000);
  let editor: EditorUnderTest;
  before(async () => {
    editor = await editorUnderTest();
  });

  /** A tab that is signed in as a new owner. */
  const signedIn = async (owner: string, limits: RateLimits = {}) => {
    const { service, browser } = editor;
    const key = await service.issueKey(owner, limits);
    const opened = await browser.open(service.baseUrl);
    await opened.page.goto(`${service.baseUrl}/dashboard`);
    await opened.page.getByLabel('API key').fill(key);
    await opened.page.getByRole('button', { name: 'Sign in' }).click();
    await opened.page.getByRole('heading', { name: 'Videos' }).waitFor();
    const section = (name: string): Promise<void> =>
      opened.page.getByRole('button', { name, exact: true }).click();
    return { ...opened, key, api: apiClient(service.baseUrl, key), section };
  };

  it('leads from an API key to a sample, its editor and its render', async () => {
    const { service, browser } = editor;
    const key = await service.issueKey('newcomer');
    const { page, context, complaints } = await browser.open(service.baseUrl);
    await page.goto(`${service.baseUrl}/dashboard`);
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await page.getByLabel('API key').fill('fw_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This API key is not valid').waitFor();
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();

    // Without videos, the samples are there at once.
    const samples = page.getByRole('list', { name: 'Samples' }).getByRole('button');
    await samples.first().waitFor();
    expect(await samples.allInnerTexts()).to.include('Quote card');
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await page.getByRole('button', { name: 'Quote card' }).click();
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    await page.getByText('The render is queued').waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await page.getByRole('button', { name: 'Renders' }).click();
    await page.getByRole('cell', { name: 'pending' }).waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);

    await page.reload();
    await page
      .getByRole('row', { name: /Quote card/ })
      .getByRole('link')
      .click();
    await page.getByRole('heading', { name: 'Quote card' }).waitFor();
    expect(page.url()).to.not.include('fw_');
    expect(await page.evaluate('JSON.stringify(localStorage)')).to.not.include(key);
    expect(complaints.filter((text) => !/\b401\b|favicon\.ico/.test(text))).to.deep.equal([]);
    await context.close();
  });

  it('plays a finished render, downloads its receipt, and recognises its file', async () => {
    const { page, context, complaints, section, api } = await signedIn('receiver');
    await page.getByLabel('Project as JSON').fill(JSON.stringify(BLUE));
    await page.getByRole('button', { name: 'Create video' }).click();
    await page.getByText('Created').waitFor();
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    await page.getByText('The render is queued').waitFor();
    const { body } = await api('GET', '/v1/renders/search');
    const [{ _id: renderId, videoId }] = body.data;
    await editor.work(renderId);
    await section('Renders');
    await page.getByRole('cell', { name: 'completed' }).waitFor();
    await page.getByRole('button', { name: 'Play' }).click();
    await eventually(async () =>
      expect(await page.evaluate<number>('document.querySelector("video").videoWidth')).to.equal(160),
    );

    const [receipt] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Receipt' }).click(),
    ]);
    const signed = JSON.parse(await readFile(await receipt.path(), 'utf8'));
    expect(signed.receipt).to.include({ renderId, videoId, videoVersion: 1 });
    expect(signed.signature.algorithm).to.equal('Ed25519');

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    const check = page.getByLabel('File to check');
    const bytes = await readFile(await file.path());
    await check.setInputFiles({ name: 'mine.mp4', mimeType: 'video/mp4', buffer: bytes });
    await page.getByText('mine.mp4: identical').waitFor();
    expect(await page.getByText('Version 1 of').innerText()).to.include(videoId);
    await check.setInputFiles({ name: 'other.mp4', mimeType: 'video/mp4', buffer: Buffer.from('another') });
    await page.getByText('other.mp4: unknown').waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);

    await page.getByText('Output kept until').waitFor();
    await page.clock.setFixedTime(Date.now() + (RETENTION_DAYS + 1) * DAY_MS);
    await section('Videos');
    await section('Renders');
    await page.getByText('Output deleted after').waitFor();
    expect(await page.getByRole('link', { name: 'Download' }).count()).to.equal(0);
    expect(await page.getByRole('button', { name: 'Receipt' }).count()).to.equal(1);
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
    await context.close();
  });

  it('shows two versions side by side, and verifies the events in the browser', async () => {
    const { page, context, complaints, api, section } = await signedIn('historian');
    const id = (await api('POST', '/v1/videos', { body: TALL })).body.data._id;
    const red = { metadata: { backgroundColor: '#ff0000' } };
    await api('PATCH', `/v1/videos/${id}`, { body: red });
    await page.reload();
    await page.getByRole('button', { name: 'History' }).click();
    await page.getByAltText('Version 1 at 0 ms').waitFor();
    await page.getByAltText('Version 2 at 0 ms').waitFor();
    expect(await colorOf(page, 'Version 1 at 0 ms')).to.deep.equal([0, 0, 256]);
    expect(await colorOf(page, 'Version 2 at 0 ms')).to.deep.equal([256, 0, 0]);
    expect(await page.getByRole('list', { name: 'Changes' }).getByRole('listitem').allInnerTexts())
      .to.have.length(1)
      .and.satisfy(([text]: ReadonlyArray<string>) => text?.includes('/metadata/backgroundColor'));
    await page.getByRole('radio', { name: 'Version 2 before' }).click();
    await page.getByText('The versions are equal').waitFor();

    await page
      .getByRole('row', { name: /Version 1/ })
      .getByRole('button', { name: 'Restore' })
      .click();
    await page.getByAltText('Version 3', { exact: true }).waitFor();
    expect(await shapeOf(page, 'Version 3')).to.deep.equal({ isPortrait: true, width: 160, height: 90 });
    expect(await colorOf(page, 'Version 3')).to.deep.equal([0, 0, 256]);
    expect(await accessibilityProblems(page)).to.deep.equal([]);

    const verify = page.getByRole('button', { name: 'Verify the events' });
    await verify.click();
    await page.getByText('all 3 events are unchanged').waitFor();
    await page.route(/\/events\?/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('#ff0000', '#ff0001') });
    });
    await verify.click();
    await page.getByText('The history is not authentic: at event 1').waitFor();
    // From a history, the section of the videos leads back to their list.
    await section('Videos');
    await page.getByAltText('Picture of Tall').waitFor();
    expect(complaints).to.deep.equal([]);
    await context.close();
  });

  it('creates a link for viewing that expires', async () => {
    const { page, context, complaints, api } = await signedIn('sharer');
    const { _id } = (await api('POST', '/v1/videos', { body: BLUE })).body.data;
    // The picture of one video takes long: the other is drawn meanwhile.
    const slow = (await api('POST', '/v1/videos', { body: TALL })).body.data._id;
    let drawSlow: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (drawSlow = resolve));
    await page.route(`**/${slow}/frame?*`, async (route) => {
      await held;
      await route.continue();
    });
    await page.clock.install();
    await page.reload();
    const placeholder = page.getByRole('row', { name: /Tall/ }).getByText('Drawing …');
    await placeholder.waitFor();
    await page.clock.fastForward(15_000);
    await page.getByAltText('Picture of Plain').waitFor();
    await placeholder.waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    drawSlow();
    await page.getByAltText('Picture of Tall').waitFor();
    expect(await shapeOf(page, 'Picture of Tall')).to.deep.equal({
      isPortrait: true,
      width: 160,
      height: 90,
    });
    const search = page.getByLabel('Search by name');
    await search.fill('nothing like it');
    await page.getByText('No video has a name with this text.').waitFor();
    await search.fill('plai');
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share Plain' });
    await dialog.getByLabel('It expires').selectOption('after an hour');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByRole('status').waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    const { hash } = new URL(await dialog.getByLabel('Link', { exact: true }).inputValue());
    await page.goto(`${editor.service.baseUrl}/editor/${_id}${hash}`);
    await page.getByText('View only').waitFor();
    expect(complaints).to.deep.equal([]);
    await context.close();
  });

  it('shows the use of each rate limit', async () => {
    const { page, context, section } = await signedIn('limited', { minute: 500, day: 9000 });
    await section('Usage');
    await page.getByRole('cell', { name: /^\d+ of 500$/ }).waitFor();
    await page.getByRole('cell', { name: /^\d+ of 9000$/ }).waitFor();
    expect(await page.getByRole('rowheader').allInnerTexts()).to.deep.equal(['minute', 'day']);
    const used = Number((await page.getByRole('cell', { name: /of 500$/ }).innerText()).split(' ')[0]);
    expect(used).to.be.greaterThan(0);
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await context.close();
    const free = await signedIn('unlimited');
    await free.section('Usage');
    await free.page.getByText('This API key has no rate limits').waitFor();
    await free.context.close();
  });

  it('registers, tests, pauses and rotates an endpoint, and forgets the key on signing out', async () => {
    const { page, context, section } = await signedIn('subscriber');
    await section('Webhooks');
    await page.getByLabel('Address').fill('https://hooks.example.org/x');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText('Signing secret, shown only once').waitFor();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByText(/^webhook\.test, .*: waiting/).waitFor();
    await page.getByRole('button', { name: 'Rotate the secret' }).click();
    await page.getByText('New signing secret, shown only once').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('listitem').getByText('paused', { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.reload();
    await page.getByLabel('API key').waitFor();
    await context.close();
  });

  it('sends a delivered event again, with the same body', async () => {
    const { page, context, section, api } = await signedIn('redelivery');
    const receiver = await startReceiver();
    const stopDelivering = startDelivering(editor.service);
    await api('POST', '/v1/webhooks', { body: { url: receiver.url } });
    await section('Webhooks');
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByText(/^webhook\.test, .*: delivered/).waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await receiver.until(2);
    await eventually(async () => expect(await page.getByText('status 200').count()).to.equal(2));
    const [first, again] = receiver.received;
    expect(again?.body).to.deep.equal(first?.body);
    await stopDelivering();
    await receiver.close();
    await context.close();
  });
});
