import { expect } from 'chai';
import * as fc from 'fast-check';
import { type Boundary, cutIntoPieces } from '../../../../workers/render/plan/pieces.js';

const TARGET = 50;

/** A block of a timeline: how long it is, whether it moves, and what it shows. */
const block = fc.record({
  frames: fc.integer({ min: 1, max: 90 }),
  moves: fc.boolean(),
  content: fc.string({ minLength: 8, maxLength: 8 }),
});
const cut = (blocks: ReadonlyArray<typeof block extends fc.Arbitrary<infer B> ? B : never>) => {
  const boundaries: Boundary[] = [];
  const moving: { from: number; to: number }[] = [];
  let at = 0;
  for (const { frames, moves, content } of blocks) {
    boundaries.push({ frame: at, content, changes: 1 });
    if (moves) moving.push({ from: at, to: at + frames });
    at += frames;
  }
  return { frames: at, moving, pieces: cutIntoPieces({ from: 0, to: at }, TARGET, boundaries, moving) };
};

describe('the pieces of a timeline', () => {
  it('follow each other without gap, and none is too short to be a group of pictures', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 30 }), (blocks) => {
        const { frames, pieces } = cut(blocks);
        expect(pieces[0]?.from).to.equal(0);
        expect(pieces.at(-1)?.to).to.equal(frames);
        for (const [index, { from }] of pieces.entries())
          if (index > 0) expect(from).to.equal(pieces[index - 1]?.to);
        if (frames > 2) for (const { from, to } of pieces) expect(to - from).to.be.at.least(2);
      }),
    );
  });

  it('do not mix movement with a second or more without any', () => {
    const still = { frames: 30, moves: false, content: 'still' };
    const moving = { frames: 4, moves: true, content: 'fade' };
    expect(cut([still, moving, still]).pieces).to.deep.equal([
      { from: 0, to: 30 },
      { from: 30, to: 34 },
      { from: 34, to: 64 },
    ]);
  });

  it('begin and end where a text is shown, and where slides change', () => {
    const boundaries = [75, 125, 200].map((frame) => ({ frame, content: `text at ${frame}`, changes: 1 }));
    const moving = [{ from: 0, to: 300 }];
    expect(cutIntoPieces({ from: 0, to: 300 }, 150, boundaries, moving)).to.deep.equal([
      { from: 0, to: 75 },
      { from: 75, to: 125 },
      { from: 125, to: 200 },
      { from: 200, to: 300 },
    ]);
    const slides = [30, 120, 150, 180, 270].map((frame) => ({
      frame,
      content: `slide or title at ${frame}`,
      changes: frame === 150 ? 2 : 1,
    }));
    expect(cutIntoPieces({ from: 0, to: 300 }, 150, slides, [])).to.deep.equal([
      { from: 0, to: 150 },
      { from: 150, to: 300 },
    ]);
  });

  it('stay the same away from a part that is inserted, removed or moved', () => {
    const blocks = Array.from({ length: 120 }, (_, index) => ({
      frames: 13 + ((index * 7) % 19),
      moves: true,
      content: `clip ${(index * 37) % 113}`,
    }));
    /** The blocks of each piece, wherever they are on the timeline. */
    const contents = (list: typeof blocks): ReadonlyArray<string> => {
      const { pieces } = cut(list);
      let at = 0;
      const starts = list.map((one) => ({ ...one, from: (at += one.frames) - one.frames }));
      return pieces.map(({ from, to }) =>
        starts
          .filter((one) => one.from < to && one.from + one.frames > from)
          .map(
            (one) => `${one.content}:${Math.max(0, from - one.from)}-${Math.min(one.frames, to - one.from)}`,
          )
          .join(),
      );
    };
    const before = contents(blocks);
    const another = { frames: 11, moves: true, content: 'another' };
    for (const changed of [
      [...blocks.slice(0, 10), another, ...blocks.slice(10)],
      [...blocks.slice(0, 60), ...blocks.slice(61)],
      [...blocks.slice(30, 60), ...blocks.slice(0, 30), ...blocks.slice(60)],
    ]) {
      const known = new Set(before);
      const kept = contents(changed).filter((one) => known.has(one)).length;
      expect(kept).to.be.at.least(before.length * 0.75);
    }
  });
});
