import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ObjectStorage } from '../../../application/ports/object-storage.js';
import type { SourcePins } from '../../../application/ports/source-pins.js';
import { certificateSigner, testCertificate } from '../../../infrastructure/credentials/certificate.js';
import { c2paCredentials } from '../../../infrastructure/credentials/embed.js';
import type { ContentCredentials } from '../../../workers/render/ports/content-credentials.js';
import type { Replayer } from '../../../workers/render/ports/replayer.js';
import * as E from 'fp-ts/lib/Either.js';
import type { Composition } from '../../../domain/composition/composition.js';
import type { Output } from '../../../domain/composition/format/output.js';
import type { ReplayVerdict } from '../../../domain/render/replay-verdict.js';
import type { RenderId } from '../../../domain/ids.js';
import type { Render } from '../../../domain/render/state.js';
import { systemClock } from '../../../infrastructure/platform/system-clock.js';
import { localFiles } from '../../../infrastructure/storage/local-files.js';
import { storedSourcePins } from '../../../infrastructure/storage/source-pins.js';
import { COLOR_FLAGS } from '../../../workers/render/compose/picture-codec.js';
import type { RenderSettings } from '../../../workers/render/run/render-settings.js';
import { sizeAndHash } from '../../../workers/render/run/outputs/finish-output.js';
import { owner, uuid, videoId } from '../../support/examples.js';
import { compositionOf, openStudio, render, type Studio } from '../../support/render.js';

const METADATA = { duration: 1000, fps: 10, canvas: { width: 320, height: 180 } };
const TEXT = {
  type: 'text',
  textProperties: { content: 'Every frame', fontSize: 30, color: '#FFFFFF' },
  timeFrame: { start: 300, end: 600 },
  size: { width: 280, height: 60 },
};

/** Where a replayer finds what renders left. */
export interface Kept {
  readonly pins: SourcePins;
  readonly storage: ObjectStorage;
  readonly credentials?: ContentCredentials;
}

/**
 * What the render loop expects of a replayer.
 * @param open a replayer that works in the folder `work` of the studio, and finds sources by their path
 */
