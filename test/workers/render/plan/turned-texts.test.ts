import { expect } from 'chai';
import { boundsOfRotated } from '../../../../domain/composition/geometry/geometry.js';
import { skiaSurface, skiaTools } from '../../../../infrastructure/rendering/drawing/skia-tools.js';
import { drawScene } from '../../../../workers/render/draw/draw-scene.js';
import type { SceneNode } from '../../../../workers/render/draw/scene.js';
import { planPlayback } from '../../../../workers/render/plan/plan-playback.js';
import { sceneInput } from '../../../../workers/render/ways/drawn/drawn-inputs.js';
import { SILENCE } from '../../../../domain/composition/sound-levels.js';
import { folderForSuite } from '../../../support/for-suite.js';
import { track } from '../../../support/pictures/keyframes.js';
import { paintTexts } from '../../../support/pictures/in-process-drawing.js';
import { areaOf, centroidOf, type Drawn, drawnOf, readPicture } from '../../../support/pictures/scenes.js';
import { compositionOf, resolvedOf } from '../../../support/renders/render.js';

const CANVAS = { width: 320, height: 180 };
const METADATA = { duration: 1000, fps: 10, canvas: CANVAS, backgroundColor: '#000000' };
const TIME = { start: 0, end: 1000 };
const TURNED = {
  id: 'turned',
  type: 'text',
  timeFrame: TIME,
  position: { x: 90, y: 60 },
  size: { width: 131, height: 40 },
  transform: { rotation: 330 },
  textProperties: { content: 'Turned HEN', fontSize: 22, color: '#FFFFFF' },
};
const CAPTION = {
  ...TURNED,
  type: 'caption',
  captionProperties: {
    words: [{ start: 0, end: 1000, word: 'HEN' }],
    maxWidth: 100,
    highlightTextProperties: { fontSize: 22 },
    nonHighlightTextProperties: { fontSize: 22 },
  },
};
const shapeOf = (blendMode: string, timeFrame = TIME) => ({
  type: 'shape',
  timeFrame,
  position: { x: 0, y: 0, z: 1 },
  size: { width: 20, height: 20 },
  shapeProperties: { shape: 'rectangle' },
  effects: { blendMode },
});

describe('Turned texts in the playback of a project', () => {
  const folder = folderForSuite();

  const planOf = (clips: ReadonlyArray<object>) =>
    planPlayback(resolvedOf(compositionOf(METADATA, clips)), new Map(), {
      folder: '',
      tables: {},
      range: { from: 0, to: 1000 },
    });

  /** How far the rasters of texts are turned. */
  const rotations = (...clips: ReadonlyArray<object>) =>
    planOf(clips).layerSources.map(({ layerSource }) =>
      layerSource._tag === 'Raster' ? layerSource.rotation : undefined,
    );

  it('are rasterized at their angle if renders draw them as stills', () => {
    expect(rotations(TURNED, { ...CAPTION, id: 'caption' })).to.deep.equal([330, 330]);
    expect(rotations(TURNED, shapeOf('normal'))).to.deep.equal([330]);
    const { transform: _, ...upright } = TURNED;
    expect(rotations(upright)).to.deep.equal([undefined]);
    expect(rotations({ ...TURNED, keyframes: [track('effects.opacity', [0, 1], [900, 0])] })).to.deep.equal([
      undefined,
    ]);
    const group = { type: 'group', timeFrame: TIME, size: CANVAS, clips: [TURNED] };
    expect(rotations(group)).to.deep.equal([undefined]);
  });

  it('are rasterized upright below a clip that is blended with them meanwhile', () => {
    const first = { ...TURNED, timeFrame: { start: 0, end: 500 } };
    expect(rotations(first, shapeOf('multiply', { start: 400, end: 1000 }))).to.deep.equal([undefined]);
    expect(rotations(first, shapeOf('multiply', { start: 500, end: 1000 }))).to.deep.equal([330]);
  });

  it('are rasterized upright if that takes far fewer pixels', () => {
    const box = (height: number) => ({ ...TURNED, size: { width: 5000, height } });
    expect(rotations(box(10), { ...box(4000), id: 'high' })).to.deep.equal([330, undefined]);
  });

  const painted = (clip: object) =>
    paintTexts(
      planOf([clip]).layerSources.map(({ layerSource }) => layerSource),
      CANVAS,
      folder,
    );

  /** Draws a text whose place is changed after it was rasterized. */
  const drawn = async (clip: object, change: Partial<SceneNode['clip']> = {}): Promise<Drawn> => {
    const { scene, rect } = planOf([clip]);
    const rasters = await painted(clip);
    const input = sceneInput({ scene, rect, opaque: true }, [0], rasters);
    const pictures = input.scene.pictures.map(readPicture);
    const nodes = scene.nodes.map((node) => ({
      ...node,
      clip: { ...node.clip, ...change } as typeof node.clip,
    }));
    const target = skiaSurface(CANVAS.width, CANVAS.height);
    const nothing = skiaSurface(1, 1);
    drawScene({ ...input.scene, nodes }, 0, target, skiaTools, {
      picture: (index) => pictures[index] ?? nothing,
      feed: () => nothing,
      levels: () => SILENCE,
      tableOf: () => undefined,
    });
    return drawnOf(target);
  };

  it('have the pixels of their raster', async () => {
    const [raster] = await painted(TURNED);
    if (!raster) throw new Error('there is no raster');
    const picture = drawnOf(readPicture({ path: raster.files[0] ?? '', ...raster.rect }));
    const { at } = await drawn(TURNED);
    let ink = 0;
    for (let y = 0; y < picture.height; y += 1)
      for (let x = 0; x < picture.width; x += 1) {
        const [, , , alpha] = picture.at(x, y);
        const [level] = at(x + raster.rect.x + TURNED.position.x, y + raster.rect.y + TURNED.position.y);
        ink += alpha / 255;
        expect(level, `${x}, ${y}`).to.be.closeTo(alpha, 1);
      }
    expect(ink).to.be.above(300);
  });

  it('are turned and stretched from there as upright ones', async () => {
    const upright = { ...TURNED, transform: { rotation: 0 } };
    for (const transform of [
      { scale: { x: 1, y: 1 }, rotation: 60 },
      { scale: { x: 1.5, y: 0.8 }, rotation: 330 },
      { scale: { x: 0.7, y: 1.2 }, rotation: 100, flip: { x: true, y: false } },
    ]) {
      const [one, other] = [await drawn(TURNED, { transform }), await drawn(upright, { transform })];
      expect(areaOf(one)).to.be.closeTo(areaOf(other), areaOf(other) / 50);
      expect(centroidOf(one).x).to.be.closeTo(centroidOf(other).x, 0.2);
      expect(centroidOf(one).y).to.be.closeTo(centroidOf(other).y, 0.2);
      const error = one.rgba.reduce(
        (sum, level, index) => sum + Math.abs(level - (other.rgba[index] ?? 0)),
        0,
      );
      expect(error / 3 / 255 / areaOf(other)).to.be.below(0.2);
    }
  });

  it('are rasterized completely, also where the box is much wider than high', async () => {
    const size = { width: 6000, height: 20 };
    const background = { ...TURNED.textProperties, content: 'a', backgroundColor: '#FFFFFF' };
    const long = { ...TURNED, size, transform: { rotation: 90 }, textProperties: background };
    const [raster] = await painted(long);
    const { y, height } = boundsOfRotated({ x: 0, y: 0, ...size }, 90);
    expect(raster?.rect.y).to.be.at.most(y);
    expect(raster?.rect.height).to.be.at.least(height);
  });
});
