import { expect } from 'chai';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { copyFile, open } from 'node:fs/promises';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { mediaProbe } from '../../../../infrastructure/rendering/ffmpeg/probe.js';
import { ffmpegSays } from '../../../support/pictures/decoded-media.js';
import { openStudio, type Studio } from '../../../support/renders/render.js';
import { rightOf } from '../../../support/right-of.js';

const PICTURE = '-f lavfi -i testsrc2=s=64x36:r=30:d=12';
const SOUND = '-f lavfi -i sine=d=12.3';
const H264 = '-c:v libx264 -preset ultrafast -bf 3 -b_strategy 0 -pix_fmt yuv420p';

/** Larger than any file that is read as a whole. */
const PADDING = 33 * 1024 * 1024;

describe('Probing a short MP4', function () {
  this.timeout(120_000);
  let studio: Studio;
  before(async () => {
    studio = await openStudio();
  });
  after(() => studio.dispose());

  const { probe } = mediaProbe(() => TE.left({ _tag: 'Stopped' }));
  const { signal } = new AbortController();
  /** What a file is, and how many programs were started to find out. */
  const probed = async (path: string) => {
    let started = 0;
    const count = (): void => void (started += 1);
    subscribe('child_process', count);
    try {
      const source = rightOf(await probe(path, signal)());
      return { source, started };
    } finally {
      unsubscribe('child_process', count);
    }
  };
  /** A copy that is too large to be read as a whole, because free space follows. */
  const padded = async (path: string): Promise<string> => {
    const copy = `${path}.padded.mp4`;
    await copyFile(path, copy);
    const file = await open(copy, 'r+');
    const { size } = await file.stat();
    const header = Buffer.from('\0\0\0\0free', 'latin1');
    header.writeUInt32BE(PADDING);
    await file.write(header, 0, header.length, size);
    await file.truncate(size + PADDING);
    await file.close();
    return copy;
  };
  const made = (name: string, options: string) => studio.make(name, ...options.split(' '));

  /** How each file is made, and how often ffprobe is started for it. */
  const files: Readonly<Record<string, readonly [make: () => Promise<string>, programs: number]>> = {
    'with sound and frames in another order': [
      () => made('plain.mp4', `${PICTURE} ${SOUND} ${H264} -g 100 -c:a aac`),
      1,
    ],
    'with open groups of pictures': [
      () => made('open.mp4', `${PICTURE} ${H264} -x264-params open-gop=1:keyint=30`),
      1,
    ],
    'that begins later': [
      async () => {
        const plain = await made('whole.mp4', `${PICTURE} ${SOUND} ${H264} -g 60 -c:a aac`);
        const cut = `${studio.folder}/cut.mp4`;
        await ffmpegSays('-v', 'error', '-ss', '3.21', '-i', plain, '-c', 'copy', cut);
        return cut;
      },
      1,
    ],
    'in fragments': [
      () => made('fragments.mp4', `${PICTURE} ${SOUND} ${H264} -c:a aac -movflags frag_keyframe+empty_moov`),
      1,
    ],
    'in another container of this kind': [() => made('prores.mov', `${PICTURE} -c:v prores_ks`), 1],
    'whose last frames alone are evenly spaced': [
      () => made('uneven.mp4', `${PICTURE} -vf select='gt(n\\,60)+not(mod(n\\,7))' -vsync vfr ${H264} -g 10`),
      2,
    ],
    'whose frames are not evenly spaced': [
      () => made('variable.mp4', `${PICTURE} -vf select='not(mod(n\\,7)*mod(n\\,5))' -vsync vfr ${H264}`),
      2,
    ],
    'with more packets than are read': [
      () => made('long.mp4', `-f lavfi -i testsrc2=s=16x16:r=100:d=45 ${H264}`),
      2,
    ],
    'whose clock starts late': [
      () => made('late.mp4', `${PICTURE} ${SOUND} ${H264} -c:a aac -output_ts_offset 7.3`),
      1,
    ],
    'without video': [() => made('sound.m4a', `${SOUND} -c:a aac`), 1],
  };
  for (const [kind, [make, programs]] of Object.entries(files))
    it(`finds in one ${kind} what it finds in a larger one, in ${programs} runs`, async () => {
      const path = await make();
      const [small, large] = [await probed(path), await probed(await padded(path))];
      expect(small.source).to.deep.equal(large.source);
      expect(small.started).to.equal(programs);
    });

  it('reads the end of a larger one once, if its clock starts late', async () => {
    const late = await made('late.mp4', `${PICTURE} ${SOUND} ${H264} -c:a aac -output_ts_offset 7.3`);
    const { started } = await probed(await padded(late));
    expect(started).to.equal(2);
  });
});
