import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { boxAt } from '../../../../workers/render/mp4/boxes.js';
import { type CopyableTrack, copyableTrack } from '../../../../workers/render/mp4/copyable-track.js';
import { matchingSettings, hasSameFormat } from '../../../../workers/render/h264/matching-settings.js';
import { encodedAs } from '../../../../workers/render/compose/picture-codec.js';
import { H264_QUALITIES } from '../../../../workers/render/compose/h264-qualities.js';
import { encodingFlags } from '../../../support/renders/ffmpeg-arguments.js';
import { studioForSuite } from '../../../support/renders/render.js';
import { sampled } from '../../../support/long-form.js';
import { lavfi } from '../../../support/renders/lavfi.js';

const RATE = { num: 10, den: 1 };

describe('The copyable track of a video', () => {
  const studio = studioForSuite();
  const movieOf = async (name: string, ...options: string[]): Promise<Uint8Array> => {
    const source = [...lavfi('testsrc2=s=128x72:r=10:d=3'), '-pix_fmt', 'yuv420p'];
    return readFile(await studio.make(`${name}.mp4`, ...source, '-g', '10', ...options));
  };
  const trackOf = async (name: string, ...options: string[]): Promise<CopyableTrack | undefined> => {
    const moov = boxAt(await movieOf(name, ...options), 'moov');
    return moov && copyableTrack(moov);
  };

  it('has groups of pictures that begin at key frames and do not depend on other groups', async () => {
    const track = await trackOf('closed');
    expect(track?.groups).to.deep.equal([
      { from: 0, to: 10 },
      { from: 10, to: 20 },
      { from: 20, to: 30 },
    ]);
    expect(track?.times).to.deep.equal(Array.from({ length: 30 }, (_, index) => index * 100));
    const open = await trackOf('open', '-x264-params', 'open-gop=1:scenecut=0');
    expect(open?.groups).to.deep.equal([{ from: 0, to: 30 }]);
  });

  it('can be split at a frame after which no earlier frame is decoded', async () => {
    const settings = ['-x264-params', 'bframes=2:b-adapt=0:b-pyramid=none:scenecut=0'];
    // I B B P B B P B B P, where each pair of B-frames is decoded after the P-frame that follows it.
    const inGroup = [0, 1, 4, 7];
    expect((await trackOf('b-frames', ...settings))?.divisions).to.deep.equal([
      ...[0, 10, 20].flatMap((from) => inGroup.map((index) => from + index)),
      30,
    ]);
    const all = Array.from({ length: 31 }, (_, index) => index);
    expect((await trackOf('no-b-frames', '-bf', '0'))?.divisions).to.deep.equal(all);
  });

  it('is absent if the video is rotated, fragmented or of another codec', async () => {
    expect(await trackOf('mpeg4', '-c:v', 'mpeg4')).to.equal(undefined);
    expect(await trackOf('fragments', '-movflags', 'frag_keyframe+empty_moov')).to.equal(undefined);
    await movieOf('upright');
    const turned = await studio.make(
      'turned.mp4',
      '-i',
      `${studio.folder}/upright.mp4`,
      ...'-c copy -metadata:s:v rotate=180'.split(' '),
    );
    const moov = boxAt(await readFile(turned), 'moov');
    expect(moov && copyableTrack(moov)).to.equal(undefined);
  });

  it('is absent, or within its bounds, if tables are damaged', async () => {
    const moov = boxAt(await movieOf('damaged'), 'moov') ?? new Uint8Array();
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(moov.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        fc.nat(moov.length),
        (changes, length) => {
          const damaged = Uint8Array.from(moov);
          for (const [at, byte] of changes) damaged[at] = byte;
          const tracks = [copyableTrack(damaged), copyableTrack(moov.subarray(0, length))];
          for (const track of tracks) expect(track?.samples.length ?? 30).to.equal(30);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('is absent if its tables list different numbers of samples', async () => {
    const moov = boxAt(await movieOf('contradiction'), 'moov') ?? new Uint8Array();
    const track = Buffer.from(moov);
    for (const table of ['stsz', 'stts', 'ctts', 'stsc']) {
      // The lowest byte of the first number of samples: 15 bytes after the type of the box begins, 19 in `stsc`.
      const at = track.indexOf(table) + (table === 'stsc' ? 19 : 15);
      const samples = moov[at] ?? 0;
      for (const count of [0, samples - 1, samples + 1, 255]) {
        const damaged = Uint8Array.from(moov);
        damaged[at] = count;
        expect(copyableTrack(damaged), `${table} with ${count} for ${samples}`).to.equal(undefined);
      }
    }
  });

  const SOURCES: Readonly<Record<string, ReadonlyArray<string>>> = {
    medium: ['-crf', '23'],
    'a bit rate': ['-preset', 'veryfast', '-b:v', '300k'],
    slow: ['-preset', 'slow', '-crf', '18'],
    'two B-frames without pyramid': ['-preset', 'faster', '-bf', '2', '-x264-params', 'b-pyramid=none'],
  };
  for (const [name, options] of sampled(Object.entries(SOURCES), 3))
    it(`x264 writes the parameter sets of a source again with every quality: ${name}`, async () => {
      const sets = (await trackOf(name, ...options))?.sets;
      if (!sets) throw new Error('it can be copied');
      for (const settings of Object.values(H264_QUALITIES)) {
        const matching = matchingSettings(sets, settings.preset === 'medium' ? -2 : 0);
        if (!matching) throw new Error('there are such settings');
        const ours = await trackOf(
          'ours',
          ...encodingFlags({
            frames: 20,
            ...encodedAs({ _tag: 'H264', ...settings, threads: 1, matching }, RATE),
          }),
        );
        expect(ours && hasSameFormat(ours.sets, sets), settings.preset).to.equal(true);
      }
    });

  it('has no settings of x264 if its parameter sets cost many more bytes, or if x264 does not write such ones', async () => {
    for (const options of [
      ['-profile:v', 'baseline'],
      ['-x264-params', 'cabac=0'],
      ['-bf', '0'],
    ]) {
      const sets = (await trackOf('simple', ...options))?.sets;
      expect(sets && matchingSettings(sets), options.join(' ')).to.equal(undefined);
    }
    const [one, other] = [await trackOf('one'), await trackOf('other', '-refs', '2')];
    expect(one && other && hasSameFormat(one.sets, other.sets)).to.equal(false);
  });
});
