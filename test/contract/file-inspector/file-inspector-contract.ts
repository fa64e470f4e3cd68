import { expect } from 'chai';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  FileInspector,
  FramesToHash,
  InspectedFile,
} from '../../../application/ports/file-inspector.js';
import { ffmpegSays } from '../../support/pictures/decoded-media.js';
import { studioForSuite } from '../../support/renders/render.js';
import { lavfi } from '../../support/renders/lavfi.js';

const COPY = ['-c', 'copy'];
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '10', '-sc_threshold', '0', '-c:a', 'aac'];
const WEBM = ['-c:v', 'libvpx', '-c:a', 'libopus'];

/** What verification expects of the inspector of files: hashes that tell a file apart in any container. */
export const fileInspectorContract = (name: string, inspector: FileInspector): void => {
  describe(`file inspector: ${name}`, () => {
    const studio = studioForSuite();
    const { signal } = new AbortController();
    const inspect = (path: string, frames: FramesToHash = 'key') => inspector.inspect(path, frames, signal);
    let original: string;
    let inspected: InspectedFile | undefined;
    before(async () => {
      const inputs = [...lavfi('testsrc2=s=64x36:r=10:d=3'), ...lavfi('sine=d=3')];
      original = await studio.make('original.mp4', ...inputs, ...H264);
      inspected = await inspect(original);
    });

    const derived = async (file: string, ...options: string[]): Promise<string> => {
      const path = join(studio.folder, file);
      await ffmpegSays('-v', 'error', '-y', '-i', original, ...options, path);
      return path;
    };

    it('hashes the first video and audio stream, the same in every container and with any extension', async () => {
      const streams = inspected?.streams;
      expect(streams?.map(({ kind }) => kind)).to.deep.equal(['video', 'audio']);
      for (const { sha256 } of streams ?? []) expect(sha256).to.match(/^[0-9a-f]{64}$/);
      for (const [file, ...options] of [
        ['remuxed.mkv', ...COPY],
        ['remuxed.ts', ...COPY],
        ['fragmented.mp4', ...COPY, '-movflags', 'frag_keyframe+empty_moov'],
      ] as const)
        expect((await inspect(await derived(file, ...options)))?.streams, file).to.deep.equal(streams);
      const mov = await derived('remuxed.mov', ...COPY, '-metadata', 'title=Other');
      await rename(mov, join(studio.folder, 'no-extension'));
      expect((await inspect(join(studio.folder, 'no-extension')))?.streams).to.deep.equal(streams);
      const remuxed = join(studio.folder, 'remuxed.ts');
      const back = join(studio.folder, 'back.mp4');
      await ffmpegSays('-v', 'error', '-y', '-i', remuxed, ...COPY, back);
      expect((await inspect(back))?.streams, 'back from MPEG-TS').to.deep.equal(streams);
    });

    it('returns other hashes for a part and for another encoding', async () => {
      const [video] = inspected?.streams ?? [];
      const cut = await derived('cut.mp4', '-t', '2', ...COPY);
      expect((await inspect(cut))?.streams[0]).to.not.deep.equal(video);
      const again = await derived('again.mp4', ...H264, '-crf', '40');
      expect((await inspect(again))?.streams[0]).to.not.deep.equal(video);
    });

    it('fingerprints the key frames, or ten frames a second, also of codecs that it does not hash', async () => {
      const key = inspected?.fingerprint;
      expect(key?.at).to.deep.equal([0, 1000, 2000]);
      expect(key?.hashes).to.have.length(3);
      const all = (await inspect(original, 'ten-per-second'))?.fingerprint;
      expect(all?.at).to.deep.equal(Array.from({ length: 30 }, (_, frame) => frame * 100));
      const vp8 = await inspect(await derived('frames.webm', ...WEBM), 'ten-per-second');
      expect(vp8?.fingerprint.at).to.have.length(30);
      expect(vp8?.streams).to.deep.equal([]);
    });

    it('returns undefined for a file that is not media', async () => {
      const path = join(studio.folder, 'text.mp4');
      await writeFile(path, 'not a video');
      expect(await inspect(path)).to.equal(undefined);
    });
  });
};
