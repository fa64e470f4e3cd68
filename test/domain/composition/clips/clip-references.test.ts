import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { decode } from '../../../../domain/codec/codec.js';
import { CreateVideoBody } from '../../../../domain/composition/requests.js';

const SHAPE = { type: 'shape', shapeProperties: { shape: 'rectangle' } };
const problems = (clips: ReadonlyArray<object>): ReadonlyArray<string> => {
  const decoded = decode(CreateVideoBody, { metadata: { name: 'n', duration: 1 }, clips });
  return E.isLeft(decoded) ? decoded.left : [];
};

describe('References between clips', () => {
  it('must name other clips and form no cycle', () => {
    const at = (id: string, after: string) => ({ ...SHAPE, id, timeFrame: { after, duration: 1 } });
    expect(problems([at('a', 'x')])).to.deep.equal([
      'clips[0].timeFrame.after must be the id of a clip of the same list',
    ]);
    expect(problems([at('a', 'b'), at('b', 'a')])).to.deep.equal([
      'clips[0].timeFrame.after must not form a cycle',
      'clips[1].timeFrame.after must not form a cycle',
    ]);
    expect(
      problems([{ ...SHAPE, id: 'a', timeFrame: { end: 1 }, effects: { mask: { clip: 'a' } } }]),
    ).to.deep.equal(['clips[0].effects.mask.clip must be the id of another clip of the same list']);
  });

  it('to masks form no cycle either, and name clips that are visible', () => {
    const masked = (id: string, clip: string) => ({
      ...SHAPE,
      id,
      timeFrame: { end: 1 },
      effects: { mask: { clip } },
    });
    expect(problems([masked('x', 'a'), masked('a', 'b'), masked('b', 'a')])).to.deep.equal([
      'clips[1].effects.mask.clip must not form a cycle',
      'clips[2].effects.mask.clip must not form a cycle',
    ]);
    const sound = { id: 's', type: 'audio', source: 'https://example.com/a.mp3', timeFrame: { end: 1 } };
    expect(problems([masked('x', 's'), sound])).to.deep.equal([
      'clips[0].effects.mask.clip must not be an audio clip',
    ]);
    const last = { ...SHAPE, id: 'c1000', timeFrame: { end: 1 } };
    const chain = Array.from({ length: 999 }, (_, index) => masked(`c${index + 1}`, `c${index + 2}`));
    expect(problems([...chain, last])).to.deep.equal([]);
  });

  it('are checked in raw input, even in long chains', () => {
    expect(problems([{ ...SHAPE, type: { toString: 1 }, timeFrame: { end: 'source' } }])).to.deep.equal([
      'clips[0].type must be one of video, image, text, audio, caption, shape, progress, waveform, group',
    ]);
    const chain = Array.from({ length: 25_000 }, (_, index) => ({
      id: `c${index}`,
      timeFrame: { after: `c${index + 1}`, duration: 1 },
    }));
    expect(problems(chain)[0]).to.equal('clips must have at most 1000 items');
  });

  it('are checked in groups, whose depth and number are limited', () => {
    const group = (...clips: ReadonlyArray<object>) => ({ type: 'group', timeFrame: { end: 1 }, clips });
    const nested = (depth: number): object =>
      depth === 0 ? { ...SHAPE, timeFrame: { end: 1 } } : group(nested(depth - 1));
    expect(problems([nested(8)])).to.deep.equal([]);
    expect(problems([nested(9)])).to.deep.equal([
      `clips[0]${'.clips[0]'.repeat(9)} must not be nested in more than 8 groups`,
    ]);
    expect(
      problems([
        group({ ...SHAPE, id: 'a', timeFrame: { end: 1 } }),
        { ...SHAPE, id: 'a', timeFrame: { end: 1 } },
      ]),
    ).to.deep.equal(['clips[1].id must be unique within the video']);
    const many = Array.from({ length: 600 }, () => ({ ...SHAPE, timeFrame: { end: 1 } }));
    expect(problems([group(...many), group(...many)])).to.deep.equal([
      'clips must contain at most 1000 clips, including those in groups',
    ]);
  });
});