export const replayerContract = (name: string, open: (studio: Studio, kept: Kept) => Replayer): void => {
  describe(`replayer: ${name}`, function () {
    this.timeout(60_000);
    let studio: Studio;
    let recorded: Render;
    before(async () => {
      studio = await openStudio({ sandboxed: true });
      await mkdir(join(studio.folder, 'assets'));
      const sound = ['-f', 'lavfi', '-i', 'sine=440:r=48000'];
      await studio.make('assets/a.mp4', '-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10', ...sound, '-t', '1');
      recorded = await renderedFrom(composition());
    });
    after(() => studio.dispose());

    const source = () => join(studio.folder, 'assets/a.mp4');
    const hidden = () => join(studio.folder, 'assets/hidden.mp4');
    const composition = () =>
      compositionOf(METADATA, [
        { type: 'video', source: source(), timeFrame: { start: 0, end: 1000 }, size: METADATA.canvas },
        TEXT,
      ]);
    const storage = (name = 'stored') => localFiles(join(studio.folder, name));
    const pins = () => storedSourcePins(storage('pins'), systemClock, true);

    /** Renders, pins the sources, stores the files, and gives the state that its events leave. */
    const renderedFrom = async (
      composition: Composition,
      outputs?: ReadonlyArray<Output>,
      credentials?: ContentCredentials,
      stored = storage(),
      settings: Partial<RenderSettings> = {},
    ): Promise<Render> => {
      const made = await render(studio, composition, {
        settings,
        pins: pins(),
        video: { videoId, version: 1 },
        ...(outputs ? { outputs } : {}),
        ...(credentials ? { credentials } : {}),
      });
      const files = made.files.map(({ file }) => file);
      for (const [path, key] of [
        [made.path, made.output.key] as const,
        ...made.files.map(({ path, file }) => [path, file.key] as const),
      ])
        expect(await stored.put(key, path)()).to.deep.equal(E.right(undefined));
      await made.dispose();
      return {
        _tag: 'Render',
        // That of the render above, which the manifest names.
        renderId: uuid(0) as RenderId,
        ownerId: owner,
        video: { videoId, version: 1, composition, createdAt: '', updatedAt: '' },
        autoGenerateCaptionWords: false,
        captionLanguageCode: 'en',
        status: 'completed',
        attempt: 1,
        lostAttempts: 0,
        completed: {
          output: { ...made.output, ...(files.length > 0 ? { files } : {}) },
          provenance: made.provenance,
        },
        ...(outputs ? { output: outputs } : {}),
      };
    };
    const replay = async (
      of: Render,
      stored = storage(),
      credentials?: ContentCredentials,
    ): Promise<ReplayVerdict> => {
      const kept = { pins: pins(), storage: stored, ...(credentials ? { credentials } : {}) };
      const replayer = open(studio, kept);
      const hooks = { inSlot: <A>(work: () => Promise<A>) => work(), signal: new AbortController().signal };
      const result = await replayer.replay(of, hooks)();
      if (E.isLeft(result)) throw new Error(JSON.stringify(result.left));
      return result.right;
    };
    it('makes the same file from copies of sources that are gone', async () => {
      await rename(source(), hidden());
      try {
        expect(await replay(recorded)).to.deep.equal({
          result: 'identical',
          files: [{ role: 'output', format: 'mp4', stored: 'kept', comparison: 'identical', by: 'file' }],
        });
      } finally {
        await rename(hidden(), source());
      }
    });

    it('copies frames of a source if the render did', async () => {
      const moving = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=10', '-pix_fmt', 'yuv420p', '-t', '1'];
      const path = await studio.make('assets/plain.mp4', ...moving, '-c:v', 'libx264', ...COLOR_FLAGS);
      const timeFrame = { start: 0, end: 1000 };
      const alone = compositionOf(METADATA, [
        { type: 'video', source: path, timeFrame, size: METADATA.canvas },
      ]);
      for (const [copiesStretches, copiedFrames] of [
        [true, 10],
        [false, undefined],
      ] as const) {
        // All renders here have the same keys.
        const stored = storage('copied');
        const made = await renderedFrom(alone, undefined, undefined, stored, { copiesStretches });
        expect(made.completed?.output.copiedFrames).to.equal(copiedFrames);
        expect((await replay(made, stored)).result).to.equal('identical');
      }
    });

    it('compares bytes if signatures are the same each time, and packets if they are random', async () => {
      for (const [type, by] of [
        ['Ed25519', 'file'],
        ['P-256', 'streams'],
      ] as const) {
        const { certificates, privateKey } = await testCertificate(new Date(), type);
        const credentials = c2paCredentials(certificateSigner(certificates, privateKey));
        const stored = storage(type);
        const signed = await renderedFrom(compositionOf(METADATA, [TEXT]), undefined, credentials, stored);
        const { result, files } = await replay(signed, stored, credentials);
        expect([type, result, files?.[0]?.by]).to.deep.equal([type, 'identical', by]);
      }
    });

    it('names the frames and samples that differ, by how much, and the programs that have changed', async () => {
      // Frames 3 to 5 of the recorded file have a box, and its sound is twice as loud.
      const box = "drawbox=x=0:y=0:w=32:h=32:color=white:t=fill:enable='between(n,3,5)'";
      const options = ['-vf', box, '-af', 'volume=2', '-c:v', 'libx264', '-qp', '0', '-c:a', 'pcm_f32le'];
      const { output, provenance } = recorded.completed!;
      const path = await studio.make(
        'changed.mkv',
        '-i',
        join(studio.folder, 'stored', output.key),
        ...options,
      );
      await storage('changed').put(output.key, path)();
      const changed = { ...output, ...(await sizeAndHash(path)), streams: [] };
      const verdict = await replay(
        { ...recorded, completed: { output: changed, provenance: { ...provenance, ffmpeg: '4.4.1' } } },
        storage('changed'),
      );
      expect(verdict.result).to.equal('different');
      const [file] = verdict.files!;
      expect(file).to.include({ stored: 'kept', comparison: 'different', by: 'decoded' });
      const { frames, samples } = file!;
      expect(frames).to.deep.include({
        recorded: 10,
        replayed: 10,
        differing: 3,
        ranges: [{ from: 3, to: 5 }],
      });
      expect(frames!.largest).to.be.greaterThan(100);
      expect(frames!.mean).to.be.greaterThan(0).and.lessThan(20);
      expect(samples!.differing).to.be.greaterThan(1000);
      expect(samples!.largest).to.be.greaterThan(0.05);
      expect(samples!.firstMs).to.be.lessThan(100);
      expect(verdict.tools).to.deep.equal([
        { what: 'ffmpeg', recorded: '4.4.1', replayed: provenance.ffmpeg },
      ]);
    });

    it('compares all files of a render, and names those that are gone or were replaced', async () => {
      const outputs = [{ format: 'gif' }, { format: 'png', at: 400 }, { format: 'hls' }, { format: 'wav' }];
      const several = await renderedFrom(compositionOf(METADATA, [TEXT]), outputs as ReadonlyArray<Output>);
      const [gif, png] = [several.completed!.output, ...several.completed!.output.files!];
      await rm(join(studio.folder, 'stored', gif.key));
      await writeFile(join(studio.folder, 'stored', png!.key), 'another picture');
      const { result, files } = await replay(several);
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
      const pinned = () => join(studio.folder, 'pins', sourceOf(recorded).sha256);
      beforeEach(() => rename(source(), hidden()));
      afterEach(() => rename(hidden(), source()));

      it('does not use a copy that was changed, and names the source that is gone', async () => {
        await writeFile(pinned(), 'another source');
        const { url, sha256 } = sourceOf(recorded);
        expect(await replay(recorded)).to.deep.equal({
          result: 'source-unavailable',
          sources: [{ url, sha256, problem: 'gone', message: 'the file could not be read' }],
        });
      });

      it('names a source that has changed, with its hash now', async () => {
        await rm(pinned());
        await studio.make('assets/a.mp4', '-f', 'lavfi', '-i', 'testsrc=s=160x90:r=10', '-t', '1');
        const { sources, result } = await replay(recorded);
        expect([result, sources![0]!.problem]).to.deep.equal(['source-unavailable', 'changed']);
        expect(sources![0]!.found)
          .to.match(/^[0-9a-f]{64}$/)
          .and.not.equal(sources![0]!.sha256);
      });
    });
  });
};
