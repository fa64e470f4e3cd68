import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'chai';
import { FileFrames } from '../../../../infrastructure/rendering/engine/feed.js';
import { StreamDecoder } from '../../../../infrastructure/rendering/engine/stream-decoder.js';
import { lavfi } from '../../../support/renders/lavfi.js';
import { studioForSuite } from '../../../support/renders/render.js';

const FPS = 30;
const SECONDS = 6;
const X264 = ['-c:v', 'libx264', '-g', '60', '-bf', '3', '-preset', 'veryfast'];

const X265 = ['-c:v', 'libx265', '-preset', 'ultrafast'];

/** Streams whose decoders wait for later frames: with fields, and with open and closed groups of pictures. */
const STREAMS: Readonly<Record<string, ReadonlyArray<string>>> = {
  'frames.mp4': X264,
  'fields.mkv': [...X264, '-flags', '+ilme+ildct', '-x264-params', 'tff=1'],
  'open.mp4': [...X264, '-x264-params', 'open-gop=1'],
  'hevc.mp4': [...X265, '-x265-params', 'keyint=60:open-gop=0:log-level=none'],
  'open-hevc.mp4': [...X265, '-x265-params', 'keyint=60:open-gop=1:log-level=none'],
  'vp9.webm': [
    '-c:v',
    'libvpx-vp9',
    '-g',
    '60',
    '-deadline',
    'realtime',
    '-cpu-used',
    '8',
    '-auto-alt-ref',
    '1',
  ],
  'mpeg4.mov': ['-c:v', 'mpeg4', '-g', '60', '-bf', '2', '-flags', '+cgop', '-sc_threshold', '1000000000'],
  'open-mpeg4.mov': ['-c:v', 'mpeg4', '-g', '60', '-bf', '2'],
};

/** Seconds in the middle of frames: far from one another, near, and where nothing follows. */
const SHOWN_AT = [30, 170, 59, 61, 60, 119, 120, 3, 177, 90, 91, 92, 0, 179, 150].map(
  (frame) => (frame + 0.5) / FPS,
);

const hashOf = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

describe('A single frame of a video', function () {
  this.timeout(60_000);
  const studio = studioForSuite();

  it('is the one that decoding from the start gives', async () => {
    for (const [name, encoding] of Object.entries(STREAMS)) {
      const source = lavfi(`testsrc2=s=128x96:r=${FPS}:d=${SECONDS}`);
      await studio.make(name, ...source, '-pix_fmt', 'yuv420p', ...encoding);
      const path = join(studio.folder, name);
      const input = { _tag: 'Source', path, options: { threads: '2' }, seek: 0 } as const;
      const decoder = new StreamDecoder(input, 'v');
      const all: string[] = [];
      for (let frame = decoder.next(); frame; frame = decoder.next()) {
        all.push(hashOf(frame.toBuffer()));
        frame.free();
      }
      decoder.close();
      expect(all, name).to.have.length(FPS * SECONDS);
      for (const second of SHOWN_AT) {
        const rate = { num: FPS, den: 1 };
        const frames = new FileFrames({ ...input, times: { seconds: [second], rate } }, 'v');
        const frame = frames.next();
        expect(all.indexOf(hashOf(frame?.toBuffer() ?? Buffer.alloc(0))), `${name} at ${second}`).to.equal(
          Math.floor(second * FPS),
        );
        frame?.free();
        frames.close();
      }
    }
  });
});
