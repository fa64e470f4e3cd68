import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { editorForSuite, isSaved, openEditor, storedVideo, TWO_TEXTS } from '../support/web/editor.js';
import { boxOf } from '../support/web/hand.js';
import { eventually } from '../support/eventually.js';
import { itIfLong, sampled } from '../support/long-form.js';

describe('saving in the editor', () => {
  const editor = editorForSuite();

  const videoOf = (id: string) => storedVideo(editor, id);
  const changeText = (page: Page, text: string) => page.getByLabel('Content').fill(text);

  it('keeps both texts that two tabs add before they hear of each other, and what is typed into them afterwards', async () => {
    const video = await editor.stored(TWO_TEXTS);
    const { page } = await openEditor(editor, video);
    const deaf = await editor.browser.open(editor.service.baseUrl);
    await deaf.context.route('**/review/events', (route) => route.abort());
    await deaf.page.goto(video.link);
    const tabs = [page, deaf.page];
    for (const tab of tabs) await tab.getByRole('heading', { name: 'Opening' }).waitFor();
    for (const [index, tab] of tabs.entries()) {
      await tab.getByRole('button', { name: 'Add text' }).click();
      // The tab that hears nothing learns of the other text here, between adding its own and typing into it.
      await isSaved(tab);
      await changeText(tab, `Text of tab ${index}`);
      await isSaved(tab);
    }
    const { clips } = await videoOf(video.id);
    expect(
      clips.map((clip: { textProperties: { content: string } }) => clip.textProperties.content),
    ).to.have.members(['Text of first', 'Text of second', 'Text of tab 0', 'Text of tab 1']);
  });

  for (const isAlone of sampled([false, true], 2))
    it(`is not in conflict with itself when the response to a change was lost${isAlone ? '' : ', and others went on from it'}`, async () => {
      const { id, link } = await editor.stored(TWO_TEXTS);
      const { page, context } = await editor.browser.open(editor.service.baseUrl);
      let lost = 0;
      await context.route('**/v1/videos/*', async (route) => {
        if (route.request().method() !== 'PATCH' || lost > 0) return route.continue();
        lost += 1;
        await route.fetch();
        return route.abort();
      });
      await page.goto(link);
      await page.getByRole('button', { name: 'Add text' }).click();
      await page.getByText('No connection').waitFor();
      if (!isAlone) await editor.api('PATCH', `/v1/videos/${id}`, { body: { metadata: { fps: 50 } } });
      await changeText(page, 'Typed meanwhile');
      await isSaved(page);
      expect(lost).to.equal(1);
      const { clips, metadata } = await videoOf(id);
      expect([clips.length, metadata.fps]).to.deep.equal([3, isAlone ? 25 : 50]);
      expect(clips[2].textProperties.content).to.equal('Typed meanwhile');
    });

  it('loses nothing that is typed or dragged while changes of others are merged', async () => {
    const { id, link } = await editor.stored(TWO_TEXTS);
    const { page, context } = await editor.browser.open(editor.service.baseUrl);
    /** Holds back what others changed. Resolves when it is asked for, with what lets it arrive. */
    const heldBack = () =>
      new Promise<() => void>((asked) => {
        void context.route(`**/v1/videos/${id}`, async (route) => {
          if (route.request().method() === 'GET') await new Promise<void>((arrive) => asked(arrive));
          await route.continue();
        });
      });
    await page.goto(link);
    await page.getByRole('button', { name: 'text clip first' }).focus();
    const typing = heldBack();
    await editor.api('PATCH', `/v1/videos/${id}`, { body: { metadata: { fps: 50 } } });
    await changeText(page, 'One');
    const arriveTyping = await typing;
    await changeText(page, 'One two');
    arriveTyping();
    await eventually(async () => {
      const { metadata, clips } = await videoOf(id);
      expect(metadata.fps).to.equal(50);
      expect(clips[0].textProperties.content).to.equal('One two');
    });
    await isSaved(page);
    expect(await page.getByLabel('Content').inputValue()).to.equal('One two');
    await context.unrouteAll();

    const dragging = heldBack();
    await editor.api('PATCH', `/v1/videos/${id}`, { body: { metadata: { fps: 24 } } });
    const box = await boxOf(page.getByRole('button', { name: 'text clip second' }));
    const [x, y] = [box.x + 30, box.y + 20];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 20, y + 70, { steps: 3 });
    const arriveDragging = await dragging;
    const arrived = page.waitForResponse(
      (response) => response.request().method() === 'GET' && response.url().endsWith(id),
    );
    arriveDragging();
    await arrived;
    await page.mouse.move(x - 20, y + 120, { steps: 3 });
    await page.mouse.up();
    await eventually(async () => {
      const { metadata, clips } = await videoOf(id);
      expect(metadata.fps).to.equal(24);
      expect(clips[1].position.y).to.be.above(150);
    });
    await isSaved(page);
    expect((await videoOf(id)).metadata.fps).to.equal(24);
  });

  it('keeps the line of a caption that somebody corrects while another line is typed', async () => {
    const style = { fontSize: 40, color: '#ffffff' };
    const words = 'one two three four five six'.split(' ').map((word, index) => ({
      word,
      start: index * 500,
      end: index * 500 + 500,
      line: Math.floor(index / 2),
    }));
    const captionProperties = { words, highlightTextProperties: style, nonHighlightTextProperties: style };
    const said = { id: 'said', type: 'caption', timeFrame: { start: 0, end: 4000 }, captionProperties };
    const { id, link } = await editor.stored({ ...TWO_TEXTS, clips: [said] });
    const { page } = await editor.browser.open(editor.service.baseUrl);
    await page.goto(link);
    await page.locator('.bar-clip').focus();
    const lines = page.getByRole('region', { name: 'What is said' }).getByRole('textbox');
    const wordsNow = async (): Promise<typeof words> => (await videoOf(id)).clips[0].captionProperties.words;
    const saidNow = async () => (await wordsNow()).map(({ word }) => word).join(' ');
    await lines.first().fill('One two');
    await eventually(async () => expect(await saidNow()).to.equal('One two three four five six'));
    await isSaved(page);
    const others = (await wordsNow()).map((one) => (one.word === 'five' ? { ...one, word: 'FIVE' } : one));
    const clips = [{ ...said, captionProperties: { ...captionProperties, words: others } }];
    await editor.api('PATCH', `/v1/videos/${id}`, { body: { clips } });
    await eventually(async () => expect(await lines.last().inputValue()).to.equal('FIVE six'));
    await lines.first().fill('One and two');
    await eventually(async () => expect(await saidNow()).to.equal('One and two three four FIVE six'));
  });

  it('keeps the unsaved work of a duplicated tab apart', async () => {
    const { page, context } = await openEditor(editor, await editor.stored(TWO_TEXTS));
    await context.route('**/v1/videos/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    const drafts = () =>
      page.evaluate<number>(`Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length`);
    await page.getByRole('button', { name: 'text clip first' }).focus();
    await changeText(page, 'One');
    await eventually(async () => expect(await drafts()).to.equal(1));
    const opening = context.waitForEvent('page');
    await page.evaluate('void window.open(location.href)'); // with a copy of what the tab stores
    const copy = await opening;
    await copy.getByRole('button', { name: 'text clip first' }).focus();
    await changeText(copy, 'Two');
    await eventually(async () => expect(await drafts()).to.equal(2));
  });

  itIfLong('draws the frame again when a lost connection is back', async () => {
    const { page, context } = await openEditor(editor, await editor.stored(TWO_TEXTS));
    await page.getByRole('img', { name: 'Frame at 0 s' }).waitFor();
    await context.route('**/v1/frames?*', (route) => route.abort());
    await page.getByRole('slider', { name: /^Time/ }).fill('400');
    await page.getByText('No connection').waitFor();
    await context.unrouteAll();
    await page.getByRole('img', { name: 'Frame at 0.4 s' }).waitFor();
    expect(await page.getByText('No connection').count()).to.equal(0);
  });
});
