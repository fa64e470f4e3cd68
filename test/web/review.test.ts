import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../support/web/browser.js';
import { eventually } from '../support/eventually.js';
import { signedIn } from '../support/web/dashboard.js';
import {
  editorForSuite,
  isSaved,
  openEditor,
  openUntil,
  showPanel,
  type StoredVideo,
  TWO_TEXTS,
} from '../support/web/editor.js';

const HOSTILE = `<img src=x onerror="document.documentElement.dataset.owned=1">`;

describe('comments and approval, in the browser', function () {
  const editor = editorForSuite();
  let video: StoredVideo;
  before(async () => {
    video = await editor.stored(TWO_TEXTS);
  });

  const reviewOf = async (id: string) => (await editor.api('GET', `/v1/videos/${id}/review`)).body.data;
  const thread = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text }).first();

  it('a link for review: points at the picture, comments, replies, resolves, and sends back', async () => {
    const linked = await editor.linked(video, { access: 'review', name: 'Ann Ünal' });
    const { page, complaints } = await openEditor(editor, linked);
    await page.getByText('You comment as Ann Ünal.').waitFor();
    await page.getByRole('img', { name: 'Opening' }).waitFor();
    await page.getByRole('button', { name: 'Point at the picture' }).click();
    const stage = page.locator('.pointing');
    const { width = 0, height = 0 } = (await stage.boundingBox()) ?? {};
    await stage.click({ position: { x: width / 4, y: height / 2 } });
    await page.locator('.pin.new').waitFor();
    await page.keyboard.type('The title is too small.');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await thread(page, 'The title is too small.').waitFor();
    const [{ point, ...comment }] = (await reviewOf(video.id)).comments;
    expect(comment).to.deep.include({ time: 0, version: 1, text: 'The title is too small.' });
    expect(comment.author).to.deep.equal({ role: 'reviewer', name: 'Ann Ünal', named: 'link' });
    expect([point.x, point.y]).to.satisfy(
      ([x, y]: number[]) => Math.abs(x! - 0.25) + Math.abs(y! - 0.5) < 0.02,
    );

    await page.getByLabel('Time', { exact: true }).fill('2000');
    await page.getByLabel('Comment at 0:02.0').fill(HOSTILE);
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await thread(page, HOSTILE).waitFor();
    expect(await page.locator('.pin').count()).to.equal(0);
    await page.getByRole('button', { name: 'Show 0:00.0' }).click();
    await page.locator('.pin.chosen').waitFor();
    await page.locator('.comment-marks button').nth(1).click();
    await page.locator('.elapsed', { hasText: '0:02 / 0:04' }).waitFor();

    await page.getByRole('button', { name: 'Draw', exact: true }).click();
    const pad = page.getByRole('button', { name: 'Draw on the picture' });
    const area = (await pad.boundingBox())!;
    await page.mouse.move(area.x + area.width / 4, area.y + area.height / 4);
    await page.mouse.down();
    for (let step = 1; step <= 60; step += 1)
      await page.mouse.move(area.x + area.width * (0.25 + step / 120), area.y + area.height / 2);
    await page.mouse.up();
    await page.getByRole('button', { name: 'Arrow', exact: true }).click();
    await page.getByRole('button', { name: 'Yellow' }).click();
    await pad.press('Enter');
    await pad.press('Shift+ArrowRight');
    expect(await page.locator('.drawn path').count()).to.equal(2);
    expect(await accessibilityProblems(page), 'while drawing').to.deep.equal([]);
    await page.getByLabel('Comment at 0:02.0').fill('Move it here.');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await thread(page, 'Move it here.').waitFor();
    await pad.waitFor({ state: 'detached' });
    expect(await page.locator('.drawn path.in-yellow').count()).to.equal(1);
    const { drawing } = (await reviewOf(video.id)).comments.at(-1);
    expect(drawing[0].points.length).to.be.within(20, 48);
    expect(drawing[0].points[0]).to.deep.equal({ x: 0.25, y: 0.25 });
    expect(drawing[1]).to.deep.equal({
      shape: 'arrow',
      colour: 'yellow',
      points: [
        { x: 0.4, y: 0.4 },
        { x: 0.62, y: 0.6 },
      ],
    });
    await page.getByRole('button', { name: 'Show 0:00.0' }).click();
    await page.locator('.drawn').waitFor({ state: 'detached' });

    const second = thread(page, HOSTILE);
    await second.getByRole('button', { name: 'Reply' }).click();
    await page.getByLabel('Your reply').fill('Never mind.');
    await second.getByRole('button', { name: 'Send' }).click();
    await second.getByText('Never mind.').waitFor();
    await second.getByRole('button', { name: 'Resolve' }).click();
    await page.getByText('1 resolved comment').click();
    await second.getByText('Resolved:').waitFor();
    expect(await page.locator('.comment-marks button').count()).to.equal(2);

    expect(await page.getByRole('button', { name: 'Send back' }).isDisabled()).to.equal(true);
    await page.getByLabel('What you think of this version').fill('Only the title.');
    await page.getByRole('button', { name: 'Send back' }).click();
    await page.locator('summary').getByText('Sent back').click();
    await page.locator('.verdict.sent-back').getByText('Only the title.').waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await accessibilityProblems(page), 'on a phone').to.deep.equal([]);
    expect(await page.evaluate('document.documentElement.scrollWidth'), 'width on a phone').to.equal(390);
    expect(await page.evaluate('document.documentElement.dataset.owned')).to.equal(undefined);
    expect(complaints).to.deep.equal([]);
  });

  it('the editor: shows the same threads, seeks, answers with a name, and approves what it has saved', async () => {
    const { page, complaints } = await openUntil(editor, video, '**/review/events');
    await page.locator('.comment-marks button').first().click();
    await page.getByRole('tab', { name: 'Comments', selected: true }).waitFor();
    await thread(page, 'The title is too small.').waitFor();
    await page.getByLabel('Your name').fill('Ben');
    await page.getByRole('button', { name: 'Point at the picture', pressed: false }).click();
    await page.locator('.pointing').press('Enter');
    await page.keyboard.type('Here it is larger.');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await thread(page, 'Here it is larger.').waitFor();
    await page.getByRole('button', { name: 'text clip first' }).focus();
    await page.keyboard.press('ArrowRight');
    await isSaved(page);
    await showPanel(page, 'Comments');
    await page.locator('summary').getByText('Version 2').waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.locator('summary').getByText('Approved').waitFor();
    await showPanel(page, 'Versions');
    await page.locator('.versions .verdict.approved').waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    const { comments, decisions } = await reviewOf(video.id);
    expect(comments.at(-1)).to.deep.include({ point: { x: 0.5, y: 0.5 } });
    expect(decisions.at(-1)).to.deep.include({ version: 2, outcome: 'approved' });
    expect(decisions.at(-1).author).to.deep.equal({ role: 'editor', name: 'Ben', named: 'self' });
    // What others say while it is open.
    await showPanel(page, 'Comments');
    await editor.api('POST', `/v1/videos/${video.id}/comments`, { body: { text: 'And this.', name: 'Cem' } });
    await thread(page, 'And this.').waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('the dashboard: makes a link out to a person, and shows and verifies what they said', async () => {
    const { page, complaints, api } = await signedIn(editor, 'approver');
    const { _id } = (await api('POST', '/v1/videos', { body: TWO_TEXTS })).body.data;
    await page.reload();
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share Opening' });
    await dialog.getByLabel('The link permits').selectOption('View, comment and approve');
    await dialog.getByLabel('Whom it is for').fill('Cem');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    const authorization = `Bearer ${new URL(link).hash.slice('#token='.length)}`;
    for (const [path, body] of [
      ['comments', { text: HOSTILE, time: 500 }],
      ['versions/1/approve', { text: 'Well done.' }],
    ] as const) {
      const headers = { authorization, 'x-api-key': '' };
      expect((await api('POST', `/v1/videos/${_id}/${path}`, { headers, body })).status).to.be.below(300);
    }
    await page.reload();
    await page.getByRole('button', { name: 'History' }).click();
    const row = page.locator('.versions > li');
    await row.locator('.verdict.approved').getByText('Cem').waitFor();
    await row.getByText('Well done.').waitFor();
    await thread(page, HOSTILE).waitFor();
    await page.getByRole('button', { name: 'Verify the events' }).click();
    await page.getByRole('heading', { name: 'Comments and decisions' }).waitFor();
    await page.getByText('all 2 events are unchanged').waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);

    const { pathname, hash } = new URL(link);
    const { page: theirs } = await editor.browser.open(editor.service.baseUrl);
    await theirs.goto(`${editor.service.baseUrl}${pathname}${hash}`);
    await theirs.getByLabel('Comment at').fill('One more thing.');
    await page.reload();
    await page.getByRole('button', { name: 'Share' }).click();
    await dialog.getByRole('button', { name: 'End all links' }).click();
    await dialog.getByText('no longer work').waitFor();
    await theirs.getByRole('button', { name: 'Comment', exact: true }).click();
    await theirs.getByText('This link no longer works. Please ask the person who sent it').waitFor();
  });

  it('shows what others select and change while it is open', async () => {
    const shared = await editor.stored(TWO_TEXTS);
    const ann = await openEditor(editor, await editor.linked(shared, { access: 'edit', name: 'Ann Ünal' }));
    const ben = await openEditor(editor, await editor.linked(shared, { access: 'edit', name: 'Ben' }));
    const here = (page: Page, text: string) =>
      page.getByRole('list', { name: 'Also here' }).getByText(text, { exact: true });
    await here(ann.page, 'Ben').waitFor();
    await here(ben.page, 'Ann Ünal').waitFor();
    await ben.page.getByRole('button', { name: 'text clip first' }).focus();
    await here(ann.page, 'Ben: first').waitFor();
    await ann.page.locator('.canvas .ring').getByText('Ben').waitFor();
    await ann.page.locator('.lanes .ring').getByText('Ben').waitFor();
    expect(await accessibilityProblems(ann.page)).to.deep.equal([]);
    expect(await ben.page.locator('.ring').count()).to.equal(0);
    const colours = await Promise.all(
      [ann, ben].map(({ page }) => page.locator('.avatars li').getAttribute('class')),
    );
    expect(colours[0], 'the colour of the other').to.not.equal(colours[1]);
    const leftOf = async () =>
      (await ann.page.getByRole('button', { name: 'text clip first' }).boundingBox())?.x ?? 0;
    const before = await leftOf();
    await ben.page.keyboard.press('Shift+ArrowRight');
    await eventually(async () => expect(await leftOf()).to.be.above(before));
    await isSaved(ann.page);
    expect((await editor.api('GET', `/v1/videos/${shared.id}/versions`)).body.pagination.total).to.equal(2);
    expect([...ann.complaints, ...ben.complaints]).to.deep.equal([]);
  });
});
