import { expect } from 'chai';
import { scaledComposition } from '../../../../../domain/composition/geometry/scaling.js';
import { neededSize } from '../../../../../workers/render/plan/scenes/needed-size.js';
import { compositionOf, resolvedOf } from '../../../../support/renders/render.js';
import { stageOf, surface } from '../../../../support/pictures/scenes.js';

const METADATA = { duration: 1000, canvas: { width: 640, height: 480 } };
const image = (more: object) => ({
  type: 'image',
  source: 'https://example.com/photo.png',
  timeFrame: { end: 1000 },
  size: { width: 400, height: 300 },
  ...more,
});
const PHOTO = { width: 4000, height: 3000 };
const sizeFor = (more: object, media: Parameters<typeof neededSize>[1] = PHOTO, scale = 1) => {
  const { clips } = scaledComposition(resolvedOf(compositionOf(METADATA, [image(more)])), scale);
  const { width, height } = neededSize(clips[0] as NonNullable<(typeof clips)[0]>, media, 1);
  return [width, height];
};
const from = (property: string, ...values: ReadonlyArray<number>) => ({
  property,
  points: values.map((value, index) => ({ time: index * 1000, value })),
});

describe('The size in which media is needed', () => {
  it('is that of the box at rest, and that of all media if a part is cropped', () => {
    expect(sizeFor({})).to.deep.equal([400, 300]);
    expect(sizeFor({ crop: { left: 0.5 } })).to.deep.equal([800, 600]);
    expect(sizeFor({ size: { width: 4000, height: 300 } }, { width: 200, height: 100 })).to.deep.equal([
      200, 100,
    ]);
  });

  it('is the largest in which keyframes show it, but at most its own', () => {
    const scaled = (...values: ReadonlyArray<number>) => ({
      keyframes: [from('transform.scale.x', ...values), from('transform.scale.y', ...values)],
    });
    expect(sizeFor(scaled(1, 3))).to.deep.equal([1200, 900]);
    expect(sizeFor(scaled(1, 0.5))).to.deep.equal([400, 300]);
    expect(sizeFor(scaled(1, 50))).to.deep.equal([4000, 3000]);
    const doubled = { transform: { scale: { x: 2, y: 2 } } };
    expect(sizeFor({ ...doubled, keyframes: [from('size.width', 400, 600)] })).to.deep.equal([1200, 900]);
    const both = [from('size.width', 400, 800), ...scaled(1, 2).keyframes];
    expect(sizeFor({ keyframes: both })).to.deep.equal([1600, 1200]);
    const overshoot = { property: 'transform.scale.x', points: [{ time: 0, value: 1 }] };
    const [width = 0] = sizeFor({
      keyframes: [
        { ...overshoot, points: [...overshoot.points, { time: 1000, value: 2, easing: 'easeOutBack' }] },
      ],
    });
    expect(width).to.be.within(830, 841);
  });

  it('is the largest in which a keyframed crop, a motion and a transition show it', () => {
    expect(sizeFor({ keyframes: [from('crop.left', 0, 0.75)] })).to.deep.equal([1600, 1200]);
    const twice = [from('crop.top', 0, 0.5), from('crop.bottom', 0, 0.25)];
    expect(sizeFor({ keyframes: twice, fit: 'cover' })).to.deep.equal([1600, 1200]);
    expect(sizeFor({ keyframes: [from('crop.left', 0, 0.999)] })).to.deep.equal([4000, 3000]);
    const motion = { from: { scale: 1.5 }, to: { scale: 1 } };
    expect(sizeFor({ motion })).to.deep.equal([600, 450]);
    expect(sizeFor({ motion, keyframes: [from('crop.left', 0.5)] })).to.deep.equal([1200, 900]);
    expect(sizeFor({ transition: { in: { type: 'zoom', from: 2 } } })).to.deep.equal([800, 600]);
  });

  it('is its own where a colour is keyed out, whatever the size of the output, unless that is too large', () => {
    const effects = { chromaKey: { color: '#00FF00' } };
    const small = { width: 1280, height: 720 };
    expect(sizeFor({ effects }, small)).to.deep.equal([1280, 720]);
    expect(sizeFor({ effects }, small, 4)).to.deep.equal([1280, 720]);
    const [width = 0, height = 0] = sizeFor({ effects }, { width: 8000, height: 4000 });
    expect(width * height).to.be.closeTo(3840 * 2160, 10_000);
    expect(sizeFor({ effects }, { ...small, scalable: true })[0]).to.be.below(1280);
  });

  it('counts the growth of the groups that hold the clip', () => {
    const photo = surface(4000, 3000, () => undefined);
    const group = (more: object, clip: object) => ({
      type: 'group',
      timeFrame: { end: 1000 },
      size: METADATA.canvas,
      clips: [clip],
      ...more,
    });
    const growing = { keyframes: [from('transform.scale.x', 1, 2), from('transform.scale.y', 1, 2)] };
    const zooming = { motion: { from: { scale: 1.5 }, to: { scale: 1 } } };
    const sizeIn = (clip: object): unknown => {
      const [raster] = stageOf(METADATA, [clip], { pictures: { 'photo.png': photo } }).layerSources;
      return raster?._tag === 'Raster' ? raster.size : undefined;
    };
    expect(sizeIn(group({}, image({})))).to.deep.equal({ width: 400, height: 300 });
    expect(sizeIn(group(growing, image({})))).to.deep.equal({ width: 800, height: 600 });
    expect(sizeIn(group(growing, group(zooming, image(zooming))))).to.deep.equal({
      width: 1800,
      height: 1350,
    });
  });
});
