import { expect } from 'chai';
import type { Scene } from '../../workers/render/draw/scene.js';
import type { DrawingJob, SceneDrawer } from '../../workers/render/ports/scene-drawer.js';
import { compositionOf, openStudio, type Studio, tryRender } from '../support/renders/render.js';
import { tools } from '../support/renders/render-tools.js';

const CANVAS = { width: 64, height: 48 };

/** A scene whose clip with the id `broken` has more pixels than any memory; validated projects have limits. */
const broken = (scene: Scene): Scene => ({
  ...scene,
  nodes: scene.nodes.map((node) =>
    node.clip.id === 'broken' ? { ...node, clip: { ...node.clip, size: { width: 4e6, height: 4e6 } } } : node,
  ),
});
const brokenJobs = (jobs: ReadonlyArray<DrawingJob>): ReadonlyArray<DrawingJob> =>
  jobs.map((job) => ({ ...job, scene: broken(job.scene) }));

const drawer: SceneDrawer = {
  makePipes: tools.drawer.makePipes,
  draw: (jobs, options) => tools.drawer.draw(brokenJobs(jobs), options),
  drawStills: (jobs, options) => tools.drawer.drawStills(brokenJobs(jobs), options),
};

describe('A clip whose drawing ends the drawing process', function () {
  this.timeout(60_000);
  let studio: Studio;
  before(async () => {
    studio = { ...(await openStudio()), tools: { ...tools, drawer } };
  });
  after(() => studio.dispose());

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
