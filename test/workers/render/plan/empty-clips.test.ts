import { expect } from 'chai';
import { planRender } from '../../../../workers/render/plan/plan.js';
import { compositionOf, resolvedOf } from '../../../support/renders/render.js';

const shape = (id: string, timeFrame: object, more: object = {}) => ({
  id,
  type: 'shape',
  timeFrame,
  shapeProperties: { shape: 'ellipse' },
  ...more,
});
const FIRST = shape('first', { end: 900 });
const TEXT = { type: 'text', textProperties: { content: 'W', animation: { type: 'fade' } } };

/** Clips that start at or after their end. */
const EMPTY: Readonly<Record<string, object>> = {
  'starts after the end of the video, until which it lasts': shape('late', { start: 3000, end: 'video' }),
  'follows a clip beyond its own end': shape('late', { after: 'first', end: 300 }),
  'follows a clip at its own end': shape('late', { after: 'first', end: 900 }),
  'has transitions and keyframes': shape(
    'late',
    { after: 'first', gap: 100, end: 300 },
    {
      transition: { in: { type: 'fade' }, out: { type: 'wipe' } },
      keyframes: [{ property: 'position.x', points: [{ time: 0, value: 1 }] }],
    },
  ),
  'is an animated text': { id: 'late', ...TEXT, timeFrame: { after: 'first', end: 300 } },
  'is a group': {
    id: 'late',
    type: 'group',
    timeFrame: { after: 'first', end: 300 },
    clips: [shape('inner', { end: 'video' })],
  },
};

describe('A clip that ends no later than it starts', () => {
  const planned = (clips: ReadonlyArray<object>) =>
    planRender(resolvedOf(compositionOf({ duration: 2000 }, clips)), new Map(), { pieceSeconds: 5 });

  for (const [name, clip] of Object.entries(EMPTY))
    it(`is not rendered, and changes nothing else: it ${name}`, () => {
      const [alone, together] = [planned([FIRST]), planned([FIRST, clip])];
      expect(together.pieces).to.deep.equal(alone.pieces);
      expect(together.sound).to.deep.equal(alone.sound);
      expect(together.layerSources).to.deep.equal(alone.layerSources);
    });
});
