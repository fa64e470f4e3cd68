import { expect } from 'chai';
import sharp from 'sharp';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../support/web/browser.js';
import { BLUE, signedIn } from '../support/web/dashboard.js';
import { editorForSuite, openExport } from '../support/web/editor.js';
import { eventually } from '../support/eventually.js';
import { boxOf } from '../support/web/hand.js';
import { mostCardsUntil, storeAssets } from '../support/web/many-assets.js';
import { itIfLong } from '../support/long-form.js';

const TALL = { ...BLUE, metadata: { ...BLUE.metadata, name: 'Tall', canvas: { width: 90, height: 160 } } };

/** The colour in the middle of a picture on the page, rounded to tell the colours of the tests apart. */
const colorOf = (page: Page, alt: string): Promise<ReadonlyArray<number>> =>
  colorAt(page, `img[alt=${JSON.stringify(alt)}]`);
const colorAt = (page: Page, selector: string): Promise<ReadonlyArray<number>> =>
  page.evaluate(`(async () => {
    const image = document.querySelector(${JSON.stringify(selector)});
    await image.decode(); // its box may be there before the picture
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const [r, g, b] = context.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data;
    return [r, g, b].map((level) => Math.round(level / 64) * 64);
  })()`);

/** The shape of a picture on the page, and the size of the box that it lies in, CSS px. */
const shapeOf = (
  page: Page,
  alt: string,
): Promise<{ readonly isPortrait: boolean; readonly width: number; readonly height: number }> =>
  page.evaluate(`(async () => {
    const image = document.querySelector('img[alt=${JSON.stringify(alt)}]');
    await image.decode();
    const { width, height } = image.parentElement.getBoundingClientRect();
    return { isPortrait: image.naturalHeight > image.naturalWidth, width, height };
  })()`);

