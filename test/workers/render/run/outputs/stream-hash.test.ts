import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { boxAt } from '../../../../../workers/render/compose/h264/boxes.js';
import { TABLES } from '../../../../../workers/render/compose/h264/sample-tables.js';
import { parameterSets } from '../../../../../workers/render/compose/h264/parameter-sets.js';
import { samplesIn } from '../../../../../workers/render/compose/h264/sample-tables.js';
import { streamHasher } from '../../../../../workers/render/run/outputs/stream-hash.js';
import { ffmpegSays } from '../../../../support/pictures/decoded-media.js';
import { openStudio, type Studio } from '../../../../support/renders/render.js';

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

  /** A file, what its tables say, and the bytes of its samples. */
  const made = async (name: string, options: ReadonlyArray<string>) => {
    const source = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=2', '-pix_fmt', 'yuv420p'];
    const path = await studio.make(name, ...source, '-c:v', 'libx264', '-g', '8', ...options);
    const file = await readFile(path);
    const tables = boxAt(file, ...TABLES);
    const [sets, ranges] = [tables && parameterSets(tables), tables && samplesIn(tables)];
    if (!sets || !ranges) throw new Error('the file can be read');
    const samples = ranges.map(({ start, length }) => file.subarray(start, start + length));
    return { path, sets, lengths: ranges.map(({ length }) => length), bytes: Buffer.concat(samples) };
  };

  /** What ffmpeg hashes. */
  const expected = async (path: string): Promise<string | undefined> => {
    const same = ['-bsf:v', 'h264_mp4toannexb,filter_units=remove_types=6|9'];
    const hashed = ['-c', 'copy', ...same, '-f', 'streamhash', '-hash', 'sha256', '-'];
    return /SHA256=(\w+)/.exec(await ffmpegSays('-v', 'error', '-i', path, '-map', '0:v', ...hashed))?.[1];
  };

  for (const [what, options] of Object.entries(STREAMS))
    it(`is that of ffmpeg: ${what}`, async () => {
      const { path, sets, lengths, bytes } = await made(`${what}.mp4`, options);
      const wanted = await expected(path);
      expect(wanted).to.have.lengthOf(64);
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1 }), (parts) => {
          const hasher = streamHasher(sets, lengths);
          for (let at = 0, part = 0; at < bytes.length; part += 1) {
            const end = at + (parts[part % parts.length] ?? 1);
            hasher.update(bytes.subarray(at, end));
            at = end;
          }
          expect(hasher.digest()).to.equal(wanted);
        }),
        { numRuns: 30 },
      );
    });

  it('leaves out zeros at the end of a unit', async () => {
    const { sets } = await made('sets.mp4', []);
    const hashOf = (unit: ReadonlyArray<number>): string | undefined => {
      const hasher = streamHasher(sets, [4 + unit.length]);
      hasher.update(Uint8Array.of(0, 0, 0, unit.length, ...unit));
      return hasher.digest();
    };
    expect(hashOf([5, 0, 0, 3, 128, 0, 0])).to.equal(hashOf([5, 0, 0, 3, 128]));
    expect(hashOf([5, 0, 0, 3, 128])).not.to.equal(hashOf([5, 3, 128]));
  });

  it('is unknown if the samples are not what their tables say, or have parameter sets of their own', async () => {
    const { sets, lengths, bytes } = await made('other.mp4', []);
    const hashOf = (bytes: Uint8Array, lengths: ReadonlyArray<number>): string | undefined => {
      const hasher = streamHasher(sets, lengths);
      hasher.update(bytes);
      return hasher.digest();
    };
    expect(hashOf(bytes, lengths)).to.have.lengthOf(64);
    expect(hashOf(bytes.subarray(1), lengths)).to.equal(undefined);
    expect(hashOf(bytes.subarray(0, -1), lengths)).to.equal(undefined);
    expect(hashOf(bytes, lengths.slice(1))).to.equal(undefined);
    expect(hashOf(Uint8Array.of(0, 0, 0, 2, 6, 1), [6]), 'no slice').to.equal(undefined);
    const split = Uint8Array.of(0, 0, 0, 1, 5, 0, 0, 0, 1, 5);
    expect(hashOf(split, [5, 5])).to.have.lengthOf(64);
    expect(hashOf(split, [6, 4]), 'half a length').to.equal(undefined);
    const own = [0, 0, 0, sets.sequence.length, ...sets.sequence, 0, 0, 0, 2, 5, 1];
    expect(hashOf(Uint8Array.from(own), [own.length])).to.equal(undefined);
  });
});
