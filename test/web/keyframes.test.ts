import { expect } from 'chai';
import * as fc from 'fast-check';
import type { Clip } from '../../clients/typescript/core/types.js';
import { documentAt, withKeyframesAt } from '../../web/src/editor/animate/at-playhead.js';
import {
  keyframeTimes,
  withoutPoint,
  withPoint,
  withTimeMoved,
} from '../../web/src/editor/animate/keyframes.js';
import { MOTION_PRESETS } from '../../web/src/editor/animate/motion-presets.js';
import type { Document } from '../../web/src/editor/document.js';
import { placesOf, problemsOf } from '../../web/src/editor/places.js';
import { movedTogether } from '../../web/src/editor/stage/stage-clips.js';
import { EASING_NAMES } from '../../domain/composition/fields/easing.js';
import { eventually } from '../support/eventually.js';
import { rightOf } from '../support/right-of.js';
import { accessibilityProblems } from '../support/web/browser.js';
import { editorForSuite, isSaved, openEditor, storedVideo } from '../support/web/editor.js';
import { boxOf, drag } from '../support/web/hand.js';

const FRAME = 40;

const box = (more: object = {}) => ({
  id: 'box',
  name: 'box',
  type: 'shape',
  timeFrame: { start: 1000, end: 3000 },
  position: { x: 20, y: 40 },
  size: { width: 80, height: 80 },
  shapeProperties: { shape: 'rectangle', fill: '#ff0000' },
  ...more,
});
const documentOf = (...clips: ReadonlyArray<object>): Document =>
  ({
    metadata: { name: 'Keyframes', duration: 4000, fps: 25, canvas: { width: 320, height: 180 } },
    clips,
  }) as unknown as Document;
const track = (
  property: string,
  ...points: ReadonlyArray<readonly [time: number, value: number | string]>
) => ({
  property,
  points: points.map(([time, value]) => ({ time, value })),
});
const firstOf = ({ clips }: Document): Clip => clips[0] as Clip;
const MOVING = documentOf(box({ keyframes: [track('position.x', [0, 20], [1000, 120])] }));

/** The document after a change of what is seen at a time. */
const changedAt = (document: Document, ms: number, change: (shown: Document) => Document): Document => {
  const places = rightOf(placesOf(document));
  return withKeyframesAt(document, places, ms, change(documentAt(document, places, ms)));
};
const movedBy = (x: number, y: number) => (shown: Document) =>
  movedTogether(shown, ['box'], { x, y }, { width: 320, height: 180 });

describe('keyframes in the editor', () => {
  it('are what is seen at the playhead, and what is changed there becomes one', () => {
    const places = rightOf(placesOf(MOVING));
    expect(firstOf(documentAt(MOVING, places, 1500)).position).to.deep.equal({ x: 70, y: 40 });
    const moved = changedAt(MOVING, 1500, movedBy(10, 5));
    expect(firstOf(moved)).to.deep.equal(
      box({
        position: { x: 20, y: 45 },
        keyframes: [track('position.x', [0, 20], [500, 80], [1000, 120])],
      }),
    );
    expect(problemsOf(moved)).to.deep.equal([]);
    const again = changedAt(moved, 1500, movedBy(-30, 0));
    expect(firstOf(again).keyframes).to.deep.equal([track('position.x', [0, 20], [500, 50], [1000, 120])]);
  });

  it('keep the units of lengths', () => {
    const relative = documentOf(box({ keyframes: [track('position.x', [0, '0%'], [1000, '50%'])] }));
    expect(firstOf(changedAt(relative, 1500, movedBy(32, 0))).keyframes?.[0]?.points[1]).to.deep.equal({
      time: 500,
      value: '35%',
    });
  });

  it('are set once for a frame, removed with their property, and moved between their neighbours', () => {
    const plain = firstOf(documentOf(box()));
    const one = withPoint(plain, 'effects.opacity', { time: 500, value: 0.5 }, FRAME);
    const same = withPoint(one, 'effects.opacity', { time: 510, value: 0.25 }, FRAME);
    expect(same.keyframes).to.deep.equal([track('effects.opacity', [500, 0.25])]);
    expect(withoutPoint(same, 'effects.opacity', 505, FRAME)).to.deep.equal(
      box({ effects: { opacity: 0.25 } }),
    );
    const moved = withTimeMoved(firstOf(MOVING), 0, 5000);
    expect(keyframeTimes(moved)).to.deep.equal([999, 1000]);
  });

  it('of templates are left as they are', () => {
    const points = [{ time: '{{when}}', value: 20 }];
    const template = documentOf(box({ keyframes: [{ property: 'position.x', points }] }));
    const places = rightOf(placesOf(MOVING));
    expect(documentAt(template, places, 1500)).to.deep.equal(template);
    const moved = withKeyframesAt(template, places, 1500, movedBy(10, 0)(template));
    expect(moved.clips[0]?.keyframes).to.equal(template.clips[0]?.keyframes);
  });

  it('never change by looking at them', () => {
    const value = fc.oneof(
      fc.integer({ min: -500, max: 500 }),
      fc.double({ min: -500, max: 500, noNaN: true }),
    );
    fc.assert(
      fc.property(value, value, fc.integer({ min: 0, max: 3999 }), (from, to, ms) => {
        const document = documentOf(
          box({
            keyframes: [track('position.x', [0, from], [777, to]), track('transform.rotation', [5, from])],
          }),
        );
        expect(changedAt(document, ms, (shown) => shown)).to.deep.equal(document);
        // A move along one axis is not one along the other.
        expect(firstOf(changedAt(document, ms, movedBy(0, 10))).keyframes).to.deep.equal(
          firstOf(document).keyframes,
        );
      }),
    );
  });
});

