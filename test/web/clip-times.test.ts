import { expect } from 'chai';
import { withBothEnds, withEditedTimes } from '../../web/src/editor/side-panel/clip-times.js';

describe('the times of a clip in the inspector', () => {
  const edited = (own: Parameters<typeof withBothEnds>[0], change: object) => {
    const shown = withBothEnds(own, 2000);
    return withEditedTimes(own, shown, { ...shown, ...change });
  };

  for (const [what, own, change, after] of [
    ['the duration moves the end', { start: 1000, end: 3000 }, { duration: 500 }, { start: 1000, end: 1500 }],
    [
      'the end stays when the start is typed',
      { start: 1000, end: 3000 },
      { start: 0 },
      { start: 0, end: 3000 },
    ],
    [
      'at twice the speed, the same part is over in half the time',
      { start: 1000, end: 3000 },
      { speed: 2 },
      { start: 1000, end: 2000, speed: 2 },
    ],
    [
      'at half the speed, the same part takes twice as long',
      { start: 1000, duration: 2000, speed: 1 },
      { speed: 0.5 },
      { start: 1000, duration: 4000, speed: 0.5 },
    ],
    [
      'the end of the media, and what is repeated, stay with another speed',
      { start: 0, end: 2000, loop: true },
      { speed: 2 },
      { start: 0, end: 2000, loop: true, speed: 2 },
    ],
    [
      'a cleared duration changes nothing',
      { start: 1000, end: 3000 },
      { duration: undefined },
      { start: 1000, end: 3000 },
    ],
    [
      'a duration replaces the end of the media',
      { start: 0, end: 'source' },
      { duration: 700 },
      { start: 0, end: 700 },
    ],
    [
      'the end changes the duration',
      { start: 1000, duration: 2000 },
      { end: 4000 },
      { start: 1000, duration: 3000 },
    ],
    [
      'the duration stays when the start is typed',
      { start: 1000, duration: 2000 },
      { start: 0 },
      { start: 0, duration: 2000 },
    ],
    [
      'the end of the video replaces a duration',
      { start: 0, duration: 2000 },
      { end: 'video' },
      { start: 0, end: 'video' },
    ],
    [
      'a clip after another has a duration',
      { after: 'a', end: 'source' },
      { duration: 900 },
      { after: 'a', duration: 900 },
    ],
    [
      'other fields are kept',
      { start: 0, end: 2000, offset: 5 },
      { offset: 7 },
      { start: 0, end: 2000, offset: 7 },
    ],
  ] as const)
    it(what, () => {
      const result = edited(own, change);
      expect(JSON.parse(JSON.stringify(result))).to.deep.equal(after);
      expect(result).to.not.have.all.keys('end', 'duration');
    });
});
