import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { ALL_TYPES } from '../support/web/editor-documents.js';
import { accessibilityProblems } from '../support/web/browser.js';
import { editorForSuite, isSaved, openEditor, storedVideo, TWO_TEXTS } from '../support/web/editor.js';
import { boxOf } from '../support/web/hand.js';
import { eventually } from '../support/eventually.js';

describe('the inspector', () => {
  const editor = editorForSuite();

  const select = (page: Page, id: string): Promise<void> =>
    page.locator('.bar-clip', { hasText: id }).focus();

  it('opens the tab of a field with a problem, focuses the field, and says there what is wrong', async () => {
    const video = await editor.stored(TWO_TEXTS);
    const { page, complaints } = await openEditor(editor, video);
    await select(page, 'first');
    await page.getByText('More', { exact: true }).click();
    // It was at the foot: what it opens is scrolled into view.
    await eventually(async () => {
      const panel = await boxOf(page.locator('.side .panel').first());
      const opened = await boxOf(page.locator('details[open]').last());
      const seen = Math.min(opened.height, panel.height);
      expect(opened.y + seen).to.be.at.most(panel.y + panel.height + 1);
    });
    const field = page.locator('[name="textProperties.strokeWidth"]');
    await field.fill('-5');
    await select(page, 'second');
    await page.getByRole('tab', { name: 'Layout' }).click();
    await page.getByRole('tab', { name: 'Media' }).click();
    await page.getByRole('button', { name: /^Stroke width of “.*” must be/ }).click();
    await page.locator('[name="textProperties.strokeWidth"]:focus').waitFor();
    expect(await field.getAttribute('aria-invalid')).to.equal('true');
    const told = (await field.getAttribute('aria-describedby'))?.split(' ').at(-1);
    expect(await page.locator(`[id="${told}"]`).textContent()).to.match(/^must be/);
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await field.fill('5');
    await page.locator('.problems').waitFor({ state: 'detached' });
    expect(await field.getAttribute('aria-invalid')).to.equal(null);

    // What it is in is opened, also after it was closed, and of the video as of clips.
    await select(page, 'first');
    await page.getByRole('tab', { name: 'Style' }).click();
    await page.getByText('Border', { exact: true }).click();
    const border = page.locator('[name="effects.border.width"]');
    await border.fill('-7');
    await page.getByText('Border', { exact: true }).click();
    await border.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: /^Width of “.*” must be/ }).click();
    await page.locator('[name="effects.border.width"]:focus').waitFor();
    await border.fill('7');
    await page.locator('.bar-clip', { hasText: 'first' }).press('Escape');
    await page.getByRole('heading', { name: 'Video', exact: true }).waitFor();
    const width = page.locator('[name="canvas.width"]');
    await width.fill('1');
    await select(page, 'second');
    await page.getByRole('button', { name: /^Width of the video must be/ }).click();
    await page.locator('[name="canvas.width"]:focus').waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('adds with its defaults what is off until then, and keeps it when a field is emptied', async () => {
    const video = await editor.stored(ALL_TYPES);
    const { page } = await openEditor(editor, video);
    await page.locator('.bar-clip.audio').focus();
    await page.getByText('Duck', { exact: true }).click();
    await page.getByRole('button', { name: 'Add duck' }).click();
    const stored = (duck: object) =>
      eventually(async () => {
        const { clips } = await storedVideo(editor, video.id);
        const audio = clips.find(({ type }: { readonly type: string }) => type === 'audio');
        expect(audio.duck).to.deep.equal(duck);
      });
    const defaults = { by: -12, attack: 200, release: 500, when: 'speech' };
    await stored(defaults);
    const by = page.locator('[name="duck.by"]');
    await by.fill('-6');
    await stored({ ...defaults, by: -6 });
    await by.fill('');
    await stored(defaults);
    await page.getByRole('button', { name: 'Remove duck' }).waitFor();
  });

  it('shows only what a clip has, and says it without names of the API', async () => {
    const { page } = await openEditor(editor, await editor.stored(ALL_TYPES));
    const named = (name: string) => page.locator(`.side [name="${name}"]`).count();
    const counts = async (type: string, tab: string, ...names: ReadonlyArray<string>) => {
      await page.locator(`.bar-clip.${type}`).focus();
      await page.getByRole('tab', { name: tab }).click();
      return Promise.all(names.map(named));
    };
    expect(await counts('image', 'Style', 'source', 'svg', 'effects.pitch')).to.deep.equal([1, 0, 0]);
    expect(await counts('audio', 'Style', 'source', 'effects.opacity', 'effects.pitch')).to.deep.equal([
      1, 0, 1,
    ]);
    expect(await counts('caption', 'Time', 'timeFrame.start', 'timeFrame.speed')).to.deep.equal([1, 0]);
    expect(await counts('image', 'Time', 'timeFrame.start', 'timeFrame.speed')).to.deep.equal([1, 0]);
    expect(await counts('text', 'Style', 'effects.opacity')).to.deep.equal([1]);
    await page.locator('[name="textProperties.fontSize"]').focus();
    expect(await page.locator('.field:focus-within .hint').textContent()).to.equal(
      'Font size in pixels. From 1 to 2000. Default: 16.',
    );
  });

  it('shows how a picture plays if it may move, and fractions in per cent', async () => {
    const { metadata, clips } = ALL_TYPES;
    const moving = clips
      .filter(({ type }) => type === 'image')
      .map((clip) => ({ ...clip, name: 'wave.gif', effects: { opacity: 0.25 } }));
    const video = await editor.stored({ metadata, clips: moving });
    const { page } = await openEditor(editor, video);
    await page.locator('.bar-clip').focus();
    const opacity = page.locator('.field:has([name="effects.opacity"])');
    const number = opacity.locator('input.number');
    expect([await number.inputValue(), await opacity.locator('.unit').textContent()]).to.deep.equal([
      '25',
      '%',
    ]);
    await number.focus();
    expect(await opacity.locator('.hint').textContent()).to.equal(
      '0 is invisible, 100 % is opaque. From 0 to 100. Default: 100.',
    );
    await number.fill('57');
    await number.press('ArrowUp');
    await isSaved(page);
    expect((await storedVideo(editor, video.id)).clips[0].effects.opacity).to.equal(0.58);
    await page.getByRole('tab', { name: 'Time' }).click();
    expect(
      await page.locator('[name="timeFrame.speed"]').getAttribute('placeholder'),
      'its default',
    ).to.equal('1');
  });

  it('shows volume in per cent, the default of a choice, and how often a clip plays as a choice', async () => {
    const { metadata, clips } = ALL_TYPES;
    const video = await editor.stored({ metadata, clips: clips.filter(({ type }) => type === 'video') });
    const { page } = await openEditor(editor, video);
    await page.locator('.bar-clip').focus();
    const chosen = (name: string) => page.locator(`select[name="${name}"] option:checked`).innerText();
    expect(await chosen('effects.blendMode')).to.equal('Normal (default)');
    expect(await chosen('effects.pitch')).to.equal('Keep (default)');
    const volume = page.locator('.field:has([name="volume"])');
    expect(await volume.locator('.unit').textContent()).to.equal('%');
    expect(await volume.locator('input[type="range"]').getAttribute('max')).to.equal('200');
    await volume.locator('input.number').fill('250');
    await page.getByRole('tab', { name: 'Time' }).click();
    const loop = page.locator('.field:has([name="timeFrame.loop"])');
    expect(await loop.locator('option').allInnerTexts()).to.deep.equal(['Off', 'Always', 'Number of times']);
    await loop.locator('select').selectOption('Number of times');
    await loop.locator('input.number').fill('3');
    await isSaved(page);
    const { volume: stored, timeFrame } = (await storedVideo(editor, video.id)).clips[0];
    expect([stored, timeFrame.loop]).to.deep.equal([2.5, 3]);
    await loop.locator('select').selectOption('Always');
    await isSaved(page);
    expect((await storedVideo(editor, video.id)).clips[0].timeFrame.loop).to.equal(true);
  });

  it('shows the end and the duration of a clip, and changes both when one is typed', async () => {
    const video = await editor.stored(TWO_TEXTS);
    const { page, complaints } = await openEditor(editor, video);
    await select(page, 'first');
    await page.getByRole('tab', { name: 'Time' }).click();
    const [start, end, duration] = ['Start', 'End', 'Duration'].map((name) =>
      page.getByRole('tabpanel').getByLabel(name, { exact: true }).and(page.locator('input')),
    ) as [Locator, Locator, Locator];
    expect([await end.inputValue(), await duration.inputValue()]).to.deep.equal(['2', '2']);
    await duration.fill('1.5');
    await eventually(async () => expect(await end.inputValue()).to.equal('1.5'));
    await start.fill('0.5');
    await eventually(async () => expect(await duration.inputValue()).to.equal('1'));
    await eventually(async () =>
      expect((await storedVideo(editor, video.id)).clips[0].timeFrame).to.deep.equal({
        start: 500,
        end: 1500,
      }),
    );
    expect(complaints).to.deep.equal([]);
  });

  it('shows the place of a clip once: in pixels, or as what it is instead', async () => {
    const { page } = await openEditor(editor, await editor.stored(TWO_TEXTS));
    await select(page, 'first');
    await page.getByRole('tab', { name: 'Layout' }).click();
    await page.getByText('More', { exact: true }).click();
    await page.locator('[name="position.z"]').waitFor();
    const shown = async () => [
      await page.locator('[name="position.x"]').count(),
      await page.getByText('Size', { exact: true }).count(),
    ];
    expect(await shown()).to.deep.equal([1, 0]);
    const x = page.getByLabel('X, px', { exact: true });
    await x.fill('50%');
    await x.press('Enter');
    await eventually(async () => expect(await shown()).to.deep.equal([2, 0]));
    expect(await x.inputValue()).to.equal('640');
    expect(await page.locator('[name="position.x"]').last().inputValue()).to.equal('50%');
  });

  it('offers other clips by their names where a field has the id of one', async () => {
    const { clips } = TWO_TEXTS;
    const video = await editor.stored({
      ...TWO_TEXTS,
      clips: [clips[0], { ...clips[1], name: 'Lower line' }],
    });
    const { page } = await openEditor(editor, video);
    await select(page, 'first');
    await page.getByText('Mask', { exact: true }).click();
    const field = page.locator('[name="effects.mask.clip"]');
    await field.waitFor();
    expect(await field.locator('option').allInnerTexts()).to.deep.equal(['—', 'Lower line']);
    // Alone the others could not be saved.
    expect(await page.locator('[name^="effects.mask."]').count()).to.equal(2);
    await page.getByRole('button', { name: 'Choose source' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose source' });
    await dialog.getByRole('heading', { name: 'Choose source' }).waitFor();
    await dialog.getByText('Nothing fits.').waitFor();
    await page.keyboard.press('Escape');
    await field.selectOption('Lower line');
    await eventually(async () =>
      expect((await storedVideo(editor, video.id)).clips[0].effects.mask).to.include({ clip: 'second' }),
    );
    await page.locator('[name="effects.mask.mode"]').selectOption('luma');
    await eventually(async () =>
      expect((await storedVideo(editor, video.id)).clips[0].effects.mask).to.include({ mode: 'luma' }),
    );
    // Without it, the mask could not be saved.
    await field.selectOption('');
    await eventually(async () =>
      expect((await storedVideo(editor, video.id)).clips[0].effects?.mask).to.equal(undefined),
    );
  });

  it('names a clip by the value of its variable', async () => {
    const clip = { ...TWO_TEXTS.clips[0], id: 'text-1', name: undefined };
    const textProperties = { ...clip.textProperties, content: '{{kicker}}' };
    const variables = { kicker: { type: 'text', default: 'New in May' } };
    const video = await editor.stored({ ...TWO_TEXTS, variables, clips: [{ ...clip, textProperties }] });
    const { page } = await openEditor(editor, video);
    await select(page, 'New in May');
    await page.getByRole('heading', { name: 'Text New in May' }).waitFor();
  });

  it('sets colours, fonts, filters and gradients', async () => {
    const video = await editor.stored(TWO_TEXTS);
    const { page, complaints } = await openEditor(editor, video);
    const first = async () => (await editor.api('GET', `/v1/videos/${video.id}`)).body.data.clips[0];
    await select(page, 'first');
    await page.getByText('More', { exact: true }).click();
    const stroke = page.getByRole('button', { name: 'Choose stroke color' });
    await stroke.evaluate(`(button) => button.scrollIntoView({ block: 'end' })`);
    await stroke.click();
    // The picker is in view, although it opens below the end of the panel.
    await eventually(async () => {
      const inner = await boxOf(page.getByRole('group', { name: 'Stroke color' }));
      const outer = await boxOf(page.getByRole('complementary', { name: 'Properties' }));
      expect(inner.height).to.be.above(100);
      expect(inner.y + inner.height).to.be.at.most(outer.y + outer.height);
    });
    await page.getByRole('slider', { name: 'Hue' }).focus();
    await page.getByLabel('Stroke color', { exact: true }).and(page.locator('input')).fill('#ff0000');
    await page.getByRole('slider', { name: 'Hue' }).focus();
    await page.keyboard.press('PageUp');
    await eventually(async () =>
      expect((await first()).textProperties.strokeColor).to.match(/^#ff[1-9a-f][0-9a-f]00$/),
    );
    await page.getByLabel('Font family', { exact: true }).and(page.locator('button')).click();
    await page.getByRole('radio', { name: 'Inter', exact: true }).check({ force: true });
    await page.getByLabel('Font weight').first().selectOption('Semibold');
    await page.getByRole('group', { name: 'Text align' }).getByRole('button', { name: 'Right' }).click();
    await page.getByLabel('Form of color').first().selectOption('Gradient');
    for (const name of ['Italic', 'Underlined'])
      await page.getByRole('group', { name: 'Emphasis' }).getByRole('button', { name }).click();
    await page.getByRole('button', { name: 'Choose background color' }).click();
    const picker = page.getByRole('group', { name: 'Background color' });
    await picker.getByRole('button', { name: '#204060' }).click();
    await page.getByText('Filters', { exact: true }).click();
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByLabel('Filter 1', { exact: true }).selectOption('sepia');
    await eventually(async () => {
      const { textProperties, effects } = await first();
      expect(textProperties).to.deep.include({ fontFamily: 'Inter', fontWeight: 600, textAlign: 'right' });
      expect(textProperties).to.deep.include({
        fontStyle: 'italic',
        underline: true,
        backgroundColor: '#204060',
      });
      expect(textProperties.color.stops).to.have.length(2);
      expect(effects.filters).to.deep.equal([{ type: 'sepia', amount: 1 }]);
    });
    expect(complaints).to.deep.equal([]);
  });

  it('gives captions what was said: a transcript, subtitles, or a file of them', async () => {
    const style = { fontSize: 40, color: '#ffffff' };
    const video = await editor.stored({
      metadata: { name: 'Said', duration: 4000, canvas: { width: 640, height: 360 } },
      clips: [
        {
          id: 'said',
          type: 'caption',
          timeFrame: { start: 0, end: 4000 },
          captionProperties: {
            words: [{ word: 'Before', start: 0, end: 500 }],
            highlightTextProperties: style,
            nonHighlightTextProperties: style,
          },
        },
      ],
    });
    const { page, complaints } = await openEditor(editor, video);
    await page.locator('.bar-clip').first().focus();
    const said = (...words: ReadonlyArray<object>): Promise<void> =>
      eventually(async () => {
        const [{ captionProperties }] = (await storedVideo(editor, video.id)).clips;
        expect(captionProperties.words).to.deep.equal(words);
      });
    const text = page.getByLabel('A transcript or subtitles');
    await text.fill('one three');
    await page.getByRole('button', { name: 'Use this text' }).click();
    await said({ word: 'one', start: 0, end: 1500 }, { word: 'three', start: 1500, end: 4000 });
    await text.fill('00:00:09,000 --> 00:00:01,000\nWrong');
    await page.getByRole('button', { name: 'Use this text' }).click();
    await page.getByRole('alert').getByText('These subtitles cannot be read').waitFor();
    expect(await text.inputValue()).to.match(/Wrong/);
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    const srt = '\uFEFF1\n00:00:01,000 --> 00:00:02,000\nAfter\n';
    await page.getByLabel('A file with what is said').setInputFiles({
      name: 'talk.srt',
      mimeType: 'application/x-subrip',
      buffer: Buffer.from(srt, 'utf16le'),
    });
    await said({ word: 'After', start: 1000, end: 2000, line: 0 });
    expect(await page.getByRole('alert').count()).to.equal(0);
    expect(complaints).to.deep.equal([]);
  });

  it('corrects, divides and joins lines of captions, each as one step that leaves the other lines', async () => {
    const style = { fontSize: 40, color: '#ffffff' };
    const words = 'one two three four five six seven eight nine ten'.split(' ');
    const video = await editor.stored({
      metadata: { name: 'Lines', duration: 5000, canvas: { width: 640, height: 360 } },
      clips: [
        {
          id: 'said',
          type: 'caption',
          timeFrame: { start: 0, end: 5000 },
          captionProperties: {
            words: words.map((word, at) => ({ word, start: at * 500, end: at * 500 + 500 })),
            highlightTextProperties: style,
            nonHighlightTextProperties: style,
          },
        },
      ],
    });
    const { page, complaints } = await openEditor(editor, video);
    await page.locator('.bar-clip').first().focus();
    const lines = page.getByRole('region', { name: 'What is said' }).getByRole('textbox');
    const shown = (...texts: ReadonlyArray<string>): Promise<void> =>
      eventually(async () => {
        const boxes = await lines.all();
        expect(await Promise.all(boxes.map((box) => box.inputValue()))).to.deep.equal(texts);
      });
    const press = async (...keys: ReadonlyArray<string>): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await shown('one two three four five', 'six seven eight nine ten');
    await lines.first().fill('one two and a half three four five');
    await lines.first().blur();
    await shown('one two and a half three four five', 'six seven eight nine ten');

    await lines.last().focus();
    await press('Home', ...'six seven'.split('').map(() => 'ArrowRight'), 'Enter');
    await shown('one two and a half three four five', 'six seven', 'eight nine ten');
    await press('Control+z');
    await shown('one two and a half three four five', 'six seven eight nine ten');
    await lines.last().focus();
    await press('Home', ...'six seven'.split('').map(() => 'ArrowRight'), 'Enter');
    await shown('one two and a half three four five', 'six seven', 'eight nine ten');
    // Typing goes on where the line was divided, and the lines are joined again there.
    await page.keyboard.type('and ');
    await shown('one two and a half three four five', 'six seven', 'and eight nine ten');
    await press('Home', 'Backspace');
    await shown('one two and a half three four five', 'six seven and eight nine ten');
    await press('Home', 'Backspace');
    await shown('one two and a half three four five six seven and eight nine ten');
    await eventually(async () => {
      const [{ captionProperties }] = (await storedVideo(editor, video.id)).clips;
      const stored: ReadonlyArray<{ word: string; start: number; line: number }> = captionProperties.words;
      expect(stored.map(({ line }) => line)).to.deep.equal(stored.map(() => 0));
      expect(stored.find(({ word }) => word === 'seven')?.start).to.equal(3000);
    });
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.click();
    await undo.click();
    await shown('one two and a half three four five', 'six seven', 'and eight nine ten');
    await undo.click();
    await lines.nth(1).focus();
    await press('End', 'Delete');
    await shown('one two and a half three four five', 'six seven eight nine ten');
    await undo.click();
    await undo.click();
    await undo.click();
    await shown('one two three four five', 'six seven eight nine ten');
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });
});
