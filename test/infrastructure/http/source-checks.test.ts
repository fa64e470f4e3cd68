import { expect } from 'chai';
import { media, PICTURE, SOUND, startChecking, text } from './checking.js';
import { forSuite } from '../../support/for-suite.js';

describe('HTTP API: checks of sources', () => {
  const checking = forSuite(startChecking, (opened) => opened.stop());

  it('name sources that are unreachable, private or refused, and continue after them', async () => {
    const gone = checking.assets.serve('/refused.png', (_request, response) => response.writeHead(403).end());
    const clips = [
      media('image', checking.assets.url('/none.png')),
      media('image', 'http://10.1.2.3/private.png'),
      media('image', gone),
      text('\u{E123}'),
    ];
    const { ok, problems } = await checking.tried(clips);
    expect(ok).to.equal(false);
    expect(problems.map(({ severity, path, message }) => [severity, path, message])).to.deep.equal([
      ['error', 'clips[0].source', 'the source answered 404 Not Found'],
      ['error', 'clips[1].source', 'the source has no publicly routable address'],
      ['error', 'clips[2].source', 'the source answered 403 Forbidden'],
      ['warning', 'clips[3].textProperties', 'no font has glyphs for "\u{E123}"'],
    ]);
    expect(problems.map(({ remedy }) => remedy.split(/[.:,]/)[0])).to.deep.equal([
      'Correct the address',
      'Use an address that can be reached from the internet',
      'Use a link that needs no credentials',
      'Add a font that has them to `metadata',
    ]);
  });

  it('name codecs that are not supported, files of the wrong kind, web pages, and empty and damaged ones', async () => {
    const codec = await checking.made('codec.avi', ...PICTURE, '-c:v', 'cinepak');
    const sound = await checking.made('sound.wav', ...SOUND(1));
    const words = checking.assets.serve('/words.mp4', 'only words');
    const problems = await checking.problemsOf(
      media('video', codec),
      media('image', sound),
      media('video', words),
      media('image', checking.assets.serve('/share', '\n<!DOCTYPE html><html><body>Sign in</body></html>')),
      media('audio', checking.assets.serve('/nothing.mp3', '')),
    );
    expect(problems.map(({ severity, path, message }) => [severity, path, message])).to.deep.equal([
      ['error', 'clips[0].source', 'the codec cinepak is not supported: convert the file to MP4 with H.264'],
      ['error', 'clips[1].source', 'the source is not an image'],
      [
        'error',
        'clips[2].source',
        'the file could not be read: it may be damaged or of a kind that is not supported',
      ],
      ['error', 'clips[3].source', 'the file is a web page: the address must be that of the media itself'],
      ['error', 'clips[4].source', 'the file is empty'],
    ]);
    expect(problems[0]?.remedy).to.include('codec');
  });

  it('warn about HDR and a variable frame rate', async () => {
    const hdr = ['-c:v', 'libx265', '-pix_fmt', 'yuv420p10le', '-x265-params'];
    const params = 'log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc';
    const source = await checking.made('hdr.mp4', ...PICTURE, ...hdr, params);
    expect((await checking.onlyProblem(media('video', source))).message).to.match(
      /^the video is HDR \(smpte2084\)/,
    );
    const uneven = ['-vf', 'select=not(eq(n\\,3)+eq(n\\,4))', '-fps_mode', 'vfr', '-pix_fmt', 'yuv420p'];
    const { message, ...where } = await checking.onlyProblem(
      media('video', await checking.made('vfr.mp4', ...PICTURE, ...uneven)),
    );
    expect(where).to.include({ severity: 'warning', path: 'clips[0].source' });
    expect(message).to.match(/^the video has a variable frame rate/);
  });

  it('warn about sound and pictures that are shorter than their clip, but not if they loop', async () => {
    const sound = await checking.made('short.wav', ...SOUND(0.4));
    const picture = await checking.made('picture.mp4', ...PICTURE, '-pix_fmt', 'yuv420p', '-t', '0.5');
    const both = await checking.made('both.mp4', ...PICTURE, ...SOUND(0.5), '-pix_fmt', 'yuv420p');
    const problems = await checking.problemsOf(
      media('audio', sound),
      media('audio', sound, { speed: 0.5, offset: 100 }),
      media('audio', sound, { loop: true }),
      media('audio', sound, { end: 'source' }),
      media('video', picture),
      media('video', both),
      { ...media('video', both), volume: 0 },
    );
    expect(problems.map(({ path, message }) => `${path}: ${message}`)).to.deep.equal([
      'clips[0].timeFrame: the clip plays 1000 ms of sound, but its source has 400 ms from there; the rest is silent',
      'clips[1].timeFrame: the clip plays 500 ms of sound, but its source has 300 ms from there; the rest is silent',
      'clips[4].timeFrame: the clip plays 1000 ms of the video, but its source has 500 ms from there; its last frame stays',
      'clips[5].source: the clip plays 1000 ms of sound, but its source has 500 ms from there; the rest is silent',
    ]);
  });

  it('warn about links that expire soon, and name those that have expired', async () => {
    const image = await checking.made('image.png', ...PICTURE, '-frames:v', '1');
    const seconds = Math.floor(Date.now() / 1000);
    const signed = (inSeconds: number) =>
      media('image', `${image}?Expires=${seconds + inSeconds}&Signature=x`);
    const problems = await checking.problemsOf(signed(600), signed(-600), signed(7200));
    expect(problems.map(({ severity, path }) => [severity, path])).to.deep.equal([
      ['warning', 'clips[0].source'],
      ['error', 'clips[1].source'],
    ]);
    expect(problems[0]?.message).to.match(/^the link expires in (9|10) min/);
  });

  it('limit the number of sources', async () => {
    const sources = Array.from({ length: 102 }, (_, index) =>
      checking.assets.serve(
        `/many-${index}.svg`,
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      ),
    );
    const problems = await checking.problemsOf(...sources.map((source) => media('image', source)));
    expect(problems.map(({ message }) => message)).to.deep.equal([
      'the video has 102 sources, of which only the first 100 are checked',
    ]);
    expect(sources.filter((_, index) => checking.assets.countOf(`/many-${index}.svg`) > 0)).to.have.length(
      100,
    );
  });
});
