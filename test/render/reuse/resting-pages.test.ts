import { expect } from 'chai';
import { compositionOf, studioForSuite } from '../../support/renders/render.js';
import { renderedFrames } from '../../support/renders/rendered-frames.js';

describe('A clip in a scene that changes while nothing moves', () => {
  const studio = studioForSuite();

  it('shows each of its pictures in turn', async () => {
    const style = { fontSize: 40, fontWeight: 700, backgroundColor: '#FF0000' };
    const caption = {
      type: 'caption',
      timeFrame: { end: 800 },
      size: { width: 160, height: 90 },
      effects: { shadow: { y: 2, blur: 4 } },
      captionProperties: {
        maxWidth: 160,
        words: [
          { word: 'a', start: 0, end: 400 },
          { word: 'b', start: 400, end: 800 },
        ],
        highlightTextProperties: style,
        nonHighlightTextProperties: { ...style, backgroundColor: '#0000FF' },
      },
    };
    const frames = await renderedFrames(
      studio,
      compositionOf({ duration: 800, fps: 10, canvas: { width: 160, height: 90 } }, [caption]),
    );
    expect(frames).to.have.length(8);
    /** The first column in which red prevails. */
    const redFrom = (frame: number): number => {
      const { at, width, height } = frames[frame]!;
      const columns = Array.from({ length: width }, (_, x) => x);
      const isRed = (x: number): boolean =>
        Array.from({ length: height }, (_, y) => at(x, y)).some(([r, , b]) => r > 150 && b < 80);
      return columns.find(isRed) ?? -1;
    };
    expect(redFrom(1)).to.be.at.least(0);
    expect(redFrom(6)).to.be.above(redFrom(1) + 10);
  });
});
