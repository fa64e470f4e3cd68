import { API_KEY_SCOPES } from '../../domain/api-key/events.js';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { EXAMPLE_TITLE } from '../../infrastructure/http/contract/examples.js';
import { openApiDocument } from '../../infrastructure/http/contract/openapi.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { description } from '../support/api/api-description.js';
import { CAPTION, LANGUAGES, type Sample } from '../support/api/code-samples.js';
import { eventually } from '../support/eventually.js';
import { apiClient } from '../support/service/http-client.js';
import { endRender } from '../support/renders/ended-renders.js';
import { type Media, startMedia } from '../support/renders/made-media.js';
import type { TestPreviews } from '../support/renders/previews.js';
import { startPreviewService } from '../support/service/preview-service.js';
import { rightOf } from '../support/right-of.js';
import type { Service } from '../support/service/service.js';
import { LONG } from '../support/long-form.js';
import { lavfi } from '../support/renders/lavfi.js';

const run = promisify(execFile);

/** The addresses in examples, for which the tests serve media of their own. */
const MEDIA = 'https://media.example.org';

describe('The code samples of the API reference', () => {
  let worker: TestPreviews;
  let service: Service;
  let folder: string;
  let media: Media;

  before(async () => {
    ({ service, worker } = await startPreviewService());
    media = await startMedia();
    const inputs = ['color=red:size=32x18:duration=1', 'sine=duration=1'];
    const generated = inputs.flatMap((input) => lavfi(input));
    await media.made('video.mp4', ...generated, '-pix_fmt', 'yuv420p');
    service.log.start();
    folder = await mkdtemp(join(tmpdir(), 'framewright-samples-'));
  });
  after(async () => {
    await rm(folder, { recursive: true });
    await media.stop();
    await service.stop();
    await worker.close();
  });

  const samplesIn = (label: string, baseUrl = service.baseUrl): ReadonlyArray<Sample> => {
    const { paths } = openApiDocument(baseUrl) as {
      paths: Record<
        string,
        Record<
          string,
          { operationId: string; 'x-codeSamples': ReadonlyArray<{ label: string; source: string }> }
        >
      >;
    };
    return Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) => {
        // Its response never ends: the tests of reviews follow it for a while.
        if (operation.operationId === 'watchReview') return [];
        const source = operation['x-codeSamples'].find((sample) => sample.label === label)?.source ?? '';
        return { operationId: operation.operationId, method, path, source };
      }),
    );
  };

  /** An owner with one of everything that the samples name by placeholders. */
  const preparedOwner = async (name: string) => {
    const key = await service.issueKey(`samples-${name}`, {}, API_KEY_SCOPES);
    const api = apiClient(service.baseUrl, key);
    const created = async (path: string, body: object): Promise<string> =>
      (await api('POST', path, { body })).body.data._id as string;
    const webhook = await created('/v1/webhooks', { url: 'https://hooks.example.org/samples' });
    const video = await created('/v1/videos', {
      ...EXAMPLE_TITLE,
      metadata: { ...EXAMPLE_TITLE.metadata, soundtrack: { source: media.server.url('/video.mp4') } },
      clips: [...EXAMPLE_TITLE.clips, CAPTION],
    });
    const render = await endRender(service, api);
    const outputKey = `${render}.mp4`;
    const file = join(folder, outputKey);
    await writeFile(file, 'an output');
    rightOf(await service.objectStorage.put(outputKey, file)());
    const asset = await created('/v1/assets', { url: media.server.url('/video.mp4') });
    const deletedAsset = await created('/v1/assets', { url: media.server.url('/video.mp4') });
    const delivery = await created(`/v1/webhooks/${webhook}/test`, {});
    const comment = await created(`/v1/videos/${video}/comments`, { text: 'Larger' });
    const pending = await created(`/v1/renders/${video}`, {});
    const batch = await created(`/v1/renders/${video}/batch`, { rows: [{}] });
    await api('POST', `/v1/batches/${batch}/cancel`);
    const open = await created(`/v1/renders/${video}/batch`, { rows: [{}] });
    const values: Readonly<Record<string, string>> = {
      VIDEO_ID: video,
      RENDER_ID: render,
      BATCH_ID: batch,
      WEBHOOK_ID: webhook,
      DELIVERY_ID: delivery,
      ASSET_ID: asset,
      API_KEY_ID: await created('/v1/api-keys', { name: 'For a sample', scopes: ['read'] }),
      COMMENT_ID: comment,
      CLIP_ID: CAPTION.id,
      OUTPUT_KEY: outputKey,
      [`${MEDIA}/video\\.mp4`]: media.server.url('/video.mp4'),
    };
    /** What some samples have instead: what can be cancelled, and a render with captions. */
    const special: Readonly<Record<string, string>> = {
      'getRenderCaptions RENDER_ID': pending,
      'cancelRender RENDER_ID': pending,
      'cancelBatch BATCH_ID': open,
      'deleteAsset ASSET_ID': deletedAsset,
    };
    /** A text with identifiers instead of placeholders. */
    const filled = ({ source, ...sample }: Sample): Sample => ({
      ...sample,
      source: Object.entries(values).reduce(
        (text, [placeholder, value]) =>
          text.replaceAll(
            new RegExp(placeholder, 'g'),
            special[`${sample.operationId} ${placeholder}`] ?? value,
          ),
        source,
      ),
    });
    await eventually(async () => {
      const proof = await api('GET', `/v1/log/proof?videoId=${video}`);
      expect(proof.status).to.equal(200);
    });
    return { key, filled };
  };

  it('show a body wherever one is required', () => {
    const silent = Object.values(description.paths).flatMap((operations) =>
      Object.values(operations)
        .filter(
          ({ requestBody }) =>
            requestBody?.required === true && requestBody.content['application/json']?.example === undefined,
        )
        .map(({ operationId }) => operationId),
    );
    expect(silent).to.deep.equal([]);
  });

  // The short form runs those that one process runs.
  for (const [label, language] of Object.entries(LANGUAGES).filter(([name]) => LONG || name === 'TypeScript'))
    it(`work in ${label}, for every operation`, async () => {
      const { key, filled } = await preparedOwner(label);
      // What deletes comes last.
      const samples = samplesIn(label)
        .map(filled)
        .toSorted((a, b) => Number(a.method === 'delete') - Number(b.method === 'delete'));
      expect(samples.length).to.be.at.least(60);
      const outcomes = await language(samples, key, folder);
      const failed = outcomes.flatMap(({ error }, index) =>
        error === undefined ? [] : [`${samples[index]?.operationId}: ${error}\n${samples[index]?.source}`],
      );
      expect(failed.join('\n\n')).to.equal('');
      const video = outcomes[samples.findIndex(({ operationId }) => operationId === 'getVideo')];
      expect(video?.printed).to.contain(EXAMPLE_TITLE.metadata.name);
      const png = await readFile(join(folder, 'frame.png'));
      expect(png.subarray(1, 4).toString()).to.equal('PNG');
      expect(await readFile(join(folder, 'video.mp4'), 'utf8')).to.equal('an output');
      expect((await readFile(join(folder, 'content.bin'))).length).to.be.greaterThan(100);
      await rm(join(folder, 'content.bin'));
      await rm(join(folder, 'frame.png'));
      await rm(join(folder, 'video.mp4'));
    });

  if (LONG)
    // It generates the types of the client and compiles every sample.
    it('have the types of the client', async () => {
      await run(process.execPath, ['--import', 'tsx', 'clients/typescript/generate/main.ts'], {
        cwd: packageRoot,
      });
      const samples = samplesIn('TypeScript');
      for (const { operationId, source } of samples)
        await writeFile(join(folder, `${operationId}.ts`), source);
      const config = {
        compilerOptions: {
          strict: true,
          noEmit: true,
          skipLibCheck: true,
          target: 'es2023',
          module: 'nodenext',
          types: ['node'],
          typeRoots: [join(packageRoot, 'node_modules/@types')],
          paths: { '@framewright/client': [join(packageRoot, 'clients/typescript/core/client.ts')] },
        },
        files: samples.map(({ operationId }) => `${operationId}.ts`),
      };
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
      await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
      const checked = await run(process.execPath, [
        join(packageRoot, 'node_modules/typescript/bin/tsc'),
        '-p',
        folder,
      ]).catch(({ stdout }: { stdout: string }) => ({ stdout }));
      expect(checked.stdout).to.equal('');
    });
});
