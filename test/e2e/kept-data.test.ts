import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { runAdmin } from '../support/service/admin.js';
import { apiClient } from '../support/service/http-client.js';
import { dataFolder, publishedRun, startStandalone } from '../support/service/standalone.js';
import { type Kept, KEPT_FOLDER } from './kept.js';
import { LONG } from '../support/long-form.js';

describe('The data of earlier releases', () => {
  const releases = readdirSync(KEPT_FOLDER).flatMap((name) => /^(.*)\.json$/.exec(name)?.[1] ?? []);
  // The oldest has the most to be brought up to date.
  for (const release of LONG ? releases : releases.toSorted().slice(0, 1))
    it(`opens, renders and verifies: ${release}`, async () => {
      const kept = JSON.parse(readFileSync(join(KEPT_FOLDER, `${release}.json`), 'utf8')) as Kept;
      const { path, remove } = await dataFolder();
      try {
        const archive = brotliDecompressSync(readFileSync(join(KEPT_FOLDER, `${release}.tar.br`)));
        execFileSync('tar', ['-x', '-C', path], { input: archive });
        await chmod(path, 0o755);
        const service = await startStandalone(path);
        try {
          await check(kept, service.baseUrl, path);
        } finally {
          expect(await service.end('SIGTERM')).to.equal(0);
        }
      } finally {
        await remove();
      }
    });
});

const check = async (kept: Kept, baseUrl: string, dataDir: string): Promise<void> => {
  const api = apiClient(baseUrl, kept.key);
  const dataOf = async (path: string) => {
    const { status, body } = await api('GET', path);
    expect(status, path).to.equal(200);
    return body.data;
  };
  const downloaded = async (url: string, key = '') => {
    const bytes = Buffer.from(await (await fetch(url, { headers: { 'x-api-key': key } })).arrayBuffer());
    return createHash('sha256').update(bytes).digest('hex');
  };

  expect((await dataOf(`/v1/videos/${kept.video}`)).metadata.name).to.match(/^Kept\b/);
  expect(await dataOf(`/v1/videos/${kept.video}/versions`)).to.have.length(2);
  expect((await dataOf('/v1/webhooks'))[0].url).to.equal('https://hooks.example.org/kept');
  expect((await dataOf(`/v1/batches/${kept.batch}`)).counts).to.include({ completed: 1 });
  const [{ sha256, url }] = (await dataOf(`/v1/renders/${kept.render}`)).outputs;
  expect(await downloaded(url.replace(/^https?:\/\/[^/]+/, baseUrl))).to.equal(sha256);

  if (kept.asset !== undefined) {
    expect(await downloaded(`${baseUrl}/v1/assets/${kept.asset}/content`, kept.key)).to.equal(
      (await dataOf(`/v1/assets/${kept.asset}`)).sha256,
    );
    const { comments, decisions } = await dataOf(`/v1/videos/${kept.video}/review`);
    expect([comments.length, decisions.length]).to.deep.equal([1, 1]);
  }

  const again = (await api('POST', `/v1/renders/${kept.video}`, { body: {} })).body.data._id as string;
  await eventually(async () =>
    expect(await dataOf(`/v1/renders/${again}`)).to.include({ status: 'completed', videoVersion: 2 }),
  );

  const { eventStoreUrl, databaseUrl } = publishedRun(dataDir);
  const service = { node: { connectionString: eventStoreUrl }, databaseUrl, dataDir };
  const admin = async (...args: ReadonlyArray<string>): Promise<string> => {
    const { code, stdout, stderr } = await runAdmin(service, ...args);
    expect(code, `${args.join(' ')}: ${stderr}${stdout}`).to.equal(0);
    return stdout;
  };
  const [checkpoint, keys, history] = ['kept.txt', 'keys.json', 'history.jsonl'].map((name) =>
    join(dataDir, name),
  );
  await writeFile(checkpoint!, kept.checkpoint);
  await writeFile(keys!, JSON.stringify(kept.keys));
  for (const id of [kept.video, kept.render]) {
    await writeFile(history!, await admin('audit', 'export', id, '--since', checkpoint!));
    expect(await admin('audit', 'verify', history!, '--checkpoint', checkpoint!, '--keys', keys!)).to.match(
      /^authentic: \d+ events, every one as it was recorded\nAll of them are in the log/,
    );
  }
  expect(await admin('audit', 'check')).to.include('The event store matches the log');
  expect(await admin('audit', 'replay', kept.render)).to.match(/output \(mp4\)/);
};
