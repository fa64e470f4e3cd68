import { createHash } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { fontFolders } from '../../../infrastructure/rendering/text/fonts/font-files.js';
import { shippedFaces } from '../../../infrastructure/rendering/text/fonts/shipped-fonts.js';
import { localAddress } from '../../../infrastructure/sources/local-assets.js';
import { compositionOf, drawFrame, tryRender, studioForSuite } from '../../support/renders/render.js';

const TTF = `${fontFolders()[0]}/700Bold/Montserrat_700Bold.ttf`;
const WOFF2 = shippedFaces('inter').find(({ italic }) => !italic)?.path ?? '';

const clip = (fontFamily: string, more: object = {}) => ({
  type: 'text',
  timeFrame: { end: 100 },
  size: { width: 320, height: 100 },
  textProperties: { content: 'Handgloves', color: '#FFFFFF', fontSize: 48, fontFamily, ...more },
});

describe('Fonts of a composition', () => {
  const studio = studioForSuite({ sandboxed: true });
  before(async () => {
    await copyFile(TTF, join(studio.folder, 'own.ttf'));
    await copyFile(WOFF2, join(studio.folder, 'own.woff2'));
    const font = await readFile(TTF);
    await writeFile(join(studio.folder, 'half.ttf'), font.subarray(0, font.length / 2));
    await writeFile(join(studio.folder, 'none.ttf'), 'no font at all');
    await writeFile(join(studio.folder, 'large.ttf'), Buffer.concat([font, Buffer.alloc(16 * 1024 * 1024)]));
  });

  const canvas = { width: 320, height: 100 };
  const composition = (fonts: ReadonlyArray<object>, text: object, more: object = {}) =>
    compositionOf({ duration: 100, canvas, fonts, ...more }, [text]);
  const font = (file: string, more: object = {}) => ({
    family: 'Own',
    source: localAddress(join(studio.folder, file)),
    ...more,
  });
  const frame = async (fonts: ReadonlyArray<object>, text: object) =>
    (await drawFrame(studio, composition(fonts, text), 0)).data;
  const failureOf = async (fonts: ReadonlyArray<object>, text: object, more: object = {}) => {
    const result = await tryRender(studio, composition(fonts, text, more));
    if (E.isRight(result)) {
      await result.right.dispose();
      throw new Error('the render did not fail');
    }
    return result.left;
  };

  it('render the same as the font that the service includes', async () => {
    const shipped = await frame([], clip('Montserrat', { fontWeight: 700 }));
    expect((await frame([font('own.ttf')], clip('Own'))).equals(shipped)).to.equal(true);
    expect((await frame([], clip('Own'))).equals(shipped)).to.equal(false);
  });

  it('may be WOFF2 and variable', async () => {
    const shipped = await frame([], clip('Inter', { fontWeight: 650 }));
    expect((await frame([font('own.woff2')], clip('Own', { fontWeight: 650 }))).equals(shipped)).to.equal(
      true,
    );
    expect((await frame([font('own.woff2')], clip('Own'))).equals(shipped)).to.equal(false);
  });

  it('are recorded in the provenance with the hash of their file', async () => {
    const result = await tryRender(studio, composition([font('own.ttf')], clip('Own')));
    if (E.isLeft(result)) throw new Error(result.left.message);
    await result.right.dispose();
    const sha256 = createHash('sha256')
      .update(await readFile(TTF))
      .digest('hex');
    expect(result.right.provenance.fonts).to.deep.equal([{ family: 'Own', sha256 }]);
  });

  for (const file of ['half.ttf', 'none.ttf'])
    it(`make the render fail if they are broken, and are named: ${file}`, async () => {
      expect(await failureOf([font(file)], clip('Arial'))).to.deep.equal({
        stage: 'decode',
        message: 'the font "Own" could not be read: it may be damaged or of a kind that is not supported',
        retryable: false,
      });
    });

  it('make the render fail if they are too large', async () => {
    const { message } = await failureOf([font('large.ttf')], clip('Own'));
    expect(message).to.equal('the font "Own" is larger than 16 MiB');
  });

  it('fall back if they are missing, unless the composition forbids it', async () => {
    const missing = { missingFonts: 'fail' };
    expect(await failureOf([], clip('Nobody has it'), missing)).to.deep.equal({
      stage: 'compose',
      message: 'there is no font named "Nobody has it"',
      retryable: false,
      clip: 'clips[0]',
    });
    const found = await tryRender(studio, composition([font('own.ttf')], clip('Nope, Own'), missing));
    if (E.isLeft(found)) throw new Error(found.left.message);
    await found.right.dispose();
  });
});
