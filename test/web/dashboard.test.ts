import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { DAY_MS } from '../../application/outputs/retention.js';
import { accessibilityProblems } from '../support/web/browser.js';
import { BLUE, signedIn } from '../support/web/dashboard.js';
import { editorForSuite } from '../support/web/editor.js';
import { eventually } from '../support/eventually.js';
import { RETENTION_DAYS } from '../support/service/service-app.js';
import { itIfLong } from '../support/long-form.js';

describe('the dashboard', () => {
  const editor = editorForSuite();
  const titleIs = (page: Page, title: string): Promise<void> =>
    eventually(async () => void expect(await page.title()).to.equal(title));

  it('leads from an API key to a sample, its editor and its render', async () => {
    const { service, browser } = editor;
    const key = await service.issueKey('newcomer');
    const { page, complaints } = await browser.open(service.baseUrl);
    await page.goto(service.baseUrl);
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
    await page.getByRole('heading', { name: 'Quote card' }).waitFor();
    // It opens where its picture was taken, and later where the playhead was left.
    const frame = page.getByRole('img', { name: /^Frame at / });
    const atPicture = 'Frame at 4.5 s';
    await eventually(async () => expect(await frame.getAttribute('alt')).to.equal(atPicture));
    await page.keyboard.press('End');
    await eventually(async () => expect(await frame.getAttribute('alt')).to.not.equal(atPicture));
    const left = await frame.getAttribute('alt');
    await page.reload();
    await eventually(async () => expect(await frame.getAttribute('alt')).to.equal(left));
    await page.goBack();
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    await page.getByText('The render of Quote card is queued').waitFor();
    expect(await accessibilityProblems(page, true)).to.deep.equal([]);
    await page.getByRole('button', { name: 'Show renders' }).click();
    await page.getByRole('cell', { name: 'Waiting' }).waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);

    await page.reload();
    await page
      .getByRole('row', { name: /Quote card/ })
      .getByRole('link')
      .click();
    await page.getByRole('heading', { name: 'Quote card' }).waitFor();
    await titleIs(page, 'Quote card – Framewright');
    await page.goBack();
    await page.getByRole('heading', { name: 'Renders' }).waitFor();
    await titleIs(page, 'Renders – Framewright');
    await page.goBack();
    await page.getByRole('heading', { name: 'Videos' }).waitFor();
    expect(page.url()).to.not.include('fw_');
    expect(await page.evaluate('JSON.stringify(localStorage)')).to.not.include(key);
    expect(complaints.filter((text) => !/\b401\b|favicon\.ico/.test(text))).to.deep.equal([]);
  });

  it('plays a finished render, downloads its receipt, and recognises its file', async () => {
    const { page, complaints, section, api } = await signedIn(editor, 'receiver');
    await page.getByRole('button', { name: 'JSON' }).click();
    await page.getByLabel('Project as JSON').fill(JSON.stringify(BLUE));
    await page.getByRole('button', { name: 'Create video' }).click();
    await page.getByRole('heading', { name: 'Plain' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    await page.getByText('The render of Plain is queued').waitFor();
    const { body } = await api('GET', '/v1/renders/search');
    const [{ _id: renderId, videoId }] = body.data;
    await editor.work(renderId);
    await section('Renders');
    await page.getByRole('cell', { name: 'Ready' }).waitFor();
    await page.getByRole('button', { name: 'Watch' }).click();
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
    await page.getByText('mine.mp4: The file is byte for byte the output').waitFor();
    expect(await page.getByText('Version 1 of').innerText()).to.include(videoId);
    await check.setInputFiles({ name: 'other.mp4', mimeType: 'video/mp4', buffer: Buffer.from('another') });
    await page.getByText('other.mp4: No render of yours').waitFor();
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
  });

  itIfLong('shows the use of each rate limit', async () => {
    const { page, section } = await signedIn(editor, 'limited', {
      minute: 500,
      hour: 4000,
      day: 9000,
    });
    await section('Usage');
    await page.getByRole('cell', { name: /^\d+ of 500$/ }).waitFor();
    await page.getByRole('cell', { name: /^\d+ of 4,000$/ }).waitFor();
    await page.getByRole('cell', { name: /^\d+ of 9,000$/ }).waitFor();
    expect(await page.getByRole('rowheader').allInnerTexts()).to.deep.equal(['minute', 'hour', 'day']);
    const used = Number((await page.getByRole('cell', { name: /of 500$/ }).innerText()).split(' ')[0]);
    expect(used).to.be.greaterThan(0);
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    const free = await signedIn(editor, 'unlimited');
    await free.section('Usage');
    await free.page.getByText('This API key has no rate limits').waitFor();
  });

  it('plots what was rendered on each day', async () => {
    const { page, section, api, complaints } = await signedIn(editor, 'plotted');
    for (let count = 0; count < 2; count += 1) {
      const { data } = (await api('POST', '/v1/renders', { body: BLUE })).body;
      await editor.work(data._id);
      await eventually(async () =>
        expect((await api('GET', `/v1/renders/${data._id}`)).body.data.status).to.equal('completed'),
      );
    }
    await section('Usage');
    await page.getByText('The last 30 days. Uploaded files take 0 kB.').waitFor();
    await page.getByRole('img', { name: 'Renders: 2', exact: true }).waitFor();
    await page.getByRole('img', { name: 'Failed renders: 0' }).waitFor();
    await page.getByRole('img', { name: 'Length of the videos: 0:01' }).waitFor();
    const bars = page.getByRole('img', { name: 'Renders: 2', exact: true }).locator('rect:not(.day)');
    const heights = await Promise.all((await bars.all()).map((bar) => bar.getAttribute('height')));
    expect(heights).to.deep.equal([...Array.from({ length: 29 }, () => '0'), '120']);
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });
});
