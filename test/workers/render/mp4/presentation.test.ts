import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { presentationDifferences } from '../../../../application/audit/same-streams.js';
import { presentationOf } from '../../../../workers/render/mp4/presentation.js';
import { shownTimes } from '../../../../workers/render/mp4/shown-times.js';
import { boxesIn } from '../../../../workers/render/mp4/boxes.js';
import { box as mp4Box } from '../../../hostile/corpus/mp4-boxes.js';
import { HALF_SPEED, patchedMp4 } from '../../../support/pictures/patched-mp4.js';
import { studioForSuite } from '../../../support/renders/render.js';
import { lavfi } from '../../../support/renders/lavfi.js';

const COPY = ['-map', '0', '-c', 'copy'] as const;

describe('What players use of an MP4 besides its packets', () => {
  const studio = studioForSuite();
  let original: string;
  before(async () => {
    const inputs = [...lavfi('testsrc2=s=64x36:r=10:d=3'), ...lavfi('sine=d=3')];
    const colours = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];
    const encoded = ['-c:v', 'libx264', '-bf', '2', ...colours, '-c:a', 'aac'];
    original = await studio.make('original.mp4', ...inputs, ...encoded);
  });

  const differences = async (path: string) => {
    const [one, other] = [await presentationOf(original), await presentationOf(path)];
    return one && other && presentationDifferences(one, other);
  };
  let files = 0;
  const remuxed = (...options: string[]) =>
    studio.make(`remuxed-${(files += 1)}.mp4`, '-i', original, ...COPY, ...options);
  const patched = (changes: Parameters<typeof patchedMp4>[2]) =>
    patchedMp4(original, join(studio.folder, `patched-${(files += 1)}.mp4`), changes);

  it('is the same in other files of the same tracks', async () => {
    for (const path of [
      await remuxed(),
      await remuxed('-metadata', 'title=Other', '-movflags', '+faststart'),
      await remuxed('-video_track_timescale', '90000'),
      await remuxed('-f', 'mov'),
    ])
      expect(await differences(path), path).to.deep.equal([]);
  });

  it('shows times in seconds', async () => {
    const [, picture] = (await presentationOf(original)) ?? [];
    expect(picture?.['timestamps']).to.match(/^30 in 3 s, sha256 [0-9a-f]{64} of multiples of 1\/10 s$/);
    expect(picture).to.include({ 'edit list': 'from 0 for 3000 ms at rate 1' });
    const even = await studio.make('even.mp4', ...lavfi('testsrc2=r=25:d=1'), '-bf', '0');
    expect((await presentationOf(even))?.[1]).to.include({ timestamps: '25 in 1 s, evenly' });
  });

  it('differs where times, sizes, colours, volume or the choice of tracks differ', async () => {
    const muted = { tkhd: (body: Buffer, index: number) => index === 1 && body.writeUInt16BE(0, 36) };
    const disabled = { tkhd: (body: Buffer, index: number) => index === 1 && body.writeUInt8(2, 3) };
    const swapped = (body: Buffer) => {
      const [one, other] = [body.readInt32BE(12), body.readInt32BE(20)];
      body.writeInt32BE(other, 12);
      body.writeInt32BE(one, 20);
    };
    const cases: ReadonlyArray<readonly [string, ...string[]]> = [
      [await patched(HALF_SPEED), 'picture: timestamps', 'sound: timestamps'],
      [await patched({ ctts: swapped }), 'picture: timestamps'],
      [await patched({ elst: (body) => body.writeUInt32BE(0x8000, 16) }), 'picture: edit list'],
      [await patched({ elst: (body) => body.writeUInt32BE(1500, 8) }), 'picture: edit list'],
      [await patched({ mvhd: (body) => body.writeUInt32BE(0x8000, 20) }), 'all: rate'],
      [await patched({ mvhd: (body) => body.writeUInt32BE(0x20000, 36) }), 'all: display matrix'],
      [await patched(muted), 'sound: volume'],
      [await patched(disabled), 'sound: enabled'],
      [await patched({ colr: (body) => body.writeUInt16BE(9, 4) }), 'picture: colour'],
      [
        await patched({ mp4a: (body) => body.writeUInt8(0x13, body.indexOf('120856e500', 0, 'hex')) }),
        'sound: decoder',
      ],
      [await patched({ btrt: (_body, _index, type) => type.write('clap', 'latin1') }), 'picture: crop'],
      [await remuxed('-metadata:s:v', 'rotate=90'), 'picture: display matrix'],
      [await remuxed('-aspect', '4:3'), 'picture: pixel aspect'],
      [
        await remuxed('-metadata', 'replaygain_track_gain=-20 dB', '-movflags', 'use_metadata_tags'),
        'all: gain',
      ],
      [await remuxed('-map', '0:a'), 'the tracks'],
      [
        await studio.make(
          'late.mp4',
          '-i',
          original,
          ...'-itsoffset 0.5 -i'.split(' '),
          original,
          ...'-map 0:v -map 1:a -c copy'.split(' '),
        ),
        'sound: edit list',
      ],
      [
        await studio.make('first.mp4', '-i', original, '-map', '0:a', '-map', '0:v', '-c', 'copy'),
        'the tracks',
      ],
    ];
    for (const [path, ...expected] of cases)
      expect(await differences(path), `${path} ${expected.join()}`).to.include.members(expected);
  });

  it('lets others have their turn after each pass through the samples of a track', async () => {
    /** A table of runs: how many samples, and the value of each. */
    const tableOf = (...runs: ReadonlyArray<readonly [samples: number, value: number]>): Buffer => {
      const words = [0, runs.length, ...runs.flat()];
      const table = Buffer.alloc(words.length * 4);
      for (const [index, word] of words.entries()) table.writeUInt32BE(word, index * 4);
      return table;
    };
    let turns = 0;
    const read = new AbortController();
    const others = (async () => {
      for (; !read.signal.aborted; turns += 1) await turn();
    })();
    await shownTimes({
      durations: tableOf([800_000, 512]),
      offsets: tableOf([799_999, 0], [1, 256]),
      edits: undefined,
      perSecond: 25_600,
      moviePerSecond: 1000,
    });
    read.abort();
    await others;
    // The offsets, the durations, the unit of their times, whether these are even, and their hash.
    expect(turns).to.be.at.least(5);
  });

  it('is not read of files whose boxes, tables or edit lists are far too many or too long', async () => {
    const bytes = await readFile(original);
    const withBoxes = async (name: string, ...more: ReadonlyArray<Uint8Array>) => {
      const boxes = boxesIn(bytes).map((box) =>
        box.type === 'moov' ? mp4Box('moov', box.body, ...more) : box.bytes,
      );
      await writeFile(join(studio.folder, name), Buffer.concat(boxes));
      return presentationOf(join(studio.folder, name));
    };
    const free = Array.from({ length: 999 }, () => mp4Box('abcd'));
    expect(await withBoxes('few.mp4', ...free.slice(0, 9))).to.have.length(3);
    expect(await withBoxes('many.mp4', mp4Box('mdia', ...free), mp4Box('mdia', ...free))).to.equal(undefined);
    expect(await withBoxes('large.mp4', mp4Box('abcd', new Uint8Array(9_000_000)))).to.equal(undefined);
    expect(
      await withBoxes(
        'deep.mp4',
        free.slice(0, 500).reduce((inner) => mp4Box('mdia', inner)),
      ),
    ).to.have.length(3);
    const edits = await patched({ elst: (body) => body.writeUInt32BE(1001, 4) });
    expect(await presentationOf(edits)).to.equal(undefined);
  });

  it('is not read of other containers, of fragments, and of files that are damaged', async () => {
    const matroska = await remuxed('-f', 'matroska');
    const fragments = await remuxed('-movflags', 'frag_keyframe+empty_moov');
    const cutOff = await patched({ trak: (body) => body.writeUInt32BE(1, 0) });
    const endless = await patched({ stts: (body) => body.writeUInt32BE(0xffff_ffff, 8) });
    for (const path of [matroska, fragments, cutOff, endless])
      expect(await presentationOf(path), path).to.equal(undefined);
  });
});
