import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { openBackup } from '../../../infrastructure/cli/admin/backup/backup-folder.js';
import { openDatabase } from '../../../infrastructure/postgres/connection/database.js';
import { readIfExists, writePrivateFile } from '../../../infrastructure/platform/private-files.js';
import { STORAGE_AREAS } from '../../../infrastructure/storage/open-object-storage.js';
import { s3Objects } from '../../../infrastructure/storage/s3-objects.js';
import { adminCommand, adminEnvironment, type Administered } from '../../support/service/admin.js';
import { expectIntactHistoriesAt } from '../../support/event-store/chain-check.js';
import { endRender, renderOutput } from '../../support/renders/ended-renders.js';
import { apiClient, minimalVideo } from '../../support/service/http-client.js';
import { startNodeProcess } from '../../support/event-store/node-process.js';
import { createTestDatabase } from '../../support/servers/postgres.js';
import { rejection } from '../../support/rejection.js';
import { rightOf } from '../../support/right-of.js';
import { startS3Server } from '../../support/servers/s3-server.js';
import { type Service, startService } from '../../support/service/service.js';
import { tableHashes } from '../../support/servers/table-hashes.js';

describe('admin backup and restore', () => {
  let folder: string;
  let service: Service | undefined;
  let s3: Awaited<ReturnType<typeof startS3Server>>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framewright-backup-'));
    [service, s3] = await Promise.all([startService(), startS3Server()]);
  });
  after(async () => {
    await service?.stop();
    await s3.close();
    await rm(folder, { recursive: true });
  });

  /** @returns the output, on standard error if the command failed */
  const admin = (on: Administered, ...args: ReadonlyArray<string>): Promise<string> =>
    promisify(execFile)(process.execPath, [...adminCommand(...args)], {
      env: { ...adminEnvironment(on), ...s3.settings },
    }).then(
      ({ stdout }) => stdout,
      ({ stderr }: { stderr: string }) => stderr,
    );
  const hashesAt = async (url: string) => {
    const database = openDatabase({ url });
    try {
      return await tableHashes(database);
    } finally {
      await database.destroy();
    }
  };

  it('restore tables, events, objects and secrets to empty servers after all of them were destroyed', async () => {
    const first = service!;
    const api = apiClient(first.baseUrl, await first.issueKey('keeper'));
    await api('POST', '/v1/videos', { body: minimalVideo });
    const { key } = renderOutput(await endRender(first, api));
    const stored = STORAGE_AREAS.map((area) => ({ area, objects: s3Objects(s3.place(`test/${area}/`)) }));
    for (const { area, objects } of stored) {
      const file = join(folder, area);
      await writeFile(file, `the ${area}`);
      rightOf(await objects.put(key, file)());
    }
    await writePrivateFile(join(first.dataDir, 'secrets', 'service-key'), 'a secret');
    const backup = await admin(first, 'backup', '--with-objects', join(folder, 'backup'));
    expect(backup).to.match(/^backed up \d+ events, \d+ rows, 1 secret, 3 objects\n$/);
    const before = await hashesAt(first.databaseUrl);

    service = undefined;
    await first.stop();
    for (const { objects } of stored) rightOf(await objects.remove(key)());
    const [database, storeDatabase] = [await createTestDatabase(), await createTestDatabase()];
    const node = await startNodeProcess(storeDatabase.url);
    try {
      const second = { node, databaseUrl: database.url, dataDir: join(folder, 'second') };
      const damaged = join(folder, 'damaged');
      await cp(join(folder, 'backup'), damaged, { recursive: true });
      await appendFile(join(damaged, 'tables.jsonl'), '\n');
      expect(await admin(second, 'restore', damaged)).to.equal(
        'The backup is damaged: tables.jsonl does not match the manifest.\n',
      );
      expect(await admin(second, 'restore', join(folder, 'backup'))).to.match(/restored \d+ events/);
      expect(await hashesAt(database.url)).to.deep.equal(before);
      expect(await expectIntactHistoriesAt(node.connectionString)).to.be.at.least(4);
      for (const { area, objects } of stored) {
        const copy = join(folder, `copy of ${area}`);
        expect(E.isRight(await objects.get(key, copy)())).to.equal(true);
        expect(await readIfExists(copy)).to.equal(`the ${area}`);
      }
      expect(await readIfExists(join(second.dataDir, 'secrets', 'service-key'))).to.equal('a secret');
      expect(await admin(second, 'restore', join(folder, 'backup'))).to.match(/^The database is in use/);
    } finally {
      await node.stop();
      await Promise.all([database.drop(), storeDatabase.drop()]);
    }
  });

  it('tell a folder without a manifest from one whose manifest cannot be read', async () => {
    const refusal = async (name: string) => String(await rejection(openBackup(join(folder, name))));
    expect(await refusal('nothing')).to.match(
      /nothing contains no complete backup: it has no manifest.json\.$/,
    );
    await mkdir(join(folder, 'unreadable/manifest.json'), { recursive: true });
    expect(await refusal('unreadable')).to.match(/unreadable cannot be read: EISDIR\.$/);
  });
});
