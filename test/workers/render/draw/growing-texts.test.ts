import { expect } from 'chai';
import { folderForSuite } from '../../../support/for-suite.js';
import { paintTexts } from '../../../support/pictures/in-process-drawing.js';
import { type Drawn, stageOf } from '../../../support/pictures/scenes.js';
import { track } from '../../../support/pictures/keyframes.js';

const CANVAS = { width: 320, height: 180 };
const METADATA = { duration: 1000, fps: 10, canvas: CANVAS, backgroundColor: '#000000' };
const PLACE = {
  timeFrame: { end: 1000 },
  position: { x: 160, y: 90, anchor: 'center' },
  size: { width: 60, height: 30 },
};
const STYLE = { fontFamily: 'Arial', fontWeight: 700, fontSize: 20, color: '#FFFFFF' };
const text = (more: object = {}) => ({
  type: 'text',
  ...PLACE,
  textProperties: { content: 'HEN', textAlign: 'center', verticalAlign: 'middle', ...STYLE, ...more },
});
const caption = (animation: string) => ({
  type: 'caption',
  ...PLACE,
  captionProperties: {
    words: [{ start: 0, end: 1000, word: 'HEN' }],
    maxWidth: 60,
    animation,
    highlightTextProperties: STYLE,
    nonHighlightTextProperties: STYLE,
  },
});
const letters = { type: 'fade', unit: 'letter', at: 'in', duration: 100 };
const grown = (to: number, from = 1) =>
  ['x', 'y'].map((axis) => track(`transform.scale.${axis}`, [0, from], [900, to]));

/** Texts and captions that are drawn as wholes, in parts, as letters and as words. */
const TEXTS: Readonly<Record<string, object>> = {
  'a text': text(),
  'a filtered text on a background': {
    ...text({ textBackground: { color: '#000080', paddingX: 2 } }),
    effects: { filters: [{ type: 'brightness', amount: 1 }] },
  },
  'a text whose letters move': text({ animation: letters }),
  'a caption': caption('none'),
  'a caption with an underline': caption('underline'),
};

describe('Texts that grow', () => {
  const folder = folderForSuite();

  const framesOf = async (clip: object): Promise<(frame: number) => Drawn> => {
    const stage = stageOf(METADATA, [clip]);
    return stage.frames(await paintTexts(stage.layerSources, stage.canvas, folder));
  };
  /** How bright a picture is, and the share of its ink in pixels that are neither dark nor bright. */
  const inkOf = ({ rgba }: Drawn) => {
    let [ink, soft] = [0, 0];
    for (let at = 0; at < rgba.length; at += 4) {
      const level = rgba[at] ?? 0;
      ink += level / 255;
      if (level > 40 && level < 215) soft += level / 255;
    }
    return { ink, softness: soft / ink };
  };
  /** Less than the softness of a picture that is enlarged four times from its size at rest. */
  const BLURRED = 0.3;

  for (const [name, clip] of Object.entries(TEXTS))
    it(`are as sharp when they are large as at rest, and have the pixels of still ones at rest: ${name}`, async () => {
      const still = await framesOf(clip);
      const growing = await framesOf({ ...clip, keyframes: grown(4) });
      expect(growing(0).rgba).to.deep.equal(still(0).rgba);
      const [small, large] = [inkOf(still(9)), inkOf(growing(9))];
      expect(large.ink).to.be.closeTo(small.ink * 16, small.ink);
      expect(large.softness).to.be.below(BLURRED);
    });

  it('are stretched by keyframes of their size as by those of their scale', async () => {
    const widened = (property: string, from: number) => ({
      ...text(),
      keyframes: [track(property, [0, from], [900, from * 2])],
    });
    const [bySize, byScale] = [
      await framesOf(widened('size.width', 60)),
      await framesOf(widened('transform.scale.x', 1)),
    ];
    for (const frame of [0, 4, 9]) expect(bySize(frame).rgba, `${frame}`).to.deep.equal(byScale(frame).rgba);
    expect(inkOf(bySize(9)).ink).to.be.closeTo(inkOf(bySize(0)).ink * 2, inkOf(bySize(0)).ink / 10);
  });

  it('are sharp in a group that zooms, too', async () => {
    const group = {
      type: 'group',
      timeFrame: { end: 1000 },
      size: CANVAS,
      clips: [text()],
      motion: { from: { scale: 4 }, to: { scale: 4 } },
    };
    expect(inkOf((await framesOf(group))(5)).softness).to.be.below(BLURRED);
  });

  it('are sharp in a group with a scale, and in one that shrinks from it', async () => {
    const group = {
      type: 'group',
      timeFrame: { end: 1000 },
      position: { x: 160, y: 90, anchor: 'center' },
      size: CANVAS,
      clips: [text()],
      transform: { scale: { x: 4, y: 4 } },
    };
    expect(inkOf((await framesOf(group))(5)).softness).to.be.below(BLURRED);
    expect(inkOf((await framesOf({ ...group, keyframes: grown(1, 4) }))(0)).softness).to.be.below(BLURRED);
    const scaled = { ...group, keyframes: grown(4), transform: { scale: { x: 2, y: 2 } } };
    expect(inkOf((await framesOf(scaled))(9)).softness).to.be.below(BLURRED);
  });

  it('are drawn at rest only if nothing makes them larger, and not beyond the limit', () => {
    const growths = (clip: object): ReadonlyArray<unknown> =>
      stageOf(METADATA, [clip]).layerSources.map((source) =>
        source._tag === 'Raster' ? (source.growth ?? 1) : undefined,
      );
    expect(growths(text())).to.deep.equal([1]);
    expect(growths({ ...text(), keyframes: grown(0.5) })).to.deep.equal([1]);
    expect(growths({ ...text(), keyframes: grown(4) })).to.deep.equal([1, 4]);
    const [, most] = growths({ ...text(), keyframes: grown(100) });
    expect(most).to.be.closeTo(Math.sqrt(2 ** 24 / (60 * 30)), 1e-6);
  });

  it('are enlarged from their size at rest if much more overflows than the limit allows', async () => {
    const long = text({ content: 'HEN '.repeat(400) });
    const stage = stageOf(METADATA, [{ ...long, keyframes: grown(60) }]);
    const [rest, larger] = await paintTexts(stage.layerSources, stage.canvas, folder);
    expect(larger?.scale).to.equal(undefined);
    expect(larger?.rect).to.deep.equal(rest?.rect);
  });
});
