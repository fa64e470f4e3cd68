import { expect } from 'chai';
import * as fc from 'fast-check';
import { largestText, longestText, textStates } from '../../../domain/composition/animation/text-states.js';
import { movingStretch, unitSchedule, unitStarts } from '../../../domain/composition/animation/text-units.js';
import { EASING_NAMES } from '../../../domain/composition/fields/easing.js';
import type { Counter, TextAnimation } from '../../../domain/composition/fields/text-animation.js';
import { frameRate } from '../../../domain/composition/timeline.js';
import { textLook } from '../../support/pictures/long-texts.js';
import { LONG } from '../../support/long-form.js';

type TextClip = Parameters<typeof textStates>[0];

const RUNS = LONG ? 100 : 40;
const LENGTH = 2000;
const RATE = frameRate(120);
const SPAN = { from: 0, to: 240 };
const clip = (more: object, keyframes: ReadonlyArray<object> = []): TextClip =>
  ({
    textProperties: { ...textLook, ...more },
    keyframes,
    timeFrame: { start: 0, end: LENGTH },
  }) as unknown as TextClip;

const control = fc.double({ min: -10, max: 10, noNaN: true });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const easings = fc.oneof(fc.constantFrom(...EASING_NAMES), fc.tuple(share, control, share, control));
const tracks = (property: string, min: number, max: number) =>
  fc.array(fc.tuple(fc.integer({ min, max }), easings), { minLength: 1, maxLength: 4 }).map((values) => ({
    property,
    points: values.map(([value, easing], index) => ({ time: index * 400, value, easing })),
  }));

describe('A text that changes', () => {
  it('is measured at its largest, including where an easing overshoots', () => {
    fc.assert(
      fc.property(
        tracks('textProperties.fontSize', 10, 100),
        tracks('textProperties.letterSpacing', -20, 20),
        (size, spacing) => {
          const changing = clip({}, [size, spacing]);
          const largest = largestText(changing);
          for (const { text } of textStates(changing, SPAN, RATE)) {
            expect(text.fontSize).to.be.at.most(largest.fontSize * 1.0001);
            expect(text.letterSpacing).to.be.at.most((largest.letterSpacing ?? NaN) + 0.01);
          }
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('is measured with as many digits as a counter shows, including where its easing overshoots', () => {
    const value = fc.integer({ min: -1200, max: 1200 });
    fc.assert(
      fc.property(value, value, easings, (from, to, easing) => {
        const counter = { from, to, decimals: 0, prefix: '', suffix: '', easing } as Counter;
        const counting = clip({ counter });
        const { content } = largestText(counting);
        for (const { text } of textStates(counting, SPAN, RATE))
          expect(text.content.length, text.content).to.be.at.most(content.length);
      }),
    );
    const overshooting = { from: 0, to: 95, decimals: 0, prefix: '', suffix: '', easing: 'easeOutBack' };
    expect(largestText(clip({ counter: overshooting })).content).to.equal('105');
  });

  it('moves as long as the letters of any of its states', () => {
    const animation: TextAnimation = {
      type: 'slide',
      unit: 'letter',
      at: 'in',
      duration: 400,
      stagger: 100,
      easing: 'linear',
    };
    const down = { from: 1000, to: 0, decimals: 0, prefix: '', suffix: '', easing: 'linear' };
    for (const [more, shown] of [
      [{ counter: down, content: '0' }, '1000'],
      [{ content: 'Straße', textTransform: 'uppercase' }, 'STRASSE'],
      [{ content: 'ßa', spans: [{ text: 'ß', textTransform: 'uppercase' }, { text: 'a' }] }, 'SSa'],
    ] as const) {
      const { textProperties } = clip(more);
      for (const at of ['in', 'out'] as const) {
        const { from, to } = movingStretch({ ...animation, at }, longestText(textProperties), LENGTH);
        const { total } = unitSchedule({ ...animation, at }, unitStarts(shown, 'letter').length, LENGTH);
        expect(to - from, shown).to.be.at.least(total);
      }
    }
    expect(longestText(clip({ content: 'Straße' }).textProperties)).to.equal('Straße');
  });
});
