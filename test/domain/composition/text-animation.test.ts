import { expect } from 'chai';
import * as fc from 'fast-check';
import { movingBoxAt, wordLookAt } from '../../../domain/composition/animation/caption-looks.js';
import { textStates } from '../../../domain/composition/animation/text-states.js';
import {
  AT_REST,
  movingStretch,
  unitSchedule,
  unitLookAt,
  unitStarts,
} from '../../../domain/composition/animation/text-units.js';
import { mixedColor } from '../../../domain/composition/color.js';
import type { CaptionAnimation } from '../../../domain/composition/fields/caption.js';
import { counterText, type TextAnimation } from '../../../domain/composition/fields/text-animation.js';
import { frameRate } from '../../../domain/composition/timeline.js';
import { textLook } from '../../support/pictures/long-texts.js';

const types = ['fade', 'slide', 'typewriter', 'scale', 'blur', 'wave', 'highlight'] as const;
const animations = fc
  .record({
    type: fc.constantFrom(...types),
    unit: fc.constantFrom('letter' as const, 'word' as const, 'line' as const),
    duration: fc.integer({ min: 1, max: 3000 }),
    easing: fc.constantFrom('linear' as const, 'easeOut' as const, 'easeInOutCubic' as const),
    stagger: fc.option(fc.integer({ min: 0, max: 500 }), { nil: undefined }),
  })
  .map(({ stagger, ...rest }) => ({ ...rest, ...(stagger === undefined ? {} : { stagger }) }));
const at = (animation: Omit<TextAnimation, 'at'>, when: TextAnimation['at']): TextAnimation => ({
  ...animation,
  at: when,
});
const counts = fc.integer({ min: 1, max: 40 });
const lengths = fc.integer({ min: 100, max: 10_000 });
const shares = fc.double({ min: 0, max: 1, noNaN: true });
const closeTo = (a: object, b: object): void => {
  for (const [key, value] of Object.entries(a))
    expect(value, key).to.be.closeTo((b as Record<string, number>)[key] ?? NaN, 1e-6);
};

