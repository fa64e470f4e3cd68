import { expect } from 'chai';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { LayerSource, Raster, Rasterizer } from '../../../workers/render/ports/rasterizer.js';
import type { ResolvedText } from '../../../domain/composition/resolve/resolved.js';
import { textLook } from '../../support/pictures/long-texts.js';
import { folderForSuite } from '../../support/for-suite.js';
import { rightOf } from '../../support/right-of.js';

const resolvedText = (own: Partial<ResolvedText>): ResolvedText => ({ ...textLook, fontSize: 12, ...own });
const CANVAS = { width: 64, height: 48 };
const placement = { box: { x: 8, y: 8, width: 32, height: 16 }, rotation: 0, opacity: 1 };
const TEXTS = [
  resolvedText({ content: 'a', backgroundColor: '#ff0000' }),
  resolvedText({ content: 'b', backgroundColor: 'transparent' }),
];

/** What rendering expects of a rasterizer. */
export const rasterizerContract = (
  name: string,
  open: (root: string) => { readonly rasterizer: Rasterizer; readonly close: () => Promise<void> },
): void => {
  describe(`rasterizer: ${name}`, () => {
    const root = folderForSuite();
    const folder = join(root, 'render');
    let tested: ReturnType<typeof open>;
    before(async () => {
      tested = open(root);
      await mkdir(folder);
    });
    after(() => tested.close());

    const { signal } = new AbortController();
    const paint = async (source: LayerSource, name: string = source._tag): Promise<Raster | undefined> =>
      rightOf(await tested.rasterizer.paint(source, CANVAS, { folder, name, signal })());

    it('draws each page of a source to a file of raw frames, on even pixels of the canvas', async () => {
      const raster = await paint({ _tag: 'Text', placement, texts: TEXTS }, 'layer');
      // Two transparent pixels follow on the right and below, so that every glyph blends with all of its neighbours.
      const width = placement.box.width + 2;
      const height = placement.box.height + 2;
      expect(raster?.rect).to.deep.equal({ ...placement.box, width, height });
      expect(raster?.opaque).to.equal(false);
      expect(raster?.fonts.map(({ family }) => family)).to.deep.equal(['LiberationSans-Regular.ttf']);
      const sizes = await Promise.all(raster!.files.map(async (file) => (await stat(file)).size));
      expect(sizes).to.deep.equal(TEXTS.map(() => width * height * 2.5));
      expect(raster?.files).to.deep.equal([join(folder, 'layer-0.yuv'), join(folder, 'layer-1.yuv')]);
    });

    it('draws a background as an opaque frame of the whole canvas', async () => {
      const raster = await paint({ _tag: 'Background', color: '#ffffff' });
      expect(raster).to.deep.include({ rect: { x: 0, y: 0, ...CANVAS }, opaque: true });
      const luma = (await readFile(raster!.files[0]!)).subarray(0, CANVAS.width * CANVAS.height);
      expect(new Set(luma)).to.deep.equal(new Set([235]));
    });

    it('draws the alpha of a box, translucent if the clip is', async () => {
      const raster = await paint({ _tag: 'Mask', placement: { ...placement, opacity: 0.5 } });
      expect(new Set(await readFile(raster!.files[0]!))).to.deep.equal(new Set([128]));
    });

    it('returns nothing for a source that is outside the canvas', async () => {
      const outside = { ...placement, box: { ...placement.box, x: 100 } };
      expect(await paint({ _tag: 'Mask', placement: outside })).to.equal(undefined);
      expect(await paint({ _tag: 'Text', placement: outside, texts: TEXTS })).to.equal(undefined);
    });

    it('measures lines in whole pixels, and wraps them at the maximum width', async () => {
      const text = resolvedText({ content: 'one two three' });
      const measure = async (width: number) =>
        rightOf(await tested.rasterizer.measure({ _tag: 'Text', text }, width, { folder, signal })());
      const [free, narrow] = [await measure(10_000), await measure(35)];
      expect(Number.isInteger(free.width) && Number.isInteger(free.height)).to.equal(true);
      expect(narrow.width).to.be.at.most(35);
      expect(narrow.height).to.be.above(free.height * 2);
    });

    it('reports the box that lines need, and characters that no font draws', async () => {
      const text = resolvedText({ content: 'one two three \u{E123}', overflow: 'ellipsis' });
      const box = { width: 35, height: 14 };
      const inspect = async (one: ResolvedText) =>
        rightOf(await tested.rasterizer.inspect({ _tag: 'Text', text: one }, box, { folder, signal })());
      const { needs, uncovered } = await inspect(text);
      expect(needs.width).to.be.at.most(35);
      expect(needs.height).to.be.above(box.height * 2);
      expect(uncovered).to.deep.equal(['\u{E123}']);
      const fits = await inspect(resolvedText({ content: 'one two', fitText: { min: 1, max: 12 } }));
      expect(fits.needs.height).to.be.at.most(14);
      expect(fits.uncovered).to.deep.equal([]);
    });

    it('names missing families', async () => {
      const families = ['Arial', 'No Such Font', 'No Such Font, Arial'];
      const opened = await tested.rasterizer.openFonts([], families, { folder, signal })();
      expect(rightOf(opened).missing).to.deep.equal(['No Such Font']);
    });

    it("fails with the family of a client's font that cannot be read", async () => {
      const path = join(folder, 'broken.ttf');
      await writeFile(path, 'no font');
      const fonts = [{ family: 'Broken', path }];
      const opened = await tested.rasterizer.openFonts(fonts, [], { folder, signal })();
      expect(E.isLeft(opened) && JSON.stringify(opened.left)).to.include('Broken');
    });
  });
};
