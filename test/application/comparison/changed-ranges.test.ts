import { expect } from 'chai';
import * as fc from 'fast-check';
import { type ChangedRange, changedRanges } from '../../../application/comparison/changed-ranges.js';
import { frameCount, instantOf } from '../../../domain/composition/timeline.js';
import { FPS, type Sent, type SentClip, composed, edited, plannedAt, rate, sent } from './edited-versions.js';
import { LONG } from '../../support/long-form.js';

const isWithin = (ranges: ReadonlyArray<ChangedRange>, ms: number): boolean =>
  ranges.some(({ from, to = Infinity }) => from <= ms && ms < to);

describe('the ranges in which two versions look different', () => {
  it('contain every frame with different planned layers', async () => {
    await fc.assert(
      fc.asyncProperty(edited, fc.nat(), async ({ before, after }, n) => {
        const [a, b] = [composed(before), composed(after)];
        const frame = n % Math.min(frameCount(before.duration, rate), frameCount(after.duration, rate));
        if (!isWithin(await changedRanges(a, b), instantOf(frame, rate)))
          expect(plannedAt(a, frame)).to.deep.equal(plannedAt(b, frame));
      }),
      { numRuns: LONG ? 400 : 120 },
    );
  });

  it('are in order, apart, in the longer video, and the same in both directions', async () => {
    await fc.assert(
      fc.asyncProperty(edited, async ({ before, after }) => {
        const ranges = await changedRanges(composed(before), composed(after));
        let last = -1;
        for (const { from, to = NaN, middle, shows } of ranges) {
          expect(from).to.be.greaterThan(last);
          expect(to).to.be.at.most(Math.max(before.duration, after.duration));
          expect(middle).to.be.within(from, to - 1);
          expect(shows).to.deep.equal({ before: middle < before.duration, after: middle < after.duration });
          last = to;
        }
        const back = await changedRanges(composed(after), composed(before));
        expect(back.map(({ from, to }) => [from, to])).to.deep.equal(
          ranges.map(({ from, to }) => [from, to]),
        );
      }),
    );
  });

  it('lie within the times of the changed clip in one of the versions', async () => {
    await fc.assert(
      fc.asyncProperty(edited, async ({ before, after, edit }) => {
        fc.pre(before.duration === after.duration && edit !== 'swapped');
        const changed = [before, after].flatMap(({ clips }) =>
          clips.filter((one) => ![before, after].every((side) => side.clips.includes(one))),
        );
        // A clip that pushes another out changes how that one looks, too.
        fc.pre(changed.every((one) => one['transition'] === undefined));
        for (const { from, to = 0 } of await changedRanges(composed(before), composed(after)))
          for (let ms = from; ms < to; ms += 1000 / FPS)
            expect(changed.some(({ timeFrame: { start, end } }) => start <= ms && ms < end)).to.equal(true);
      }),
    );
  });

  it('are empty if only names, ids, sound or other invisible properties differ', async () => {
    await fc.assert(
      fc.asyncProperty(sent, async (one) => {
        const clips = one.clips.map((each) => ({ ...each, id: `x${each.id}`, name: 'n', volume: 0.1 }));
        const sound = { name: 'other', loudness: { target: -14 }, soundtrack: { source: 'music.mp3' } };
        const other = { ...composed({ ...one, clips }, sound), additional: { note: 1 } };
        expect(await changedRanges(composed(one), other)).to.deep.equal([]);
      }),
    );
  });

  const text = (content: string, timeFrame: object, more: object = {}) =>
    ({ id: content, type: 'text', timeFrame, textProperties: { content }, ...more }) as unknown as SentClip;
  const spans = async (before: Sent, after: Sent, metadata: readonly [object, object] = [{}, {}]) => {
    const ranges = await changedRanges(composed(before, metadata[0]), composed(after, metadata[1]));
    return ranges.map(({ from, to }) => [from, to]);
  };

  it('are only the added part if a clip without animation is extended', async () => {
    const before = { duration: 2000, clips: [text('a', { start: 0, end: 500 })] };
    expect(await spans(before, { ...before, clips: [text('a', { start: 0, end: 900 })] })).to.deep.equal([
      [500, 900],
    ]);
    const fading = { transition: { out: { type: 'fade', duration: 100 } } };
    expect(
      await spans(
        { ...before, clips: [text('a', { start: 0, end: 500 }, fading)] },
        { ...before, clips: [text('a', { start: 0, end: 900 }, fading)] },
      ),
    ).to.deep.equal([[0, 900]]);
  });

  it('follow clips that start after others or last until the end', async () => {
    const clips = [text('a', { end: 300 }), text('b', { after: 'a', end: 'video' })];
    const later = [text('a', { end: 400 }), text('b', { after: 'a', end: 'video' })];
    expect(await spans({ duration: 1000, clips }, { duration: 1000, clips: later })).to.deep.equal([
      [300, 400],
    ]);
    expect(await spans({ duration: 1000, clips }, { duration: 1500, clips })).to.deep.equal([[1000, 1500]]);
  });

  it('are the whole video if the canvas, the background or the frame rate differ', async () => {
    const one = { duration: 1000, clips: [] };
    for (const metadata of [
      { canvas: { width: 32, height: 36 } },
      { backgroundColor: '#FF0000' },
      { fps: 20 },
    ])
      expect(await spans(one, one, [{}, metadata])).to.deep.equal([[0, 1000]]);
  });

  it('contain waveforms if the sound differs, and masked clips if the mask differs', async () => {
    const sound = (volume: number) =>
      ({ id: 's', type: 'audio', source: 'a.mp3', volume, timeFrame: { end: 900 } }) as unknown as SentClip;
    const wave = {
      id: 'w',
      type: 'waveform',
      timeFrame: { start: 200, end: 400 },
      waveformProperties: { clip: 's' },
    };
    const heard = (volume: number) => ({
      duration: 1000,
      clips: [sound(volume), wave as unknown as SentClip],
    });
    expect(await spans(heard(1), heard(0.5))).to.deep.equal([[200, 400]]);
    const masked = (start: number) => ({
      duration: 1000,
      clips: [
        text('m', { start, end: 1000 }),
        text('a', { start: 100, end: 600 }, { effects: { mask: { clip: 'm' } } }),
      ],
    });
    expect(await spans(masked(0), masked(300))).to.deep.equal([[100, 600]]);
  });

  it('have no end if times depend on media or variables', async () => {
    const video = (source: string) =>
      ({ id: 'v', type: 'video', source, timeFrame: { end: 'source' } }) as unknown as SentClip;
    const of = (source: string) => ({ duration: 1000, clips: [video(source)] });
    expect(await spans(of('a.mp4'), of('b.mp4'))).to.deep.equal([[0, undefined]]);
    expect(await spans(of('a.mp4'), of('a.mp4'))).to.deep.equal([]);
  });
});
