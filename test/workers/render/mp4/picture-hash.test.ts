import { expect } from 'chai';
import { readH264 } from '../../../../workers/render/mp4/h264-video.js';
import { OWN_FILE } from '../../../../infrastructure/rendering/engine/input-limits.js';
import { streamHash } from '../../../../infrastructure/rendering/engine/stream-hash.js';
import { pictureHasher } from '../../../../workers/render/mp4/picture-hash.js';
import { ffmpegSays } from '../../../support/pictures/decoded-media.js';
import { openStudio, type Studio } from '../../../support/renders/render.js';

/** Ways to encode H.264, by what is special about them. */
const STREAMS = {
  'B-frames, and information in the first sample': ['-bf', '3'],
  'key frames that follow one another': ['-g', '1'],
  'several slices in each picture': ['-x264-params', 'slices=3'],
  'delimiters, and information in each sample': [
    '-x264-params',
    'aud=1:nal-hrd=vbr:vbv-maxrate=900:vbv-bufsize=900',
  ],
};

describe('The hash of an H.264 stream', function () {
  this.timeout(60_000);
  let studio: Studio;
  before(async () => {
    studio = await openStudio();
  });
  after(() => studio.dispose());

  /** A file, the configuration of its decoder, and its samples. */
  const made = async (name: string, options: ReadonlyArray<string>) => {
    const source = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=2', '-pix_fmt', 'yuv420p'];
    const path = await studio.make(name, ...source, '-c:v', 'libx264', '-g', '8', ...options);
    const read = await readH264(path);
    if (!read) throw new Error('the file can be read');
    return { path, config: read.config.description as Uint8Array, samples: read.samples };
  };

  const hashOf = (config: Uint8Array, samples: ReadonlyArray<ArrayLike<number>>): string | undefined => {
    const hasher = pictureHasher(config);
    for (const sample of samples) hasher.update(Uint8Array.from(sample));
    return hasher.digest();
  };

  /** What ffmpeg hashes. */
  const expected = async (path: string): Promise<string | undefined> => {
    const same = ['-bsf:v', 'h264_mp4toannexb,filter_units=remove_types=6|9'];
    const hashed = ['-c', 'copy', ...same, '-f', 'streamhash', '-hash', 'sha256', '-'];
    return /SHA256=(\w+)/.exec(await ffmpegSays('-v', 'error', '-i', path, '-map', '0:v', ...hashed))?.[1];
  };

  for (const [what, options] of Object.entries(STREAMS))
    it(`is that of ffmpeg: ${what}`, async () => {
      const { path, config, samples } = await made(`${what}.mp4`, options);
      const wanted = await expected(path);
      expect(wanted).to.have.lengthOf(64);
      expect(hashOf(config, samples)).to.equal(wanted);
      expect(streamHash(path, 'video', OWN_FILE)).to.equal(wanted);
    });

  it('leaves out zeros at the end of a unit', async () => {
    const { config } = await made('sets.mp4', []);
    const ofUnit = (unit: ReadonlyArray<number>): string | undefined =>
      hashOf(config, [[0, 0, 0, unit.length, ...unit]]);
    expect(ofUnit([5, 0, 0, 3, 128, 0, 0])).to.equal(ofUnit([5, 0, 0, 3, 128]));
    expect(ofUnit([5, 0, 0, 3, 128])).not.to.equal(ofUnit([5, 3, 128]));
  });

  it('is unknown if the samples are damaged, or have parameter sets of their own', async () => {
    const { config, samples } = await made('other.mp4', []);
    expect(hashOf(config, samples)).to.have.lengthOf(64);
    const [first = Uint8Array.of(), ...rest] = samples;
    expect(hashOf(config, [first.subarray(1), ...rest])).to.equal(undefined);
    expect(hashOf(config, [first.subarray(0, -1), ...rest])).to.equal(undefined);
    expect(hashOf(config, [[0, 0, 0, 2, 6, 1]]), 'no slice').to.equal(undefined);
    expect(hashOf(config, [[0, 0, 0, 2, 7, 1, 0, 0, 0, 2, 5, 1]]), 'a parameter set').to.equal(undefined);
    expect(hashOf(Uint8Array.of(1), samples), 'another configuration').to.equal(undefined);
  });
});
