import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { boxAt } from '../../../../../workers/render/mp4/boxes.js';
import { type CopyableTrack, copyableTrack } from '../../../../../workers/render/mp4/copyable-track.js';
import { type H264Video, readH264 } from '../../../../../workers/render/mp4/h264-video.js';
import { writeCopy } from '../../../../../workers/render/run/copies/copying.js';
import { framesOf } from '../../../../support/pictures/decoded-media.js';
import { studioForSuite } from '../../../../support/renders/render.js';
import { lavfi } from '../../../../support/renders/lavfi.js';

const FIRST_GROUP = { from: 0, to: 10 };

describe('A copy of frames of a source', () => {
  const studio = studioForSuite();
  let path: string;
  let file: Uint8Array;
  let headers: H264Video;
  let track: CopyableTrack;
  before(async () => {
    const picture = [...lavfi('testsrc2=s=128x72:r=10:d=3'), '-pix_fmt', 'yuv420p'];
    path = await studio.make('source.mp4', ...picture, '-g', '10');
    file = await readFile(path);
    const found = copyableTrack(boxAt(file, 'moov') ?? new Uint8Array());
    const read = await readH264(path);
    if (!found || !read) throw new Error('it can be copied');
    [track, headers] = [found, read];
  });

  const copy = (changed: Partial<CopyableTrack> = {}): Promise<boolean> =>
    writeCopy(
      path,
      { ...track, ...changed },
      FIRST_GROUP,
      headers,
      { num: 10, den: 1 },
      join(studio.folder, 'copy.mp4'),
    );

  it('has the slices of the source, and its frames in their order', async () => {
    expect(await copy()).to.equal(true);
    const copied = join(studio.folder, 'copy.mp4');
    const slicesOf = (video: H264Video | undefined) =>
      video?.samples.slice(1, 10).map((sample) => Buffer.from(sample).toString('hex'));
    expect(slicesOf(await readH264(copied))).to.deep.equal(slicesOf(headers));
    expect(await framesOf(copied)).to.deep.equal((await framesOf(path)).slice(0, 10));
  });

  it('is refused if a sample contains anything but slices of the kind that the tables state', async () => {
    expect(await copy({ groups: [] }), 'a key frame').to.equal(false);
    const cut = track.samples.map((sample, index) => (index === 9 ? { ...sample, length: 8 } : sample));
    expect(await copy({ samples: cut }), 'half a sample').to.equal(false);
  });

  it('is refused if the source ends before a sample', async () => {
    const beyond = track.samples.map((sample, index) =>
      index === 9 ? { ...sample, start: file.length - 4 } : sample,
    );
    expect(await copy({ samples: beyond })).to.equal(false);
  });
});