describe('Units of an animated text', () => {
  it('are grapheme clusters and words, in reading order', () => {
    expect(unitStarts('ab\u0301 c', 'letter')).to.deep.equal([0, 1, 4]);
    expect(unitStarts(' two  words ', 'word')).to.deep.equal([1, 6]);
    expect(unitStarts('👩‍👩‍👧 x', 'letter')).to.have.length(2);
    expect(unitStarts('日本語の本', 'word').length).to.be.above(1);
    expect(unitStarts('', 'letter')).to.deep.equal([]);
  });

  it('are at rest outside the time in which they are animated', () => {
    fc.assert(
      fc.property(animations, counts, lengths, shares, (animation, count, length, share) => {
        const text = 'x'.repeat(count);
        for (const when of ['in', 'out'] as const) {
          const moving = at(animation, when);
          const { from, to } = movingStretch({ ...moving, unit: 'letter' }, text, length);
          expect(from >= 0 && to <= length && to >= from).to.equal(true);
          const t = when === 'in' ? to + (length - to) * share : from * share;
          if (when === 'out' && (t >= from - 1e-6 || animation.type === 'typewriter')) continue;
          for (let index = 0; index < count; index += 1)
            closeTo(unitLookAt(moving, index, count, t + (when === 'in' ? 1e-6 : 0), length), AT_REST);
        }
      }),
    );
  });

  it('slide up by the font size, or as far as stated in another direction', () => {
    const slide = { type: 'slide', unit: 'word', at: 'in', duration: 1000, easing: 'linear' } as const;
    const half = (way: Partial<TextAnimation>) => unitLookAt({ ...slide, ...way }, 0, 1, 500, 2000);
    expect(half({})).to.deep.include({ across: 0, down: 0.5, opacity: 0.5 });
    expect(half({ direction: 'down', distance: 2 })).to.deep.include({ across: 0, down: -1 });
    expect(half({ direction: 'left' })).to.deep.include({ across: 0.5, down: 0 });
    expect(half({ direction: 'right', distance: 0.4 })).to.deep.include({ across: -0.2, down: 0 });
  });

  it('leave as they entered, backwards in time and order', () => {
    fc.assert(
      fc.property(animations, counts, lengths, shares, (animation, count, length, share) => {
        fc.pre(animation.type !== 'typewriter');
        const t = share * length;
        for (let index = 0; index < count; index += 1)
          closeTo(
            unitLookAt(at(animation, 'out'), index, count, t, length),
            unitLookAt(at(animation, 'in'), count - 1 - index, count, length - t, length),
          );
      }),
    );
  });

  it('start one after the other, the first immediately, and move without a jump', () => {
    fc.assert(
      fc.property(animations, counts, lengths, shares, (animation, count, length, share) => {
        fc.pre(animation.type !== 'typewriter' && animation.duration >= 100);
        const moving = at(animation, 'in');
        const { stagger, each } = unitSchedule(moving, count, length);
        const index = count - 1;
        closeTo(
          unitLookAt(moving, index, count, index * stagger, length),
          unitLookAt(moving, index, count, 0, length),
        );
        const t = index * stagger + share * each;
        const [a, b] = [0, each * 1e-5].map((later) => unitLookAt(moving, index, count, t + later, length));
        if (a && b) expect(Math.abs(a.opacity - b.opacity) + Math.abs(a.down - b.down)).to.be.below(1e-3);
      }),
    );
  });

  it('repeat in a loop', () => {
    fc.assert(
      fc.property(animations, counts, shares, (animation, count, share) => {
        const moving = at(animation, 'loop');
        const { stagger, each, total } = unitSchedule(moving, count, 1e6);
        const period =
          animation.type === 'typewriter' ? Math.max(1, 2 * total) : Math.max(each, stagger * count, 1);
        fc.pre(animation.type !== 'typewriter' || stagger > 1);
        // Away from jumps, which rounding may put on either side.
        const t = 2 * total + share * period + 0.123;
        for (let index = 0; index < count; index += 1) {
          const [a, b] = [t, t + period].map((t) => unitLookAt(moving, index, count, t, 1e6));
          if (a && b && animation.type !== 'typewriter')
            expect(Math.abs(a.opacity - b.opacity) + Math.abs(a.down - b.down)).to.be.below(1e-3);
        }
      }),
    );
  });

  it('are typed one by one', () => {
    const typed = { type: 'typewriter', unit: 'letter', at: 'in', duration: 1000, easing: 'linear' } as const;
    const shown = (t: number): number =>
      Array.from({ length: 10 }, (_, index) => unitLookAt(typed, index, 10, t, 5000).opacity).filter(Boolean)
        .length;
    expect([0, 99, 100, 450, 899, 900, 4999].map(shown)).to.deep.equal([1, 1, 2, 5, 9, 10, 10]);
  });
});

describe('Words of an animated caption', () => {
  const word = { from: 1000, to: 1400 };
  it('fill while they are spoken, and stay filled', () => {
    const lit = (t: number): number => wordLookAt('karaoke', word, t).lit;
    expect([0, 1000, 1100, 1200, 1400, 5000].map(lit)).to.deep.equal([0, 0, 0.25, 0.5, 1, 1]);
  });

  it('start and end at their positions, and are at rest by the time they are spoken', () => {
    const kinds = ['none', 'karaoke', 'pop', 'bounce', 'slide', 'underline', 'box', 'wordByWord'] as const;
    for (const kind of kinds satisfies ReadonlyArray<CaptionAnimation>)
      for (const t of [1400, 1401, 9000]) {
        const { opacity, down, scale } = wordLookAt(kind, word, t);
        expect([opacity, scale], kind).to.deep.equal([1, scale]);
        expect(Math.abs(down) + Math.abs(scale - 1), kind).to.be.below(1e-9);
      }
    expect(wordLookAt('slide', word, 999).opacity).to.equal(0);
    expect(wordLookAt('wordByWord', word, 999).opacity).to.equal(0);
    expect(wordLookAt('pop', word, 1150).scale).to.be.closeTo(1.25, 1e-9);
    expect(wordLookAt('underline', word, 1200).underlined).to.equal(0.5);
  });

  it('pass the box on without a jump', () => {
    const words = [word, { from: 1400, to: 2000 }];
    expect(movingBoxAt(words, 999)).to.equal(undefined);
    expect(movingBoxAt(words, 1399)).to.deep.include({ to: 0, progress: 1 });
    expect(movingBoxAt(words, 1400)).to.deep.equal({ from: 0, to: 1, progress: 0 });
    expect(movingBoxAt(words, 1550)).to.deep.equal({ from: 0, to: 1, progress: 1 });
  });
});

