import sharp from 'sharp';
import { casesOf, HARMLESS_COLOR, type HostileCase, type Making } from './hostile-case.js';
import { gif, jpegOfManyScans, jpegSaying, tiff, tiffOf, uint16, uint32 } from './picture-files.js';
import { chunk, header, packedZeros, png } from './png.js';

/** Hostile pictures, except SVG. */
export const images = async (): Promise<ReadonlyArray<HostileCase>> => {
  const harmless = sharp({ create: { width: 64, height: 64, channels: 3, background: HARMLESS_COLOR } });
  const [asPng, asJpeg, asProgressive, asWebp, asAvif, asGif] = await Promise.all([
    harmless.clone().png().toBuffer(),
    harmless.clone().jpeg().toBuffer(),
    harmless.clone().jpeg({ progressive: true }).toBuffer(),
    harmless.clone().webp({ lossless: true }).toBuffer(),
    harmless.clone().avif().toBuffer(),
    harmless.clone().gif().toBuffer(),
  ]);
  const flatWebp = (): Promise<Buffer> =>
    sharp({ create: { width: 16_383, height: 16_383, channels: 3, background: HARMLESS_COLOR } })
      .webp({ lossless: true, effort: 0 })
      .toBuffer();
  const bombIn = (type: string): Making => ({
    make: () =>
      png(
        header(64, 64),
        chunk(type, Buffer.concat([Buffer.from('x\0\0'), packedZeros(200_000_000)])),
        chunk('IDAT', packedZeros(64 * 193)),
      ),
  });
  const image = casesOf('image', 'fails');
  return [
    image('png-of-30000.png', {
      make: () => png(header(30_000, 30_000, 1, 0), chunk('IDAT', packedZeros(30_000 * 3751))),
    }),
    image('png-says-65535.png', png(header(65_535, 65_535), chunk('IDAT', packedZeros(1000)))),
    image('png-says-2147483647.png', png(header(2 ** 31 - 1, 2 ** 31 - 1), chunk('IDAT', packedZeros(1000)))),
    image('png-of-nothing.png', png(header(0, 0), chunk('IDAT', packedZeros(1)))),
    image(
      'png-long-and-thin.png',
      png(header(1_000_000, 1, 8, 0), chunk('IDAT', packedZeros(1_000_001))),
      'any',
    ),
    image('png-profile-bomb.png', bombIn('iCCP'), 'any'),
    image('png-text-bomb.png', bombIn('zTXt'), 'any'),
    image('png-without-data.png', png(header(64, 64))),
    image(
      'png-with-too-much-data.png',
      { make: () => png(header(64, 64), chunk('IDAT', packedZeros(100_000_000))) },
      'any',
    ),
    image('png-of-unknown-chunks.png', {
      make: () =>
        png(header(64, 64), ...Array.from({ length: 50_000 }, () => chunk('abCd', Buffer.alloc(9)))),
    }),
    image('png-cut.png', asPng.subarray(0, asPng.length - 20)),
    image('png-head-only.png', asPng.subarray(0, 8)),
    image(
      'png-bad-checksum.png',
      Buffer.concat([asPng.subarray(0, 40), Buffer.from([1, 2, 3, 4]), asPng.subarray(44)]),
    ),
    image(
      'png-with-page-behind.png',
      Buffer.concat([asPng, Buffer.from('<script>alert(1)</script>')]),
      'shows',
    ),
    image('png-named-jpeg.jpg', asPng, 'shows'),
    image('webp-of-16383.webp', { make: flatWebp }, 'any'),
    image('webp-cut.webp', asWebp.subarray(0, asWebp.length - 10)),
    image(
      'webp-says-huge.webp',
      Buffer.concat([
        Buffer.from('RIFF\xff\xff\xff\x7fWEBPVP8X\x0a\0\0\0\x12\0\0\0\xff\xff\xff\xff\xff\xff', 'latin1'),
      ]),
    ),
    image('avif-cut.avif', asAvif.subarray(0, asAvif.length - 30)),
    image('avif-head-only.avif', asAvif.subarray(0, 32)),
    image('gif-of-65535.gif', gif(65_535, 65_535, 1), 'any'),
    image('gif-of-20000-frames.gif', { make: () => gif(2000, 2000, 20_000) }),
    image('gif-small-of-many-frames.gif', { make: () => gif(8, 8, 20_000) }, 'any'),
    image('gif-cut.gif', asGif.subarray(0, 20)),
    image('gif-without-frames.gif', gif(64, 64, 0)),
    image('jpeg-says-65535.jpg', jpegSaying(asJpeg, 65_535, 65_535)),
    image('jpeg-says-nothing.jpg', jpegSaying(asJpeg, 0, 0)),
    image('jpeg-says-more.jpg', jpegSaying(asJpeg, 2000, 2000), 'any'),
    image('jpeg-cut.jpg', asJpeg.subarray(0, 200)),
    image('jpeg-of-many-scans.jpg', jpegOfManyScans(jpegSaying(asProgressive, 8000, 8000), 20_000), 'any'),
    image('tiff-says-huge.tiff', tiffOf(4_000_000_000, 4_000_000_000)),
    image('tiff-round.tiff', tiffOf(64, 64, 8), 'any'),
    image(
      'tiff-of-many-samples.tiff',
      tiff([
        [256, 4, 1, 64],
        [257, 4, 1, 64],
        [277, 3, 1, 65_535],
      ]),
    ),
    image('tiff-beyond-its-end.tiff', tiffOf(64, 64).subarray(0, 60)),
    image(
      'heic-of-nothing.heic',
      Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1')]),
    ),
    image(
      'bmp-says-huge.bmp',
      Buffer.concat([
        Buffer.from('BM'),
        Buffer.alloc(12),
        uint32(40),
        uint32(2 ** 31 - 1),
        uint32(2 ** 31 - 1),
        uint16(1),
        uint16(24),
        Buffer.alloc(24),
      ]),
    ),
    image(
      'ico.ico',
      Buffer.from([0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 32, 0, 255, 255, 255, 127, 22, 0, 0, 0]),
    ),
    image(
      'document.pdf',
      '%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/URI/URI(http://127.0.0.1)>>>>endobj\n%%EOF\n',
    ),
    image('archive.zip', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(60)])),
    image('program.png', Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(200)])),
    image('xpm.png', '/* XPM */ static char*x[]={"1 1 1 1","a c #ff00c8","a"};'),
    image('empty.png', ''),
    image('zeros.png', Buffer.alloc(100_000)),
  ];
};
