import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Output } from '../../../domain/composition/fields/output.js';
import type { Render } from '../../../domain/render/state.js';
import { certificateSigner } from '../../../infrastructure/credentials/certificate.js';
import { c2paCredentials } from '../../../infrastructure/credentials/embed.js';
import { testCertificate } from '../../../infrastructure/credentials/test-certificate.js';
import { BT709 } from '../../hostile/corpus/make-media.js';
import { sizeAndHash } from '../../../workers/render/run/outputs/finish-output.js';
import { compositionOf } from '../../support/renders/render.js';
import { METADATA, openReplays, type OpenReplayer, TEXT } from '../../support/renders/replays.js';
import { itIfLong } from '../../support/long-form.js';
import { lavfi } from '../../support/renders/lavfi.js';

/** What the render loop expects of a replayer. */
export const replayerContract = (name: string, open: OpenReplayer): void => {
  describe(`replayer: ${name}`, () => {
    let replays: Awaited<ReturnType<typeof openReplays>>;
    let recorded: Render;
    before(async () => {
      replays = await openReplays(open);
      recorded = await replays.renderedFrom(replays.composition());
    });
    after(() => replays.studio.dispose());

    it('makes the same file from copies of sources that are gone', async () => {
      await rename(replays.source, replays.hidden);
      try {
        expect(await replays.replay(recorded)).to.deep.equal({
          result: 'identical',
          files: [{ role: 'output', format: 'mp4', stored: 'kept', comparison: 'identical', by: 'file' }],
        });
      } finally {
        await rename(replays.hidden, replays.source);
      }
    });

    it('copies frames of a source if the render did', async () => {
      const moving = [...lavfi('testsrc2=s=320x180:r=10'), '-pix_fmt', 'yuv420p', '-t', '1'];
      const path = await replays.studio.make('assets/plain.mp4', ...moving, '-c:v', 'libx264', ...BT709);
      const timeFrame = { start: 0, end: 1000 };
      const alone = compositionOf(METADATA, [
        { type: 'video', source: path, timeFrame, size: METADATA.canvas },
      ]);
      for (const [copiesStretches, copiedFrames] of [
        [true, 10],
        [false, undefined],
      ] as const) {
        // All renders here have the same keys.
        const stored = replays.storage('copied');
        const made = await replays.renderedFrom(alone, undefined, undefined, stored, { copiesStretches });
        expect(made.completed?.output.copiedFrames).to.equal(copiedFrames);
        expect((await replays.replay(made, stored)).result).to.equal('identical');
      }
    });

    itIfLong(
      'compares bytes if signatures are the same each time, and packets if they are random',
      async () => {
        for (const [type, by] of [
          ['Ed25519', 'file'],
          ['P-256', 'streams'],
        ] as const) {
          const { certificates, privateKey } = await testCertificate(new Date(), type);
          const credentials = c2paCredentials(certificateSigner(certificates, privateKey));
          const stored = replays.storage(type);
          const signed = await replays.renderedFrom(
            compositionOf(METADATA, [TEXT]),
            undefined,
            credentials,
            stored,
          );
          const { result, files } = await replays.replay(signed, stored, credentials);
          expect([type, result, files?.[0]?.by]).to.deep.equal([type, 'identical', by]);
        }
      },
    );

    it('names the frames and samples that differ, and the programs that have changed', async () => {
      // Frames 3 to 5 of the recorded file have a box, and its sound is twice as loud.
      const box = "drawbox=x=0:y=0:w=32:h=32:color=white:t=fill:enable='between(n,3,5)'";
      const options = ['-vf', box, '-af', 'volume=2', '-c:v', 'libx264', '-qp', '0', '-c:a', 'pcm_f32le'];
      const { output, provenance } = recorded.completed!;
      const path = await replays.studio.make(
        'changed.mkv',
        '-i',
        join(replays.studio.folder, 'stored', output.key),
        ...options,
      );
      await replays.storage('changed').put(output.key, path)();
      const changed = { ...output, ...(await sizeAndHash(path)), streams: [] };
      const verdict = await replays.replay(
        { ...recorded, completed: { output: changed, provenance: { ...provenance, ffmpeg: '4.4.1' } } },
        replays.storage('changed'),
      );
      expect(verdict.result).to.equal('different');
      const [file] = verdict.files!;
      expect(file).to.include({ stored: 'kept', comparison: 'different', by: 'decoded' });
      const { frames, samples } = file!;
      expect(frames).to.deep.equal({
        recorded: 10,
        replayed: 10,
        differing: 3,
        ranges: [{ from: 3, to: 5 }],
      });
      expect(samples!.differing).to.be.greaterThan(1000).and.at.most(samples!.recorded);
      expect(samples!.firstMs).to.be.lessThan(100);
      expect(verdict.tools).to.deep.equal([
        { what: 'ffmpeg', recorded: '4.4.1', replayed: provenance.ffmpeg },
      ]);
    });

    it('compares all files of a render, and names those that are gone or were replaced', async () => {
      const outputs = [{ format: 'gif' }, { format: 'png', at: 400 }, { format: 'hls' }, { format: 'wav' }];
      const several = await replays.renderedFrom(
        compositionOf(METADATA, [TEXT]),
        outputs as ReadonlyArray<Output>,
      );
      const [gif, png] = [several.completed!.output, ...several.completed!.output.files!];
      await rm(join(replays.studio.folder, 'stored', gif.key));
      await writeFile(join(replays.studio.folder, 'stored', png!.key), 'another picture');
      const { result, files } = await replays.replay(several);
      expect(result).to.equal('output-changed');
      expect(files!.map(({ format, stored, comparison }) => [format, stored, comparison])).to.deep.equal([
        ['gif', 'gone', 'identical'],
        ['png', 'changed', 'identical'],
        ['hls', 'kept', 'identical'],
        ['hls', 'kept', 'identical'],
        ['wav', 'kept', 'identical'],
      ]);
    });

    describe('without the sources', () => {
      const sourceOf = ({ completed }: Render) => completed!.provenance.sources[0]!;
      const pinned = () => join(replays.studio.folder, 'pins', sourceOf(recorded).sha256);
      beforeEach(() => rename(replays.source, replays.hidden));
      afterEach(() => rename(replays.hidden, replays.source));

      it('does not use a copy that was changed, and names the source that is gone', async () => {
        await writeFile(pinned(), 'another source');
        const { url, sha256 } = sourceOf(recorded);
        expect(await replays.replay(recorded)).to.deep.equal({
          result: 'source-unavailable',
          sources: [{ url, sha256, problem: 'gone', message: 'the file could not be read' }],
        });
      });

      it('names a source that has changed, with its hash now', async () => {
        await rm(pinned());
        await replays.studio.make('assets/a.mp4', ...lavfi('testsrc=s=160x90:r=10'), '-t', '1');
        const { sources, result } = await replays.replay(recorded);
        expect([result, sources![0]!.problem]).to.deep.equal(['source-unavailable', 'changed']);
        expect(sources![0]!.found)
          .to.match(/^[0-9a-f]{64}$/)
          .and.not.equal(sources![0]!.sha256);
      });
    });
  });
};
