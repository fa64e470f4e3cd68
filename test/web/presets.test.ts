import { expect } from 'chai';
import sharp from 'sharp';
import { type Preset, PRESETS, withLook, withPreset } from '../../web/src/editor/add/presets.js';
import { type CaptionClip, withWords } from '../../web/src/editor/caption-words.js';
import { type Document, withClip } from '../../web/src/editor/document.js';
import { placesOf, problemsOf } from '../../web/src/editor/places.js';
import { rightOf } from '../support/right-of.js';
import { accessibilityProblems } from '../support/web/browser.js';
import { editorForSuite, openEditor, showPanel, storedVideo, TWO_TEXTS } from '../support/web/editor.js';
import { eventually } from '../support/eventually.js';

describe('presets of titles, lower thirds and captions', () => {
  it('are valid, on top, and inside the canvas, whatever its shape', () => {
    expect(PRESETS).to.have.length(20);
    for (const canvas of [
      { width: 1920, height: 1080 },
      { width: 1080, height: 1920 },
      { width: 500, height: 500 },
    ]) {
      const empty = {
        metadata: { name: 'Empty', duration: 1000, canvas },
        clips: TWO_TEXTS.clips,
      } as unknown as Document;
      const places = rightOf(placesOf(empty));
      for (const preset of PRESETS) {
        const { document, ids } = withPreset(empty, preset, places, 500);
        expect(problemsOf(document), preset.name).to.deep.equal([]);
        expect(document.metadata.duration).to.equal(4500);
        const added = rightOf(placesOf(document)).clips.filter(({ id }) => ids.includes(id));
        expect(added, preset.name).to.have.length(ids.length);
        for (const { id, placement, z } of added) {
          const { x = -1, y = -1, width = 0, height = 0 } = placement?.box ?? {};
          expect(
            [x >= 0, y >= 0, x + width <= canvas.width, y + height <= canvas.height],
            preset.name,
          ).to.not.include(false);
          expect(z).to.be.above(0);
          const clip = document.clips.find((one) => one.id === id);
          if (clip?.type === 'caption') expect(clip.captionProperties.maxWidth, preset.name).to.equal(width);
        }
      }
    }
  });

  it('restyle the captions that are there, which keep their words, times and place', () => {
    const [pop, box] = PRESETS.filter(({ kind }) => kind === 'Captions');
    const metadata = { name: 'Spoken', duration: 9000, canvas: { width: 1080, height: 1920 } };
    const empty = { metadata, clips: TWO_TEXTS.clips } as unknown as Document;
    const places = rightOf(placesOf(empty));
    const { document, ids } = withPreset(empty, pop as Preset, places, 500);
    const words = [{ word: 'Heard', start: 0, end: 900 }];
    const of = (one: Document) => one.clips.find(({ id }) => id === ids[0]) as CaptionClip;
    const heard = withClip(document, of(document).id ?? '', (clip) => withWords(clip, words));
    const restyled = withLook(heard, of(heard).id ?? '', box as Preset, places);
    expect(problemsOf(restyled)).to.deep.equal([]);
    expect(restyled.clips.length).to.equal(document.clips.length);
    const { captionProperties, ...rest } = of(restyled);
    const { captionProperties: before, ...others } = of(heard);
    expect(rest).to.deep.equal(others);
    expect(captionProperties).to.deep.include({ words, animation: 'box', maxWidth: before.maxWidth });
    expect(captionProperties.nonHighlightTextProperties).to.not.have.property('strokeWidth');
  });

  describe('in the editor', () => {
    const editor = editorForSuite();

    it('are seen as soon as they are added with one click, and their text is typed where it stands', async () => {
      const video = await editor.stored({ ...TWO_TEXTS, clips: [] });
      const { page, complaints } = await openEditor(editor, video);
      await page.getByRole('img', { name: 'Frame at 0 s' }).waitFor();
      await showPanel(page, 'Text');
      await page.locator('.preset img').first().waitFor();
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.getByRole('button', { name: 'Add Poster' }).click();
      // The playhead was where its words are not there yet.
      await page.getByRole('img', { name: 'Frame at 1.88 s' }).waitFor();
      await eventually(async () => {
        const { channels } = await sharp(await page.locator('.canvas').screenshot()).stats();
        expect(Math.min(...channels.map(({ max }) => max)), 'white letters').to.be.above(240);
      });
      await page.getByRole('button', { name: 'text clip Make it loud' }).dblclick();
      await page.getByLabel('Text of Make it loud').fill('Quiet now');
      expect(await accessibilityProblems(page)).to.deep.equal([]);
      await page.keyboard.press('Escape');
      await page.getByRole('textbox', { name: /^Text of/ }).waitFor({ state: 'detached' });
      await eventually(async () => {
        const [{ textProperties, timeFrame }] = (await storedVideo(editor, video.id)).clips;
        expect(textProperties).to.include({ content: 'Quiet now', fontFamily: 'Anton' });
        expect(timeFrame).to.include({ start: 0, end: 4000 });
      });
      const time = page.getByRole('slider', { name: 'Time', exact: true });
      await time.fill('200');
      await page.getByRole('tab', { name: 'Edit', exact: true }).click();
      await page.getByRole('tab', { name: 'Animate' }).click();
      const stills = await page.evaluate<ReadonlyArray<string>>(
        `[...document.querySelectorAll('section[aria-label="In"] .motion > span')].map((shown) => {
          const { opacity, translate, scale, clipPath, filter } = getComputedStyle(shown);
          return [opacity, translate, scale, clipPath, filter].join();
        })`,
      );
      expect(new Set(stills).size, 'each motion has a still of its own').to.equal(6);
      const marks = await page.evaluate<ReadonlyArray<string>>(
        `[...document.querySelectorAll('section[aria-label="Out"] .motion')].map((motion) => getComputedStyle(motion, '::after').content)`,
      );
      expect(marks, 'what leaves is marked').to.deep.equal(['"→"', '"→"', '"→"']);
      // Seen on the stage before it is given to the clip.
      await page.getByRole('button', { name: 'Fade in' }).hover();
      await page.locator('canvas.preview:not([hidden])').waitFor();
      await page.getByRole('button', { name: 'Fade in' }).click();
      await page.locator('canvas.preview').waitFor({ state: 'hidden' });
      expect(await time.inputValue(), 'where it has faded in').to.equal('600');
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('button', { name: 'text clip Make it loud' }).waitFor();
      expect(complaints).to.deep.equal([]);
    });
  });
});
