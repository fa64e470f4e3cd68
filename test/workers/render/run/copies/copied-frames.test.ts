import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { join as joinParts } from '../../../../../infrastructure/rendering/engine/join.js';
import { boxAt } from '../../../../../workers/render/mp4/boxes.js';
import {
  type CopyableTrack,
  copyableTrack,
  copyableTrackOf,
} from '../../../../../workers/render/mp4/copyable-track.js';
import type { CopiedFrame } from '../../../../../workers/render/ports/join-request.js';
import { copiedFramesOf } from '../../../../../workers/render/run/copies/copying.js';
import { framesOf } from '../../../../support/pictures/decoded-media.js';
import { studioForSuite } from '../../../../support/renders/render.js';
import { lavfi } from '../../../../support/renders/lavfi.js';

const FIRST_GROUP = { from: 0, to: 10 };

describe('Frames that are copied from a source', () => {
  const studio = studioForSuite();
  let path: string;
  let file: Uint8Array;
  let track: CopyableTrack;
  before(async () => {
    const picture = [...lavfi('testsrc2=s=128x72:r=10:d=3'), '-pix_fmt', 'yuv420p'];
    path = await studio.make('source.mp4', ...picture, '-g', '10');
    file = await readFile(path);
    const found = copyableTrack(boxAt(file, 'moov') ?? new Uint8Array());
    if (!found) throw new Error('it can be copied');
    track = found;
  });

  const found = (changed: Partial<CopyableTrack> = {}): Promise<ReadonlyArray<CopiedFrame> | undefined> =>
    copiedFramesOf(path, { ...track, ...changed }, FIRST_GROUP);

  it('have the slices of the source, and their order, in the joined file', async () => {
    const frames = join(studio.folder, 'frames.json');
    await writeFile(frames, JSON.stringify(await found()));
    const output = join(studio.folder, 'copy.mp4');
    joinParts(
      {
        type: 'join',
        format: 'mp4',
        picture: {
          pieces: [{ path, copied: { source: path, frames }, hashesKeyFrames: false }],
          rate: { num: 10, den: 1 },
        },
        sound: { samples: 48_000, bitRate: 128_000 },
        output,
      },
      () => undefined,
    );
    const slicesOf = async (video: string): Promise<ReadonlyArray<string> | undefined> => {
      const [bytes, copyable] = [await readFile(video), await copyableTrackOf(video)];
      return copyable?.samples
        .slice(1, 10)
        .map(({ start, length }) => bytes.toString('hex', start, start + length));
    };
    expect(await slicesOf(output)).to.deep.equal(await slicesOf(path));
    expect(await framesOf(output)).to.deep.equal((await framesOf(path)).slice(0, 10));
  });

  it('are refused if a sample contains anything but slices of the kind that the tables state', async () => {
    expect(await found({ groups: [] }), 'a key frame').to.equal(undefined);
    const cut = track.samples.map((sample, index) => (index === 9 ? { ...sample, length: 8 } : sample));
    expect(await found({ samples: cut }), 'half a sample').to.equal(undefined);
  });

  it('are refused if the source ends before a sample', async () => {
    const beyond = track.samples.map((sample, index) =>
      index === 9 ? { ...sample, start: file.length - 4 } : sample,
    );
    expect(await found({ samples: beyond })).to.equal(undefined);
  });
});