describe('videos in the dashboard', () => {
  const editor = editorForSuite();

  it('shows two versions side by side, and verifies the events in the browser', async () => {
    const { page, complaints, api, section } = await signedIn(editor, 'historian');
    const id = (await api('POST', '/v1/videos', { body: TALL })).body.data._id;
    const red = { metadata: { backgroundColor: '#ff0000' } };
    await api('PATCH', `/v1/videos/${id}`, { body: red });
    await page.reload();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'History' }).click();
    for (const version of [1, 2]) await page.getByRole('checkbox', { name: `Version ${version}` }).check();
    await page.getByRole('button', { name: 'Compare the chosen two' }).click();
    await page.getByAltText('Version 1 at 0 s').waitFor();
    const phone = await page.getByRole('figure').first().boundingBox();
    expect((phone?.x ?? 0) + (phone?.width ?? Infinity), 'right end of a picture on a phone').to.be.below(
      390,
    );
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByAltText('Version 2 at 0 s').waitFor();
    expect(await colorOf(page, 'Version 1 at 0 s')).to.deep.equal([0, 0, 256]);
    expect(await colorOf(page, 'Version 2 at 0 s')).to.deep.equal([256, 0, 0]);
    const changes = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
    await changes.first().waitFor();
    expect(await changes.allInnerTexts())
      .to.have.length(1)
      .and.satisfy(([text]: ReadonlyArray<string>) => text?.includes('Background color'));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await page.getByAltText('Version 3', { exact: true }).waitFor();
    const picture = await shapeOf(page, 'Version 3');
    expect(picture.isPortrait).to.equal(true);
    expect(picture.width / picture.height).to.be.closeTo(16 / 9, 0.01);
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
  });

  it('says what is wrong with JSON, begins with an empty canvas of a shape, renames and duplicates', async () => {
    const { page, complaints, api } = await signedIn(editor, 'starter');
    await page.getByRole('button', { name: 'JSON' }).click();
    await page.getByLabel('Project as JSON').fill('{ "metadata": ');
    await page.getByRole('button', { name: 'Create video' }).click();
    await page.getByRole('alert').getByText('This is not valid JSON: ').waitFor();
    await page.getByRole('button', { name: 'JSON' }).click();
    const tile = page.getByRole('button', { name: 'Vertical 9:16' });
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/v1/videos', async (route) => {
      if (route.request().method() === 'POST') await held;
      await route.continue();
    });
    await tile.press('Enter');
    await page.locator('.tile[aria-disabled="true"]').first().waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).to.include('Vertical');
    answer();
    await page.getByRole('heading', { name: 'Untitled video' }).waitFor();
    await page.goBack();
    const card = page.getByRole('listitem', { name: 'Untitled video', exact: true });
    await card.getByText('created just now').waitFor();
    await card.getByText('0:10').waitFor();
    await card.getByRole('button', { name: 'Rename' }).click();
    const [tools, field] = [
      await boxOf(card.locator('.tools')),
      await boxOf(page.getByLabel('New name of Untitled video')),
    ];
    expect(tools.y + tools.height, 'the end of the actions, above the name').to.be.at.most(field.y);
    await page.getByLabel('New name of Untitled video').fill('Story');
    await page.keyboard.press('Enter');
    const renamed = page.getByRole('listitem', { name: 'Story', exact: true });
    await renamed.getByRole('button', { name: 'Duplicate' }).click();
    await page.getByRole('link', { name: 'Story (copy)' }).waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    const { data } = (await api('GET', '/v1/videos')).body;
    for (const { metadata } of data) expect(metadata.canvas).to.deep.equal({ width: 1080, height: 1920 });
    expect(complaints).to.deep.equal([]);
  });

  it('sorts videos into folders, and archives and restores them', async () => {
    const { page, complaints, api } = await signedIn(editor, 'librarian');
    for (const project of [BLUE, TALL]) await api('POST', '/v1/videos', { body: project });
    await page.reload();
    const card = (name: string) => page.getByRole('listitem', { name, exact: true });
    const gone = (name: string) => card(name).waitFor({ state: 'detached' });
    const folders = page.getByRole('group', { name: 'Folders' });
    await card('Plain').getByRole('button', { name: 'Move to a folder' }).press('Enter');
    await page.getByLabel('Folder', { exact: true }).fill('Spring');
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await page.keyboard.press('Enter');
    await page.getByText('Plain is in the folder Spring.').waitFor();
    await folders.getByRole('button', { name: 'Spring 1' }).click();
    await gone('Tall');
    await card('Plain').getByRole('button', { name: 'Archive' }).click();
    await page.getByText('Plain is archived.').waitFor();
    await page.getByText('This folder is empty.').waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await card('Plain').waitFor();
    await card('Plain').getByRole('button', { name: 'Archive' }).click();
    await gone('Plain');
    await folders.getByRole('button', { name: 'Archive' }).click();
    await card('Plain').getByRole('button', { name: 'Take out of the archive' }).click();
    await page.getByText('The archive is empty.').waitFor();
    await folders.getByRole('button', { name: 'All videos' }).click();
    await card('Plain').waitFor();
    const { data } = (await api('GET', '/v1/videos?folder=Spring')).body;
    expect(data).to.have.length(1);
    expect(data[0]).to.include({ folder: 'Spring' }).and.not.have.property('archived');
    const { _id } = data[0];
    const versions = (await api('GET', `/v1/videos/${_id}/versions`)).body;
    expect(versions.pagination.total, 'no new version').to.equal(1);
    const events = (await api('GET', `/v1/videos/${_id}/events`)).body.data;
    expect(events.map(({ type }: { type: string }) => type)).to.deep.equal([
      'VideoCreated',
      ...Array(5).fill('VideoMoved'),
    ]);
    expect(complaints).to.deep.equal([]);
  });

  it('begins with files, which follow each other, and lists what they take', async () => {
    const { page, api, section } = await signedIn(editor, 'uploader');
    const picture = async (name: string, background: string) => ({
      name,
      mimeType: 'image/png',
      buffer: await sharp({ create: { width: 40, height: 80, channels: 3, background } })
        .png()
        .toBuffer(),
    });
    const files = [await picture('one.png', '#ff0000'), await picture('two.png', '#0000ff')];
    await page.getByLabel('Files to begin with').setInputFiles(files);
    await page.getByRole('heading', { name: 'one' }).waitFor();
    const [{ _id, clips, metadata }] = (await api('GET', '/v1/videos')).body.data;
    expect(metadata.canvas).to.deep.equal({ width: 1080, height: 1920 });
    expect(
      clips.map(({ timeFrame: { start, end } }: { timeFrame: Record<string, number> }) => [start, end]),
    ).to.deep.equal([
      [0, 5000],
      [5000, 10_000],
    ]);
    await page.goBack();
    await section('Media');
    await page.getByRole('listitem', { name: 'two.png' }).getByText('image · 40 × 80').waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);

    // Of many, only the cards near the window are there.
    await storeAssets(editor.service, 'uploader', _id, 300);
    await section('Videos');
    await section('Media');
    expect(await mostCardsUntil(page, 'many 1')).to.be.within(20, 150);
    await page.getByText('302 files').waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    const lefts = (): Promise<ReadonlyArray<number>> =>
      page.evaluate(
        "[...document.querySelectorAll('.card')].map((card) => card.getBoundingClientRect().left)",
      );
    await eventually(async () => expect(new Set(await lefts())).to.have.property('size', 2));
  });

  it('shows frames of a video in turn while the pointer is on its card, and loads no more when it leaves', async () => {
    const { page, complaints, api } = await signedIn(editor, 'passer-by');
    const shape = (fill: string, start: number) => ({
      type: 'shape',
      timeFrame: { start, duration: 1000 },
      size: { width: 160, height: 90 },
      shapeProperties: { shape: 'rectangle', fill },
    });
    const metadata = { ...BLUE.metadata, name: 'Turns', duration: 2000 };
    const body = { ...BLUE, metadata, clips: [shape('#ff0000', 0), shape('#00ff00', 1000)] };
    await api('POST', '/v1/videos', { body });
    const asked: Array<string | null> = [];
    let isHeld = true;
    await page.route('**/frame?*', async (route) => {
      const t = new URL(route.request().url()).searchParams.get('t');
      asked.push(t);
      if (t !== '600' || !isHeld) await route.continue();
    });
    await page.reload();
    await page.getByAltText('Picture of Turns').waitFor();
    expect(asked).to.deep.equal(['1000']);
    const card = page.getByRole('listitem', { name: 'Turns' });
    const away = (): Promise<void> => page.mouse.move(1, 1);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await card.hover();
    await away();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(asked).to.have.lengthOf(1);

    const begun = page.waitForRequest(/t=600/);
    const given = page.waitForEvent('requestfailed', (request) => request.url().includes('t=600'));
    await card.hover();
    await begun;
    await away();
    await given;
    expect(asked).to.deep.equal(['1000', '200', '600']);
    expect(await page.locator('.in-turn').count()).to.equal(0);

    isHeld = false;
    await card.getByRole('link', { name: 'Turns' }).focus();
    const seen = new Set<string>();
    await eventually(async () => {
      seen.add(String(await colorAt(page, '.in-turn img:not([hidden])')));
      expect([...seen]).to.include.members(['256,0,0', '0,256,0']);
    });
    // Those that were seen may all have been there before.
    await eventually(() => expect(asked.slice(3)).to.deep.equal(['600', '1400', '1800']));
    expect(complaints).to.deep.equal([]);
  });

  it('searches for what is typed as one request, and creates a link for viewing that expires', async () => {
    const { page, complaints, api } = await signedIn(editor, 'sharer');
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
    const placeholder = page.getByRole('listitem', { name: 'Tall' }).locator('.frame.skeleton');
    await placeholder.waitFor();
    await page.clock.fastForward(15_000);
    await page.getByAltText('Picture of Plain').waitFor();
    await placeholder.waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    drawSlow();
    await page.getByAltText('Picture of Tall').waitFor();
    const { isPortrait, width, height } = await shapeOf(page, 'Picture of Tall');
    expect(isPortrait).to.equal(true);
    expect(width / height).to.be.closeTo(16 / 9, 0.01);
    const search = page.getByLabel('Search by name');
    await search.fill('nothing like it');
    await page.getByText('No video has a name with this text.').waitFor();
    await search.fill('');
    await page.getByRole('link', { name: 'Tall' }).waitFor();
    const searched: Array<string | null> = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/v1/videos' && searchParams.has('name')) searched.push(searchParams.get('name'));
    });
    await page.clock.pauseAt(Date.now() + 120_000);
    await search.pressSequentially('plain');
    // What was found before stays until then.
    expect(await page.getByRole('link', { name: 'Tall' }).count()).to.equal(1);
    await page.clock.runFor(1000);
    await page.clock.resume();
    await page.getByRole('link', { name: 'Tall' }).waitFor({ state: 'detached' });
    expect(searched).to.deep.equal(['plain']);
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share Plain' });
    await dialog.getByLabel('It expires').selectOption('after an hour');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByRole('status').waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    const { pathname, hash } = new URL(await dialog.getByLabel('Link', { exact: true }).inputValue());
    expect(pathname).to.equal(`/view/${_id}`);
    // The owner makes the same link in Export of the editor.
    await page.goto(`${editor.service.baseUrl}/editor/${_id}`);
    await openExport(page);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByRole('button', { name: 'Copy', exact: true }).waitFor();
    expect(await dialog.getByLabel('Link', { exact: true }).inputValue()).to.include(`/view/${_id}#token=`);
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await page.goto(`${editor.service.baseUrl}${pathname}${hash}`);
    await page.getByRole('heading', { name: 'Plain' }).waitFor();
    expect(complaints).to.deep.equal([]);
  });

  itIfLong('says that the service cannot be reached, also in a browser that knows it', async () => {
    const { page, context, api } = await signedIn(editor, 'offline');
    await api('POST', '/v1/videos', { body: BLUE });
    await page.reload();
    await page.getByRole('link', { name: 'Plain' }).waitFor();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    await page.getByText('The render of Plain is queued').waitFor();
  });
});
