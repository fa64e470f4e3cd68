import { expect } from 'chai';
import { accessibilityProblems } from '../support/web/browser.js';
import {
  editorForSuite,
  isSaved,
  openEditor,
  showPanel,
  storedVideo,
  TWO_TEXTS,
} from '../support/web/editor.js';
import { drag } from '../support/web/hand.js';
import { eventually } from '../support/eventually.js';
import { itIfLong, LONG } from '../support/long-form.js';

/** The width of the heads of the tracks, and of the room after the end, px. */
const [HEADS, AFTER_END] = [204, 32];

describe('the editor', () => {
  const editor = editorForSuite();
  const stored = () => editor.stored(TWO_TEXTS);
  const clipsOf = async (id: string) => (await storedVideo(editor, id)).clips;

  it('opens a link, keeps the token out of the address, and moves and trims clips, also after a reload', async () => {
    const video = await stored();
    const { page, complaints } = await openEditor(editor, video);
    await page.getByRole('heading', { name: 'Opening' }).waitFor();
    expect(page.url()).to.not.include('token');
    await page.getByRole('img', { name: 'Frame at 0 s' }).waitFor();
    await page.reload();

    await drag(page.getByRole('button', { name: 'text clip first' }), 60, 30);
    await isSaved(page);
    await eventually(async () => {
      const [{ position }] = await clipsOf(video.id);
      expect(position.x).to.be.greaterThan(150);
      expect(position.y).to.be.greaterThan(120);
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () =>
      expect((await clipsOf(video.id))[0].position).to.include({ x: 100, y: 100 }),
    );
    await page.getByRole('button', { name: 'text clip second' }).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ArrowDown');
    await eventually(async () =>
      expect((await clipsOf(video.id))[1].position).to.include({ x: 710, y: 101 }),
    );

    await page.getByRole('button', { name: 'text first, from 0 s to 2 s' }).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await eventually(async () =>
      expect((await clipsOf(video.id))[0].timeFrame).to.include({ start: 1000, end: 3000 }),
    );

    // The ruler is as wide as the timeline when the window changes, and a click on it moves the playhead.
    await page.setViewportSize({ width: 1500, height: 800 });
    await eventually(async () =>
      expect(await page.locator('.ruler').boundingBox()).to.include({
        x: HEADS,
        width: 1500 - HEADS - AFTER_END,
      }),
    );
    await page.locator('.ruler').click({ position: { x: (1500 - HEADS - AFTER_END) / 4, y: 5 } });
    expect(Number(await page.getByRole('slider', { name: /^Time/ }).inputValue())).to.be.closeTo(1000, 5);
    await page.getByRole('img', { name: /^Frame at (0\.99\d?|1(\.00\d)?) s/ }).waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('changes fields in the inspector and text in the JSON view, shows what is invalid, and is accessible', async () => {
    const { id, link } = await stored();
    const { page, complaints } = await editor.browser.open(editor.service.baseUrl);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(link);
    await page.getByRole('button', { name: 'text clip first' }).focus();
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('button', { name: 'Choose stroke color' }).click();
    await page.getByRole('slider', { name: 'Hue' }).waitFor({ state: 'attached' });
    await page.getByRole('tab', { name: 'Edit' }).focus();
    // What the other panels show is checked where they are tested, and all of them in the long form.
    const others = ['Layers', 'Variables', 'Comments', 'Versions', 'JSON'];
    for (const tab of ['Edit', 'Media', 'Text', ...(LONG ? others : [])]) {
      if (tab !== 'Edit') await page.keyboard.press('ArrowRight');
      await page.getByRole('tab', { name: tab, selected: true }).waitFor();
      expect(await accessibilityProblems(page, LONG || tab === 'Edit'), tab).to.deep.equal([]);
    }
    expect(await page.evaluate('document.getAnimations().length')).to.equal(0);
    await showPanel(page, 'Edit');
    await page.getByLabel('Content').fill('Changed');
    await eventually(async () => expect((await clipsOf(id))[0].textProperties.content).to.equal('Changed'));
    await page.getByLabel('Font size').first().fill('-3');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Font size of').waitFor();
    await page.getByLabel('Font size').first().fill('30');
    await page.keyboard.press('Enter');
    await isSaved(page);

    await showPanel(page, 'JSON');
    const typedWith = async (fontSize: number, further: object = {}): Promise<string> => {
      const [first, second] = TWO_TEXTS.clips;
      const textProperties = { content: 'Typed', fontSize };
      const clips = [{ ...first, textProperties }, second];
      const text = JSON.stringify({ ...TWO_TEXTS, clips, ...further }, null, 2);
      await page.getByLabel('The project as JSON').focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(text);
      return text;
    };
    const lines = (await typedWith(-4)).split('\n');
    const line = lines.findIndex((one) => one.includes('-4')) + 1;
    await page.getByRole('alert').getByText(`Not applied. Line ${line}: `).waitFor();
    await typedWith(31, { unknown: 1 });
    await page.getByRole('alert').getByText('unknown is not a known field').waitFor();
    expect(complaints).to.deep.equal([]);
    expect((await clipsOf(id))[0].textProperties.content).to.equal('Changed');
    await typedWith(31);
    await eventually(async () => expect((await clipsOf(id))[0].textProperties.content).to.equal('Typed'));
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('merges what another client changed elsewhere, and asks about what both changed', async () => {
    const { id, link } = await stored();
    const { page } = await editor.browser.open(editor.service.baseUrl);
    // It would take over what is stored before its own change, which then is none to both.
    await page.route('**/review/events', (route) => route.abort());
    await page.goto(link);
    await page.getByRole('button', { name: 'text clip first' }).focus();
    await editor.api('PATCH', `/v1/videos/${id}`, { body: { metadata: { name: 'Renamed elsewhere' } } });
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('heading', { name: 'Renamed elsewhere' }).waitFor();
    await eventually(async () => expect((await clipsOf(id))[0].position.x).to.equal(110));

    const clips = await clipsOf(id);
    const [first, second] = clips;
    await editor.api('PATCH', `/v1/videos/${id}`, {
      body: { clips: [{ ...first, position: { ...first.position, x: 5 } }, second] },
    });
    await page.getByRole('button', { name: 'text clip first' }).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('alertdialog').getByText('clip first').waitFor();
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await page.getByRole('button', { name: 'Take theirs' }).click();
    await isSaved(page);
    expect((await clipsOf(id))[0].position.x).to.equal(5);
  });

  itIfLong('keeps unsaved work when the tab is closed, and merges it with later changes', async () => {
    const { id, link } = await stored();
    const { page, context } = await editor.browser.open(editor.service.baseUrl);
    await context.route('**/v1/videos/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await page.goto(link);
    await page.getByRole('button', { name: 'text clip first' }).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText('No connection').waitFor();
    await page.reload(); // and taking it back survives a reload
    await page.getByText('No connection').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('All changes saved').waitFor();
    await page.getByRole('button', { name: 'Redo' }).click();
    await page.getByText('No connection').waitFor();
    await page.close();
    await context.unrouteAll();
    await editor.api('PATCH', `/v1/videos/${id}`, { body: { metadata: { name: 'Renamed meanwhile' } } });
    const again = await context.newPage();
    await again.goto(link);
    await again.getByRole('heading', { name: 'Renamed meanwhile' }).waitFor();
    await eventually(async () => expect((await clipsOf(id))[0].position.x).to.equal(110));
  });

  it('shows, compares and restores versions', async () => {
    const portrait = { ...TWO_TEXTS.metadata, canvas: { width: 720, height: 1280 } };
    const video = await editor.stored({ ...TWO_TEXTS, metadata: portrait });
    const { id } = video;
    await editor.api('PATCH', `/v1/videos/${id}`, {
      body: {
        metadata: { name: 'Second cut', backgroundColor: '#ff0000' },
        clips: [{ ...TWO_TEXTS.clips[0], name: 'Headline' }, TWO_TEXTS.clips[1]],
      },
    });
    const { page, complaints } = await openEditor(editor, video);
    await showPanel(page, 'Versions');
    for (const version of [1, 2]) {
      const picture = page.getByAltText(`Version ${version}`, { exact: true });
      await picture.waitFor();
      const { width = 0, height = 1 } = (await picture.locator('..').boundingBox()) ?? {};
      expect(width / height, 'the shape of the box of a portrait').to.be.closeTo(16 / 9, 0.02);
    }

    await page.getByRole('button', { name: 'Look at version 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Versions' });
    await dialog.getByRole('heading', { name: 'Version 1: Opening' }).waitFor();
    await dialog.getByAltText('Version 1 at 0 s').waitFor();
    await dialog.getByRole('slider', { name: /^Time/ }).fill('1500');
    await dialog.getByAltText('Version 1 at 1.5 s').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    for (const version of [1, 2]) await page.getByRole('checkbox', { name: `Version ${version}` }).check();
    await page.getByRole('button', { name: 'Compare the chosen two' }).click();
    for (const version of [1, 2]) await dialog.getByAltText(`Version ${version} at 0 s`).waitFor();
    const changes = dialog.getByRole('list', { name: 'Changes' });
    await changes.getByText('Background color').waitFor();
    await changes.getByTitle('/metadata/name').waitFor();
    expect(await changes.locator('strong').allInnerTexts()).to.deep.equal(['Headline']);
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await dialog.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await eventually(async () =>
      expect((await storedVideo(editor, id)).metadata).to.include({
        name: 'Opening',
        backgroundColor: '#204060',
      }),
    );
    expect(complaints).to.deep.equal([]);
  });

  it('opens nothing with the token of another video', async () => {
    const [one, other] = [await stored(), await stored()];
    const link = `${editor.service.baseUrl}/editor/${one.id}${new URL(other.link).hash}`;
    const { page } = await openEditor(editor, { ...one, link });
    await page.getByRole('heading', { name: 'This video cannot be opened' }).waitFor();
  });
});
