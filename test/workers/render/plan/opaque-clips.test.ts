import { expect } from 'chai';
import { lookAt } from '../../../../domain/composition/animation/look.js';
import { clipPath } from '../../../../domain/composition/clips/clip-paths.js';
import { covers } from '../../../../domain/composition/geometry/geometry.js';
import { frameRate, instantOf } from '../../../../domain/composition/timeline.js';
import { planRender } from '../../../../workers/render/plan/plan.js';
import { compositionOf, resolvedOf } from '../../../support/renders/render.js';

const CANVAS = { width: 64, height: 36 };
const RATE = frameRate(25);

/** The frames of a full-canvas image on which nothing below it is drawn. */
const hidingFrames = (more: object): ReadonlyArray<number> => {
  const resolved = resolvedOf(
    compositionOf({ fps: 25, duration: 2000, canvas: CANVAS }, [
      { type: 'image', source: 'a.png', timeFrame: { end: 2000 }, size: CANVAS, ...more },
    ]),
  );
  const probed = { _tag: 'Image', ...CANVAS, pageDurations: [], plays: 0, opaque: true } as const;
  const plan = planRender(resolved, new Map([[clipPath(0), { path: '/a.png', probed }]]), {
    pieceSeconds: 5,
  });
  const [clip] = resolved.clips;
  if (!clip) throw new Error('there is no clip');
  return plan.pieces.flatMap(({ span, layers }) =>
    layers.flatMap((layer) => {
      const source =
        layer._tag === 'Pictures' ? plan.layerSources[layer.layerSource]?.layerSource : undefined;
      const isOpaque = layer._tag === 'Drawn' ? layer.opaque : source?._tag === 'Scene' && source.opaque;
      if (!isOpaque) return [];
      const frames = Array.from(
        { length: layer.span.to - layer.span.from },
        (_, index) => span.from + layer.span.from + index,
      );
      for (const frame of frames) {
        const { box, opacity } = lookAt(clip, instantOf(frame, RATE), CANVAS);
        expect(opacity, `frame ${frame}`).to.equal(1);
        expect(covers(box, { x: 0, y: 0, ...CANVAS }), `frame ${frame}`).to.equal(true);
      }
      return frames;
    }),
  );
};

describe('A clip that hides all below it', () => {
  it('does so on every frame of a transition whose easing overshoots', () => {
    const zoom = { type: 'zoom', from: 2, fade: false, duration: 800 };
    for (const easing of ['linear', 'easeOutElastic', 'easeInOutElastic', 'easeOutBack'])
      expect(hidingFrames({ transition: { in: { ...zoom, easing } } }), easing).to.include(40);
    expect(hidingFrames({ transition: { in: { ...zoom, easing: 'linear' } } })).to.include(5);
  });

  it('does so between the transitions, and while it is larger than the canvas', () => {
    const slide = { type: 'slide', distance: 10, duration: 400, easing: 'easeOutElastic' };
    const larger = { size: { width: 84, height: 36 }, position: { x: -10, y: 0 } };
    const hidden = hidingFrames({ ...larger, transition: { in: slide, out: slide } });
    expect(hidden).to.include(20);
  });
});
