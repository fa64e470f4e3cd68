import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { decode } from '../../../domain/codec/codec.js';
import { CreateVideoBody } from '../../../domain/composition/requests.js';
import { retimingOf } from '../../../domain/composition/animation/retiming.js';
import { resolveComposition } from '../../../domain/composition/resolve/resolve.js';
import { compositionOf } from '../../support/renders/render.js';
import { rightOf } from '../../support/right-of.js';

const VIDEO = { id: 'v', type: 'video', source: 'https://example.com/a.mp4' };
const GROUP = { type: 'group', clips: [] };
const SHAPE = { type: 'shape', shapeProperties: { shape: 'rectangle' } };
const problems = (clip: object): ReadonlyArray<string> => {
  const decoded = decode(CreateVideoBody, { metadata: { name: 'n', duration: 1 }, clips: [clip] });
  return E.isLeft(decoded) ? decoded.left : [];
};
const speedOver = (...values: ReadonlyArray<number>) => ({
  keyframes: [
    { property: 'timeFrame.speed', points: values.map((value, index) => ({ time: index * 1000, value })) },
  ],
});

describe('Playback of media', () => {
  it('is set by speed, loop, freeze, reverse, keyframes and pitch', () => {
    for (const type of ['video', 'audio', 'image'])
      for (const timeFrame of [
        { speed: 0.1 },
        { speed: 'fit', loop: false, freeze: [] },
        { speed: 10, duration: 1_440_000, end: undefined },
        { loop: true },
        { loop: false },
        { loop: 1000 },
        { freeze: [] },
        {
          freeze: [
            { at: 0, duration: 1 },
            { at: 1, duration: 0.5 },
          ],
        },
        { reverse: true },
      ])
        expect(
          problems({
            ...VIDEO,
            type,
            timeFrame: JSON.parse(JSON.stringify({ end: 1000, ...timeFrame })) as object,
            effects: { pitch: 'follow' },
            ...speedOver(0.1, 10),
          }),
          JSON.stringify(timeFrame),
        ).to.deep.equal([]);
  });

  it('is rejected if it is contradictory or exceeds a limit', () => {
    const refused: ReadonlyArray<readonly [object, string]> = [
      [{ speed: 0.09 }, 'timeFrame.speed must be'],
      [{ speed: 10.1 }, 'timeFrame.speed must be'],
      [{ speed: '2' }, 'timeFrame.speed must be a number or fit'],
      [{ speed: 'fit', end: 'source' }, 'timeFrame.speed must be a number if'],
      [{ speed: 'fit', loop: 2 }, 'timeFrame.speed must be a number if'],
      [{ speed: 'fit', freeze: [{ at: 0, duration: 1 }] }, 'timeFrame.speed must be a number if'],
      [{ speed: 2, end: 7_200_001 }, 'timeFrame.speed must not play more than 14400000 ms of media'],
      [{ loop: 0 }, 'timeFrame.loop must be'],
      [{ loop: 1.5 }, 'timeFrame.loop must be'],
      [{ loop: 1001 }, 'timeFrame.loop must be'],
      [{ loop: 'yes' }, 'timeFrame.loop must be a boolean or a whole number'],
      [{ loop: true, end: 'source' }, 'timeFrame.loop must be a number if clips[0].timeFrame.end is source'],
      [{ freeze: { at: 0, duration: 1 } }, 'timeFrame.freeze must be'],
      [{ freeze: [{ at: 0, duration: 0 }] }, 'timeFrame.freeze[0].duration must be'],
      [{ freeze: [{ at: -1, duration: 1 }] }, 'timeFrame.freeze[0].at must be'],
      [{ freeze: Array.from({ length: 101 }, (_, at) => ({ at, duration: 1 })) }, 'timeFrame.freeze must'],
      [
        {
          freeze: [
            { at: 0, duration: 10 },
            { at: 9, duration: 1 },
          ],
        },
        'timeFrame.freeze must be in rising order of time and not overlap',
      ],
      [{ reverse: 1 }, 'timeFrame.reverse must be'],
    ];
    for (const [timeFrame, problem] of refused) {
      const [first, second] = problems({ ...VIDEO, timeFrame: { end: 1000, ...timeFrame } });
      expect(first).to.include(`clips[0].${problem}`);
      expect(second, problem).to.equal(undefined);
    }
    expect(problems({ ...VIDEO, timeFrame: { end: 1 }, ...speedOver(1, 11) })[0]).to.include(
      'must have values from 0.1 to 10',
    );
    expect(problems({ ...VIDEO, timeFrame: { end: 1 }, effects: { pitch: 'up' } })[0]).to.include(
      'effects.pitch',
    );
  });

  it('is rejected if keyframes of the speed play more media than one video may have', () => {
    const played = (timeFrame: object, ...speeds: ReadonlyArray<object>) =>
      problems({
        ...VIDEO,
        timeFrame,
        keyframes: [{ property: 'timeFrame.speed', points: speeds }],
      });
    const tooMuch = ['clips[0].keyframes[0].points must not play more than 14400000 ms of media'];
    const [slow, fast] = [
      { time: 0, value: 1 },
      { time: 7_200_000, value: 3 },
    ];
    expect(played({ end: 7_200_000 }, slow, fast)).to.deep.equal([]);
    expect(played({ start: 10, end: 7_200_011 }, slow, fast)).to.deep.equal(tooMuch);
    expect(played({ duration: 7_200_001 }, slow, { ...fast, easing: 'easeInOut' })).to.deep.equal(tooMuch);
    expect(
      played({ end: 7_200_001, freeze: [{ at: 7_200_000, duration: 1000 }] }, slow, fast),
      'frozen',
    ).to.deep.equal([]);
    expect(played({ end: 20_000_000 }, { time: 0, value: 1 })).to.deep.equal([]);
    expect(played({ after: 'v', end: 'source' }, { time: 0, value: 10 })[0]).to.include('must not form');
    const group = { ...GROUP, timeFrame: { end: 1 } };
    const inner = { ...VIDEO, timeFrame: { end: 1_440_001 }, ...speedOver(10, 10) };
    expect(problems({ ...group, clips: [inner] })).to.deep.equal([
      'clips[0].clips[0].keyframes[0].points must not play more than 14400000 ms of media',
    ]);
  });

  it('is rejected on clips without media', () => {
    for (const clip of [GROUP, SHAPE, { type: 'text', textProperties: { content: 'a' } }]) {
      const message = `must not be set on a clip of type ${clip.type}`;
      for (const [field, value] of Object.entries({ speed: 1, loop: true, freeze: [], reverse: false }))
        expect(problems({ ...clip, timeFrame: { end: 1, [field]: value } })).to.deep.equal([
          `clips[0].timeFrame.${field} ${message}`,
        ]);
      expect(problems({ ...clip, timeFrame: { end: 1 }, ...speedOver(1, 2) })).to.deep.equal([
        `clips[0].keyframes[0].property ${message}`,
      ]);
    }
  });

  const resolved = (timeFrame: object, durationMs: number, more: object = {}) =>
    resolveComposition(compositionOf({ duration: 'auto' }, [{ ...VIDEO, timeFrame, ...more }]), {
      media: new Map([['v', { durationMs }]]),
      texts: new Map(),
    });
  const endOf = (timeFrame: object, durationMs: number, more: object = {}): number | undefined =>
    rightOf(resolved({ start: 100, end: 'source', ...timeFrame }, durationMs, more)).clips[0]?.timeFrame.end;

  it('determines the end of a clip that lasts as long as its media', () => {
    expect(endOf({}, 3000)).to.equal(3100);
    expect(endOf({ offset: 1000, speed: 2 }, 3000)).to.equal(1100);
    expect(endOf({ speed: 0.5 }, 3000)).to.equal(6100);
    expect(endOf({ loop: 3, offset: 1000 }, 3000)).to.equal(6100);
    expect(endOf({ reverse: true }, 3000)).to.equal(3100);
    expect(endOf({ speed: 2, freeze: [{ at: 500, duration: 400 }] }, 3000)).to.equal(2000);
    // From 1 to 3 within a second, 2000 ms are played; the rest at 3.
    expect(endOf({}, 5000, speedOver(1, 3))).to.be.closeTo(100 + 1000 + 1000, 1e-6);
  });

  it('fits into the length of a clip, within the limits of speeds', () => {
    const speedIn = (length: number, offset = 0): unknown =>
      retimingOf({ timeFrame: { speed: 'fit', offset } }, 3000, length).speed[0]?.value;
    expect(speedIn(1500)).to.equal(2);
    expect(speedIn(4000, 1000)).to.equal(0.5);
    expect([speedIn(1), speedIn(100_000)]).to.deep.equal([10, 0.1]);
  });

  it('is limited once the media is known', () => {
    const problem = (timeFrame: object, durationMs: number, more: object = {}) => {
      const result = resolved(timeFrame, durationMs, more);
      return E.isLeft(result) ? result.left : undefined;
    };
    expect(problem({ end: 100_000, loop: true }, 99)).to.deep.equal({
      clip: 'v',
      problem: 'the media of the clip plays more than 1000 times',
    });
    expect(problem({ end: 100_000, loop: true }, 100)).to.equal(undefined);
    expect(problem({ end: 'source', loop: 3 }, 14_000_000, speedOver(2, 2))).to.deep.equal({
      clip: 'v',
      problem: 'the clip plays more than 14400000 ms of media',
    });
  });

  it('is limited for the mask of a clip too', () => {
    const problem = (loop: boolean | number, maskMs: number) => {
      const composition = compositionOf({ duration: 'auto' }, [
        {
          ...VIDEO,
          timeFrame: { end: 100_000, loop },
          effects: { mask: { source: 'https://example.com/mask.mp4' } },
        },
      ]);
      const result = resolveComposition(composition, {
        media: new Map([['v', { durationMs: 60_000 }]]),
        masks: new Map([['v', { durationMs: maskMs }]]),
        texts: new Map(),
      });
      return E.isLeft(result) ? result.left : undefined;
    };
    expect(problem(true, 99)).to.deep.equal({
      clip: 'v',
      problem: 'the mask of the clip plays more than 1000 times',
    });
    expect(problem(true, 100)).to.equal(undefined);
    expect(problem(2, 99)).to.equal(undefined);
  });
});