describe('Texts that change', () => {
  const rate = frameRate(10);
  const clip = (more: object, keyframes: ReadonlyArray<object> = []) =>
    ({
      textProperties: { ...textLook, ...more },
      keyframes,
      timeFrame: { start: 500, end: 1500 },
    }) as unknown as Parameters<typeof textStates>[0];
  const span = { from: 5, to: 15 };
  const counter = { from: 0, to: 3, decimals: 0, prefix: '$', suffix: '!', easing: 'linear' as const };

  it('count from the first frame to the last', () => {
    const states = textStates(clip({ counter }), span, rate);
    expect(states.map(({ text }) => text.content)).to.deep.equal(['$0!', '$1!', '$2!', '$3!']);
    expect(states[0]?.span.from).to.equal(5);
    expect(states.at(-1)?.span.to).to.equal(15);
  });

  it('count by the easing, from the first frame to the last, even if the clip starts and ends between frames', () => {
    const counting = (easing: string, timeFrame: object, origin = 0) => {
      const counted = { ...clip({ counter: { ...counter, to: 100, easing } }), timeFrame };
      return textStates(counted as Parameters<typeof textStates>[0], { from: 6, to: 17 }, rate, origin).map(
        ({ text }) => text.content,
      );
    };
    const squares = Array.from({ length: 11 }, (_, step) => `$${step ** 2}!`);
    for (const [start, end, origin] of [
      [600, 1700, 0],
      [530, 1660, 0],
      [599.9, 1600.1, 0],
      [30, 1160, 500],
    ] as const)
      expect(counting('easeInQuad', { start, end }, origin), `${start} to ${end}`).to.deep.equal(squares);
  });

  it('write numbers with their decimals, and no minus before zero', () => {
    expect(counterText({ ...counter, to: 9.5, decimals: 2 }, 1)).to.equal('$9.50!');
    expect(counterText({ ...counter, from: -0.4 }, 0)).to.equal('$0!');
    fc.assert(
      fc.property(
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        fc.integer({ min: 0, max: 6 }),
        (to, decimals) => {
          const text = counterText({ ...counter, to, decimals, prefix: '', suffix: '' }, 1);
          expect(Math.abs(Number(text) - to)).to.be.at.most(0.5 * 10 ** -decimals + 1e-6);
          expect(text.split('.')[1]?.length ?? 0).to.equal(decimals);
        },
      ),
    );
  });

  it('take colours, sizes and spacings from keyframes, and have one state while nothing changes', () => {
    const points = (from: unknown, to: unknown) => [
      { time: 0, value: from },
      { time: 500, value: to },
    ];
    const states = textStates(
      clip({}, [
        { property: 'textProperties.color', points: points('#000000', '#ffffff') },
        { property: 'textProperties.fontSize', points: points(10, 20) },
        { property: 'textProperties.letterSpacing', points: points(0, 5) },
      ]),
      span,
      rate,
    );
    expect(states).to.have.length(6);
    expect(states[2]?.text).to.deep.include({ color: '#666666ff', fontSize: 14, letterSpacing: 2 });
    expect(states[5]?.span).to.deep.equal({ from: 10, to: 15 });
    expect(textStates(clip({}), span, rate)).to.have.length(1);
  });

  it('interpolate colours with premultiplied alpha', () => {
    expect(mixedColor('#ff0000', '#0000ff00', 0.5)).to.equal('#ff000080');
    expect(mixedColor('#000', '#fff', 0)).to.equal('#000000ff');
  });

  it('extrapolate colours where an easing overshoots, within the range of the channels', () => {
    expect(mixedColor('#404040', '#808080', 1.25)).to.equal('#909090ff');
    expect(mixedColor('#808080', '#40ff40', -0.25)).to.equal('#906090ff');
    expect(mixedColor('#808080', '#ffffff00', 1.25)).to.equal('#00000000');
    expect(mixedColor('#ff000080', '#ff0000', 1.25)).to.equal('#ff0000ff');
    const states = textStates(
      clip({}, [
        {
          property: 'textProperties.color',
          points: [
            { time: 0, value: '#202020' },
            { time: 1000, value: '#808080', easing: 'easeOutBack' },
          ],
        },
      ]),
      span,
      rate,
    );
    // After 500 of 1000 ms: 32 + 96 × 1.0877.
    expect(states[5]?.text.color).to.equal('#888888ff');
  });
});
