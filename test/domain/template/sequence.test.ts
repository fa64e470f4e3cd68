import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { decode } from '../../../domain/codec/codec.js';
import type { Clip } from '../../../domain/composition/clips/clip.js';
import { CreateVideoBody } from '../../../domain/composition/requests.js';
import { type Interval, timesOf } from '../../../domain/composition/resolve/times.js';
import { rightOf } from '../../support/right-of.js';
import { composed, mergedOf } from '../../support/template-videos.js';

const FADE = { type: 'fade', duration: 300, easing: 'linear' };

const clip = (id: string, timeFrame: object, more: object = {}) => ({
  id,
  type: 'shape',
  shapeProperties: { shape: 'ellipse', fill: '#FF0000' },
  timeFrame,
  ...more,
});

const cards = (timeFrame: object, sequence: object, more: object = {}) => ({
  id: 'card',
  type: 'group',
  forEach: '{{items}}',
  sequence,
  timeFrame,
  clips: [clip('inner', { duration: 'end' in timeFrame ? '{{item.ms}}' : 100 })],
  ...more,
});

const intervalsOf = (clips: ReadonlyArray<Clip>): Readonly<Record<string, Interval>> =>
  Object.fromEntries(rightOf(timesOf(clips, 'auto', { media: new Map(), texts: new Map() })).intervals);

const problemOf = (group: object): string | undefined => {
  const decoded = decode(CreateVideoBody, { metadata: { name: 'n', duration: 'auto' }, clips: [group] });
  return E.isLeft(decoded) ? decoded.left.join() : undefined;
};

describe('A sequence of copies', () => {
  it('is of a variable with a list, never of plain text', () => {
    const of = (forEach: string) => problemOf({ ...cards({ duration: 2000 }, {}), forEach });
    for (const forEach of ['items', '{{a}} and {{b}}', '{{{{'])
      expect(of(forEach)).to.equal('clips[0].forEach must be a variable with a list, such as {{items}}');
    expect(of('{{shop.cards}}')).to.equal(undefined);
  });

  it('plays one copy after the other, then the clips that follow the group', () => {
    const video = composed([
      clip('intro', { duration: 1000 }),
      cards(
        { after: 'intro', duration: 2000 },
        { gap: -500, transition: FADE },
        { transition: { out: FADE } },
      ),
      clip('outro', { after: 'card', gap: 100, duration: 400 }),
    ]);
    const { clips } = mergedOf(video, { items: [1, 2, 3] });
    expect(intervalsOf(clips)).to.deep.equal({
      intro: { start: 0, end: 1000 },
      card: { start: 1000, end: 3000 },
      'card-2': { start: 2500, end: 4500 },
      'card-3': { start: 4000, end: 6000 },
      outro: { start: 6100, end: 6500 },
    });
    const transitions = clips.slice(1, 4).map(({ transition }) => transition);
    expect(transitions).to.deep.equal([{}, { in: FADE }, { in: FADE, out: FADE }]);
    expect(clips[2]).to.not.have.any.keys('sequence', 'forEach');
  });

  it('has no gaps for omitted copies, even if all are omitted', () => {
    const group = cards({ after: 'intro', gap: 50, duration: 1000 }, {}, { when: '{{item.shown}}' });
    const video = composed([
      clip('intro', { duration: 500 }),
      group,
      clip('outro', { after: 'card', gap: 7, duration: 100 }),
    ]);
    const shown = (...items: ReadonlyArray<boolean>) =>
      intervalsOf(mergedOf(video, { items: items.map((one) => ({ shown: one })) }).clips);
    expect(shown(false, true, false, true)).to.deep.include({
      'card-2': { start: 550, end: 1550 },
      'card-4': { start: 1550, end: 2550 },
      outro: { start: 2557, end: 2657 },
    });
    expect(shown(false)).to.deep.equal({
      intro: { start: 0, end: 500 },
      outro: { start: 550, end: 650 },
    });
    expect(shown()).to.deep.equal(shown(false));
  });

  it('follows copies that are as long as their content', () => {
    const { clips } = mergedOf(composed([cards({ start: 40, end: 'source' }, { gap: 10 })]), {
      items: [{ ms: 300 }, { ms: 100 }, { ms: 5 }],
    });
    expect(Object.values(intervalsOf(clips))).to.deep.equal([
      { start: 40, end: 340 },
      { start: 350, end: 450 },
      { start: 460, end: 465 },
    ]);
  });

  it('requires a repeated group with its own length', () => {
    expect(problemOf(cards({ duration: 10 }, {}))).to.equal(undefined);
    expect(problemOf({ ...cards({ duration: 10 }, {}), forEach: undefined })).to.include('requires');
    for (const end of [10, 'video', '{{end}}'])
      expect(problemOf(cards({ end }, {})), String(end)).to.include('timeFrame.duration');
  });

  it('never overlaps without a negative gap, and is as long as its copies and gaps', () => {
    const ms = fc.integer({ min: 1, max: 60_000 });
    fc.assert(
      fc.property(
        fc.array(ms, { minLength: 1, maxLength: 20 }),
        fc.nat(5000),
        fc.nat(9000),
        (lengths, gap, start) => {
          const items = lengths.map((one) => ({ ms: one }));
          const { clips } = mergedOf(composed([cards({ start, end: 'source' }, { gap })]), { items });
          const intervals = Object.values(intervalsOf(clips));
          const total = lengths.reduce((sum, length) => sum + length, gap * (lengths.length - 1));
          expect(intervals.map(({ start, end }) => end - start)).to.deep.equal(lengths);
          expect(intervals.at(-1)?.end).to.equal(start + total);
          for (const [index, { end }] of intervals.slice(0, -1).entries())
            expect(intervals[index + 1]?.start).to.equal(end + gap);
        },
      ),
    );
  });
});

describe('An omitted clip', () => {
  it('is replaced in time by the clips that follow it', () => {
    const video = composed([
      clip('a', { start: 300, duration: 100 }, { when: '{{a}}' }),
      clip('b', { after: 'a', gap: 20, duration: 100 }, { when: '{{b}}' }),
      clip('c', { after: 'b', gap: 30, duration: 100 }),
    ]);
    const start = (values: object) =>
      intervalsOf(mergedOf(video, { a: 1, b: 1, ...values }).clips)['c']?.start;
    expect([start({}), start({ a: 0 }), start({ b: 0 }), start({ a: 0, b: 0 })]).to.deep.equal([
      550, 430, 420, 300,
    ]);
  });
});
