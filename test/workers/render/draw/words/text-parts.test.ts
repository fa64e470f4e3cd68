import { expect } from 'chai';
import { folderForSuite } from '../../../../support/for-suite.js';
import { paintTexts } from '../../../../support/pictures/in-process-drawing.js';
import { greatestDifference } from '../../../../support/pictures/ink.js';
import { type Drawn, stageOf } from '../../../../support/pictures/scenes.js';
import { track } from '../../../../support/pictures/keyframes.js';

const CANVAS = { width: 160, height: 100 };
const METADATA = { duration: 1000, fps: 10, canvas: CANVAS, backgroundColor: '#000000' };
const BOX = { position: { x: 20, y: 20 }, size: { width: 120, height: 60 } };
const GLYPHS = { fontFamily: 'Arial', fontWeight: 700, fontSize: 32, color: '#FF0000' };
const text = (textProperties: object) => ({
  type: 'text',
  timeFrame: { end: 1000 },
  ...BOX,
  textProperties: {
    content: 'HIH',
    textAlign: 'center',
    verticalAlign: 'middle',
    ...GLYPHS,
    ...textProperties,
  },
});
const caption = (captionProperties: object, style: object) => ({
  type: 'caption',
  timeFrame: { end: 1000 },
  ...BOX,
  captionProperties: {
    words: [
      { start: 0, end: 500, word: 'HIH' },
      { start: 500, end: 1000, word: 'HI' },
    ],
    maxWidth: 120,
    highlightTextProperties: { ...GLYPHS, ...style },
    nonHighlightTextProperties: { ...GLYPHS, ...style },
    ...captionProperties,
  },
});
const GREEN = { backgroundColor: '#00FF00' };
const LINES = { textBackground: { color: '#00FF00', paddingX: 6, paddingY: 4 } };
const animation = { type: 'fade', unit: 'letter', at: 'in', duration: 300 };

/** Texts and captions with red glyphs before green, drawn as wholes, in states, and as letters and words. */
const BACKED: Readonly<Record<string, object>> = {
  'a box': text(GREEN),
  'a border': text({ borderWidth: 6, borderColor: '#00FF00' }),
  lines: text(LINES),
  both: text({ ...LINES, ...GREEN }),
  'a box of moving letters': text({ ...GREEN, animation }),
  'lines of moving letters': text({ ...LINES, animation }),
  'a text in states': {
    ...text(GREEN),
    keyframes: [track('textProperties.fontSize', [0, 24], [1000, 32])],
  },
  'words of a caption': caption({}, GREEN),
  'lines of a caption': caption(LINES, {}),
  'lines of animated words': caption({ ...LINES, animation: 'pop' }, {}),
  'animated words of a caption': caption({ animation: 'pop' }, GREEN),
  'the moving box of a caption': caption({ animation: 'box' }, GREEN),
};

describe('The background of a text', () => {
  const folder = folderForSuite();

  const drawn = async (clip: object, frame = 8): Promise<Drawn> => {
    const stage = stageOf(METADATA, [clip]);
    return stage.frames(await paintTexts(stage.layerSources, stage.canvas, folder))(frame);
  };
  /** Pixels of a channel alone, at least half lit. */
  const countOf = ({ rgba }: Drawn, channel: 0 | 1 | 2): number => {
    let count = 0;
    for (let at = 0; at < rgba.length; at += 4) {
      const others = [0, 1, 2].filter((one) => one !== channel).map((one) => rgba[at + one] ?? 0);
      if ((rgba[at + channel] ?? 0) > 127 && others.every((value) => value < 64)) count += 1;
    }
    return count;
  };

  for (const [name, clip] of Object.entries(BACKED))
    it(`is not filtered or keyed, but the glyphs are: ${name}`, async () => {
      const plain = await drawn(clip);
      const [ink, background] = [countOf(plain, 0), countOf(plain, 1)];
      expect(ink).to.be.above(150);
      expect(background).to.be.above(150);
      const same = await drawn({ ...clip, effects: { filters: [{ type: 'brightness', amount: 1 }] } });
      expect(greatestDifference(plain.rgba, same.rgba)).to.be.at.most(3);
      const turned = await drawn({ ...clip, effects: { filters: [{ type: 'hueRotate', amount: 240 }] } });
      expect(countOf(turned, 0)).to.equal(0);
      expect(countOf(turned, 1)).to.be.closeTo(background, 4);
      const keyed = (color: string) => drawn({ ...clip, effects: { chromaKey: { color, spill: false } } });
      expect(greatestDifference(plain.rgba, (await keyed('#00FF00')).rgba)).to.be.at.most(3);
      expect(countOf(await keyed('#FF0000'), 0)).to.equal(0);
    });

  it('is one raster with the glyphs unless something applies to one of them alone', () => {
    const rasters = (more: object): ReadonlyArray<unknown> =>
      stageOf(METADATA, [{ ...text({ ...GREEN, ...LINES }), ...more }]).layerSources.map((source) =>
        source._tag === 'Raster' && 'part' in source.source ? source.source.part : undefined,
      );
    expect(rasters({})).to.deep.equal([undefined]);
    expect(rasters({ effects: { borderRadius: 4, opacity: 0.5 } })).to.deep.equal([undefined]);
    expect(rasters({ motion: {} })).to.deep.equal(['box', 'lines', 'glyphs']);
    const plain = stageOf(METADATA, [{ ...text({}), effects: { filters: [{ type: 'invert' }] } }]);
    expect(plain.layerSources).to.have.length(1);
  });

  it('stays where it is if it is that of the box, and moves with its lines otherwise', async () => {
    const zoom = { scale: 2, x: 0.5, y: 0.5 };
    const motion = { from: zoom, to: zoom };
    const inkOf = ({ rgba }: Drawn): number =>
      rgba.reduce((sum, value, at) => (at % 4 === 0 ? sum + value : sum), 0);
    const green = ({ at }: Drawn) => {
      const columns = Array.from({ length: CANVAS.width }, (_, x) => x).filter((x) =>
        Array.from({ length: CANVAS.height }, (_, y) => at(x, y)).some(([r, g]) => g > 127 && r < 64),
      );
      return [Math.min(...columns), Math.max(...columns)];
    };
    for (const more of [{}, { animation }]) {
      const box = text({ ...GREEN, ...more, fontSize: 16 });
      const [plain, zoomed] = [await drawn(box), await drawn({ ...box, motion })];
      expect(green(plain)).to.deep.equal([20, 139]);
      expect(green(zoomed)).to.deep.equal([20, 139]);
      expect(inkOf(zoomed) / inkOf(plain)).to.be.closeTo(4, 0.2);
      const lines = text({ ...LINES, ...more, fontSize: 16 });
      const [from = 0, to = 0] = green(await drawn(lines));
      const [left = 0, right = 0] = green(await drawn({ ...lines, motion }));
      expect(left).to.be.closeTo(80 - 2 * (80 - from), 1.5);
      expect(right).to.be.closeTo(80 + 2 * (to - 80), 2.5);
    }
  });
});
