import { expect } from 'chai';
import type { Scene } from '../../workers/render/draw/scene.js';
import type { MediaEngine } from '../../workers/render/ports/media-engine.js';
import { compositionOf, tryRender, studioForSuite } from '../support/renders/render.js';
import { tools } from '../support/renders/render-tools.js';

const CANVAS = { width: 64, height: 48 };

/** A scene whose clip with the id `broken` has more pixels than any memory; validated projects have limits. */
const broken = <A extends Pick<Scene, 'nodes'>>(scene: A): A => ({
  ...scene,
  nodes: scene.nodes.map((node) =>
    node.clip.id === 'broken' ? { ...node, clip: { ...node.clip, size: { width: 4e6, height: 4e6 } } } : node,
  ),
});

const engine: MediaEngine = {
  ...tools.engine,
  compose: ({ inputs, ...request }, options) =>
    tools.engine.compose(
      {
        ...request,
        inputs: inputs.map((input) =>
          input._tag === 'Scene' ? { ...input, scene: broken(input.scene) } : input,
        ),
      },
      options,
    ),
};

describe('A clip whose drawing ends the process', () => {
  const studio = studioForSuite();
  const shape = (more: object) => ({
    type: 'shape',
    timeFrame: { end: 500 },
    size: CANVAS,
    shapeProperties: { shape: 'ellipse', fill: '#FF8800' },
    effects: { filters: [{ type: 'sharpen', amount: 1 }] },
    ...more,
  });
  const moving = { transition: { in: { type: 'slide', duration: 400 } } };

  for (const [kind, more] of Object.entries({
    'at rest': {},
    'that moves': moving,
    'in a blend mode, drawn with those below': {
      ...moving,
      effects: { blendMode: 'multiply', filters: [{ type: 'sharpen', amount: 1 }] },
    },
  }))
    it(`is named by the failure of the render: ${kind}`, async () => {
      const clips = [shape({}), shape(moving), shape({ id: 'broken', ...more }), shape(moving)];
      const outcome = await tryRender(
        studio,
        compositionOf({ duration: 500, fps: 10, canvas: CANVAS }, clips),
        { engine },
      );
      expect(outcome).to.deep.include({
        left: {
          stage: 'compose',
          message: 'the picture could not be drawn',
          retryable: false,
          clip: 'clips[2]',
        },
      });
    });
});
