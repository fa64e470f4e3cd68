import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { generateSource } from 'oazapfts';
import { type Service, sharedService } from '../../support/service/service.js';

const run = promisify(execFile);
const bin = (name: string): string => resolve('node_modules/.bin', name);

/** What a developer would write who knows only the generated client. */
const PROGRAM = `
import * as api from './client.js';
const [baseUrl = '', key = ''] = process.argv.slice(2);
api.defaults.baseUrl = baseUrl;
api.defaults.headers = { 'x-api-key': key };
const must = <A extends { status: number }, S extends A['status']>(answer: A, status: S): Extract<A, { status: S }> => {
  if (answer.status !== status) throw new Error(JSON.stringify(answer));
  return answer as Extract<A, { status: S }>;
};
const clips: api.Clip[] = [
  { type: 'image', source: 'https://media.example.org/a.png', timeFrame: { end: 1000 } },
  { type: 'audio', source: 'https://media.example.org/a.mp3', timeFrame: { end: 1000 }, volume: 0.5 },
  { type: 'text', timeFrame: { end: 1000 }, textProperties: { content: 'hello' } },
];
const created = must(await api.createVideo({ metadata: { name: 'generated', duration: 1000 }, clips }, { idempotencyKey: 'a' }), 201);
const { _id, metadata } = created.data.data;
if (!metadata.redirectUrl?.includes(_id)) throw new Error('no editor link');
const patched = must(await api.updateVideo(_id, { metadata: { fps: 60 } }, { ifMatch: created.headers.get('etag') ?? '' }), 200);
const fps: number = patched.data.data.metadata.fps;
const stale = await api.updateVideo(_id, { metadata: { fps: 24 } }, { ifMatch: '"1"' });
if (stale.status !== 412) throw new Error('not refused');
const message: string[] = stale.data.message;
must(await api.getVideo(_id), 200);
const list = must(await api.listVideos({ limit: 1, name: 'GENERATED' }), 200);
const render = must(await api.createRenderOfVideo(_id, {}), 201).data.data;
must(await api.cancelRender(render._id), 200);
const seen = must(await api.getRender(render._id), 200).data.data;
const renders = must(await api.listRenders(_id, { status: 'cancelled' }), 200);
must(await api.createRender({ metadata: { name: 'inline', duration: 10 } }), 201);
const missing = await api.getVideo('nothing');
must(await api.replaceEditorLink(_id), 201);
must(await api.revokeEditorLink(_id), 204);
must(await api.isReady(), 200);
console.log(JSON.stringify({
  fps, message, total: list.data.pagination.total, status: seen.status,
  renders: renders.data.data.length, clip: seen.videoData.clips[1]?.type, missing: missing.status,
}));
`;

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2023',
    lib: ['ES2023', 'DOM'],
    types: ['node'],
    module: 'NodeNext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  },
};

describe('HTTP API: a client generated from the OpenAPI document', function () {
  this.timeout(120_000);
  let service: Service;
  let folder: string;
  before(async () => {
    service = await sharedService();
    folder = await mkdtemp(join(tmpdir(), 'framewright-client-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('compiles and works', async () => {
    const description = await (await fetch(`${service.baseUrl}/openapi.json`)).text();
    await writeFile(join(folder, 'openapi.json'), description);
    await writeFile(join(folder, 'client.ts'), await generateSource(join(folder, 'openapi.json')));
    await writeFile(join(folder, 'program.ts'), PROGRAM);
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    await run(bin('tsc'), ['-p', folder]).catch((error: { stdout: string }) => {
      throw new Error(error.stdout);
    });
    const key = await service.issueKey('generated-client');
    const { stdout } = await run(bin('tsx'), [join(folder, 'program.ts'), service.baseUrl, key]);
    expect(JSON.parse(stdout)).to.deep.equal({
      fps: 60,
      message: ['the video was modified: its ETag no longer matches If-Match'],
      total: 1,
      status: 'cancelled',
      renders: 1,
      clip: 'audio',
      missing: 404,
    });
  });
});
