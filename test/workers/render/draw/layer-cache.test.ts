import { expect } from 'chai';
import { lookAt } from '../../../../domain/composition/animation/look.js';
import { skiaSurface, skiaTools } from '../../../../infrastructure/rendering/drawing/skia-tools.js';
import { cachedLayer } from '../../../../workers/render/draw/layer-cache.js';
import type { SceneNode } from '../../../../workers/render/draw/scene.js';
import { frames, surface } from '../../../support/pictures/scenes.js';
import { compositionOf, resolvedOf } from '../../../support/renders/render.js';
import { track } from '../../../support/pictures/keyframes.js';

const METADATA = { name: 'Layers', duration: 1000, fps: 10, canvas: { width: 80, height: 60 } };
const disc = surface(30, 20, (context) => {
  context.fillStyle = '#3080ff';
  context.ellipse(15, 10, 15, 10, 0, 0, 7);
  context.fill();
});
const SHADOW = { shadow: { x: 2, y: 3, blur: 6, color: '#ff0000aa' } };
const place = {
  timeFrame: { end: 1000 },
  size: { width: 30, height: 20 },
  effects: SHADOW,
};
const picture = { ...place, type: 'image', source: 'disc' };
const shape = {
  ...place,
  type: 'shape',
  shapeProperties: { shape: 'star', fill: '#20c040' },
};
const moving = (property: string, from: number, to: number) => track(property, [0, from], [900, to]);
const slide = { in: { type: 'slide', direction: 'left', duration: 800, fade: true } };

const CLIPS: Readonly<Record<string, object>> = {
  'slides in and fades': { ...picture, transition: slide },
  'is a shape that slides in': { ...shape, transition: slide },
  'zooms in': { ...picture, transition: { in: { type: 'zoom', duration: 800 } } },
  'is turned and grows': {
    ...picture,
    keyframes: [moving('transform.rotation', 0, 90), moving('size.width', 30, 60)],
  },
  'has noise': { ...picture, effects: { ...SHADOW, filters: [{ type: 'noise', amount: 0.5 }] } },
  'is blurred more and more': {
    ...picture,
    effects: { ...SHADOW, filters: [{ type: 'blur', amount: 1 }] },
    keyframes: [moving('effects.filters[0].amount', 1, 5)],
  },
  'is a bar of progress': {
    ...place,
    type: 'progress',
    progressProperties: { color: '#ffffff', backgroundColor: '#404040' },
  },
};

describe('Layers cached from frame to frame', () => {
  for (const [name, clip] of Object.entries(CLIPS))
    it(`show the same as layers that are made on each frame: a clip that ${name}`, () => {
      const inOrder = frames(METADATA, [clip], { disc });
      for (const frame of [0, 1, 2, 5, 9, 4])
        expect(inOrder(frame).rgba, `frame ${frame}`).to.deep.equal(
          frames(METADATA, [clip], { disc })(frame).rgba,
        );
    });

  it('are made again only where they look different, and given up where they are many', () => {
    const [clip] = resolvedOf(compositionOf(METADATA, [{ ...picture, transition: slide }])).clips;
    if (!clip) throw new Error('the clip is missing');
    const node = (): SceneNode => ({
      clip,
      span: { from: 0, to: 10 },
      content: { _tag: 'Picture', picture: 0 },
      mask: undefined,
      pushedBy: [],
    });
    let made = 0;
    const draw = (drawn: SceneNode, t: number, extent = 0) =>
      cachedLayer(
        drawn,
        lookAt(clip, t, METADATA.canvas),
        extent,
        () => {
          made += 1;
          return skiaSurface(1920, 1080);
        },
        skiaTools,
      );
    const [first, second, third] = [node(), node(), node()];
    const kept = draw(first, 0);
    expect(draw(first, 300)).to.equal(kept);
    expect(made).to.equal(1);
    expect(draw(first, 300, 1)).to.not.equal(kept);
    expect(made).to.equal(2);
    for (const one of [second, third]) draw(one, 0);
    draw(third, 0);
    expect(made).to.equal(4);
    draw(first, 300, 1);
    expect(made).to.equal(5);
  });
});