describe('presets of motion', () => {
  const types = {
    video: { source: 'https://media.example.org/a.mp4' },
    image: { source: 'https://media.example.org/a.png' },
    text: { textProperties: { content: 'A' } },
    caption: {
      captionProperties: {
        words: [{ word: 'a', start: 0, end: 500 }],
        highlightTextProperties: {},
        nonHighlightTextProperties: {},
      },
    },
    shape: { shapeProperties: { shape: 'star' } },
    group: { clips: [] },
    progress: { progressProperties: {} },
  };
  const presets = MOTION_PRESETS.flatMap((one) => one.presets);
  for (const [type, fields] of Object.entries(types))
    it(`are valid for the shortest and longer clips of type ${type}, and replace what they gave before`, () => {
      const { shapeProperties: _, ...rest } = box({ type, transform: { scale: { x: 2 }, rotation: 10 } });
      for (const length of [100, 2000])
        for (const { name, given } of presets) {
          const clip = { ...rest, ...fields, timeFrame: { start: 0, end: length } } as unknown as Clip;
          const once = given(clip, length);
          expect(problemsOf(documentOf(once)), `${name} ${length}`).to.deep.equal([]);
          expect(given(once, length), name).to.deep.equal(once);
        }
    });
});

describe('animating by hand', () => {
  const editor = editorForSuite();

  it('sets keyframes beside fields and by dragging, and moves them on the timeline and on the stage', async () => {
    const { page, complaints } = await openEditor(editor, await editor.stored(documentOf(box())));
    const time = page.getByRole('slider', { name: 'Time', exact: true });
    const clip = page.getByRole('button', { name: 'shape clip box' });
    await time.fill('1000');
    await clip.click();
    await page.getByRole('tab', { name: 'Layout' }).click();
    await page.getByRole('button', { name: 'Keyframe of x' }).click();
    await page.getByRole('button', { name: 'Keyframe of y' }).click();
    await time.fill('2000');
    const zoom = (await boxOf(page.locator('.canvas'))).width / 320;
    await drag(clip, 100 * zoom, 31 * zoom);
    await time.fill('1480');
    await eventually(async () =>
      expect(await page.getByLabel('X, px', { exact: true }).inputValue(), 'half way').to.equal('68'),
    );
    await page.getByRole('tab', { name: 'Animate' }).click();
    await page.getByRole('button', { name: 'Rise' }).click();
    await page.getByRole('button', { name: 'Easing of x: Linear' }).click();
    const easings = page.getByRole('radiogroup', { name: 'Easing of x' });
    const drawn = await Promise.all(
      (await easings.locator('polyline').all()).map((one) => one.getAttribute('points')),
    );
    expect(new Set(drawn).size, 'each with its curve').to.equal(EASING_NAMES.length);
    await easings.getByRole('radio', { name: 'Ease in out', exact: true }).check({ force: true });
    expect(await accessibilityProblems(page)).to.deep.equal([]);
    await page.getByRole('button', { name: 'Easing of x: Ease in out' }).click();
    await page.getByRole('button', { name: 'Next keyframe' }).click();
    expect(await time.inputValue()).to.equal('2000');
    const perMs = (await boxOf(page.locator('.tracks-inside'))).width / 4000;
    await drag(page.locator('.keyframe-mark').nth(1), -500 * perMs, 0);
    await time.fill('1000');
    await drag(page.locator('.motion-path rect').nth(1), -20 * zoom, 0);
    await isSaved(page);
    const { data } = (await editor.api('GET', `/v1/videos/${new URL(page.url()).pathname.split('/').at(-1)}`))
      .body;
    const [x, y] = data.clips[0].keyframes as ReadonlyArray<{
      points: ReadonlyArray<{ time: number; value: number }>;
    }>;
    expect(data.clips[0].transition.in).to.deep.include({ type: 'slide', direction: 'up' });
    expect(x?.points[0]).to.deep.include({ time: 0, value: 20 });
    expect(x?.points[1]).to.deep.include({ easing: 'easeInOut' });
    expect(x?.points[1]?.time).to.be.closeTo(500, 20);
    expect(x?.points[1]?.value).to.be.closeTo(100, 2);
    expect(y?.points[1]?.value).to.be.closeTo(71, 8);
    expect(complaints).to.deep.equal([]);
  });

  it('moves the points of a curve', async () => {
    const video = await editor.stored(MOVING);
    const { page } = await openEditor(editor, video);
    await page.locator('.bar-clip').first().focus();
    await page.getByRole('tab', { name: 'Animate' }).click();
    const { width, height } = await boxOf(page.locator('.curve'));
    // The margins of the curve are 6 of 240, and 6 of 56.
    const [perMs, perPx] = [(width * (228 / 240)) / 2000, (height * (44 / 56)) / 100];
    await drag(page.locator('.curve rect').nth(1), 500 * perMs, 25 * perPx);
    await eventually(async () => {
      const [first, second] = (await storedVideo(editor, video.id)).clips[0].keyframes[0].points;
      expect(first).to.deep.include({ time: 0, value: 20 });
      expect(second.time).to.be.closeTo(1500, 40);
      expect(second.value).to.be.closeTo(95, 3);
    });
  });
});
