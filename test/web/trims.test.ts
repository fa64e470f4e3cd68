import { expect } from 'chai';
import type { Clip } from '../../clients/typescript/core/types.js';
import { wordsOf } from '../../web/src/editor/caption-words.js';
import { earliestStart, timesAfter, trimmedStart } from '../../web/src/editor/timeline/times.js';

const clipOf = (type: string, timeFrame: object, more: object = {}): Clip =>
  ({ id: 'a', type, timeFrame: { start: 1000, end: 3000, ...timeFrame }, ...more }) as unknown as Clip;

const trimmed = (clip: Clip, by: number): Clip => {
  const times = { start: 1000, end: 3000 };
  const after = timesAfter('trim the start of', times, by, earliestStart(clip, times.start));
  return trimmedStart(clip, after, after.start - times.start);
};

describe('editor: trimming the start of a clip', () => {
  it('lets media play on at the same times, and ends where it begins', () => {
    const film = clipOf('video', { offset: 500, speed: 2 });
    expect(trimmed(film, 400).timeFrame).to.include({ start: 1400, offset: 1300 });
    expect(trimmed(film, -900).timeFrame).to.include({ start: 750, offset: 0 });
    expect(trimmed(clipOf('audio', {}), -900).timeFrame).to.include({ start: 1000 });
  });

  it('lets backwards, looped and fitted media, which end or begin elsewhere, keep their offset', () => {
    for (const more of [{ reverse: true }, { loop: true }, { speed: 'fit' }])
      expect(trimmed(clipOf('video', { offset: 500, ...more }), 400).timeFrame).to.include({
        start: 1400,
        offset: 500,
      });
  });

  it('leaves the words of captions at their times, also before the first', () => {
    const captionProperties = { words: [{ word: 'Hello', start: 100, end: 600 }] };
    const caption = clipOf('caption', {}, { captionProperties });
    const shownAt = (clip: Clip): number | undefined => {
      const { start, offset = 0 } = clip.timeFrame as { start: number; offset?: number };
      return clip.type === 'caption' ? start + (wordsOf(clip)[0]?.start ?? NaN) - offset : NaN;
    };
    for (const by of [-700, -1, 1, 90]) {
      const after = trimmed(caption, by);
      expect(after.timeFrame.start).to.equal(1000 + by);
      expect(shownAt(after), String(by)).to.equal(1100);
      expect(shownAt(trimmedStart(after, { start: 1000, end: 3000 }, -by)), `back by ${by}`).to.equal(1100);
    }
  });

  it('leaves keyframes at their times, and begins with the value that they have there', () => {
    const moving = (...points: ReadonlyArray<readonly [time: number, value: number]>) => ({
      keyframes: [{ property: 'volume', points: points.map(([time, value]) => ({ time, value })) }],
    });
    const [film, text] = (['video', 'text'] as const).map((type) =>
      clipOf(type, { offset: 500 }, moving([0, 0], [1000, 1])),
    );
    for (const clip of [film!, text!]) {
      expect(trimmed(clip, 500)).to.deep.include(moving([0, 0.5], [500, 1]));
      expect(trimmed(clip, -500)).to.deep.include(moving([500, 0], [1500, 1]));
    }
    const template = [{ property: 'volume', points: '{{points}}' }];
    expect(trimmed(clipOf('text', {}, { keyframes: template }), 500).keyframes).to.equal(template);
  });

  it('leaves at least a moment of other clips, which can begin at any time', () => {
    const text = clipOf('text', {});
    expect(trimmed(text, 9000).timeFrame).to.deep.equal({ start: 2960, end: 3000 });
    expect(trimmed(text, -9000).timeFrame).to.deep.equal({ start: 0, end: 3000 });
  });
});
