import { expect } from 'chai';
import * as fc from 'fast-check';
import { frameCount, frameRate, instantOf } from '../../domain/composition/timeline.js';
import { frameAfter } from '../../web/src/compositor/frame-after.js';

describe('editor: the frames that are shown while it plays', () => {
  const video = { rate: frameRate(30), frames: frameCount(6000, frameRate(30)) };

  /** The frames that are shown if the page comes to show one at these times, ms. */
  const shownAt = (times: Iterable<number>): ReadonlyArray<number> => {
    const shown = [0];
    for (const ms of times) {
      const next = frameAfter(shown.at(-1) ?? 0, ms, video);
      if (next !== undefined) shown.push(next);
    }
    return shown;
  };
  /** Those of a screen that shows 60 pictures a second. */
  const screen = Array.from({ length: 400 }, (_, index) => (index * 1000) / 60);
  const all = Array.from({ length: video.frames }, (_, frame) => frame);

  it('are all, where the page has time', () => {
    expect(shownAt(screen)).to.deep.equal(all);
  });

  it('are all, where the page stands still for up to 90 ms', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 5500, noNaN: true }),
        fc.integer({ min: 1, max: 90 }),
        (from, ms) => {
          const times = screen.filter((at) => at < from || at > from + ms);
          expect(shownAt(times)).to.deep.equal(all);
        },
      ),
    );
  });

  it('leave out what would come too late, and end with the last', () => {
    const shown = shownAt(screen.filter((at) => at < 1000 || at > 2000));
    expect(shown.length).to.be.below(video.frames);
    expect(shown.at(-1)).to.equal(video.frames - 1);
    const late = shown.find((frame) => instantOf(frame, video.rate) > 1000) ?? 0;
    expect(instantOf(late, video.rate)).to.be.within(1870, 2000);
  });

  it('wait for the sound, also where its clock goes back', () => {
    expect(frameAfter(10, instantOf(9, video.rate), video)).to.equal(undefined);
    expect(frameAfter(10, instantOf(10, video.rate), video)).to.equal(undefined);
    expect(frameAfter(10, instantOf(11, video.rate), video)).to.equal(11);
  });

  it('go back to the first, without those that are late', () => {
    const back = (shown: number, ms: number) => frameAfter(shown, ms, video, -1);
    expect(back(10, instantOf(10, video.rate))).to.equal(undefined);
    expect(back(10, instantOf(9, video.rate))).to.equal(9);
    expect(back(10, instantOf(2, video.rate))).to.equal(2);
    expect(back(10, -5)).to.equal(0);
  });
});
