import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { contentKey } from '../../../application/assets/asset-content.js';
import { proxyKey } from '../../../application/assets/asset-proxies.js';
import { openDatabase } from '../../../infrastructure/postgres/connection/database.js';
import { sweepAssets } from '../../../infrastructure/processes/parts/sweeps.js';
import { localFiles } from '../../../infrastructure/storage/local-files.js';
import { createMigratedDatabase } from '../../support/servers/postgres.js';

const DAY = 24 * 3600;
const sha256 = (digit: number): string => String(digit).repeat(64);
const keyOf = (digit: number): string => contentKey('alice', sha256(digit));

describe('The sweep of contents', () => {
  it('removes those that no asset has had for a day, with their proxies, and no others', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'framewright-sweep-'));
    const { url, drop } = await createMigratedDatabase();
    const database = openDatabase({ url });
    const [used, deleted, justDeleted, uploading, fresh, nobodys] = [1, 2, 3, 4, 5, 6].map(keyOf) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const old = [used, proxyKey(used), deleted, proxyKey(deleted), justDeleted, uploading, nobodys];
    for (const key of [...old, fresh]) await writeFile(join(folder, key), 'content');
    const before = Date.now() / 1000 - 2 * DAY;
    for (const key of old) await utimes(join(folder, key), before, before);
    for (const [key, since] of [
      [used, null],
      [deleted, '2 days'],
      [justDeleted, '2 hours'],
    ])
      await database.raw(
        `insert into assets (asset_id, owner_id, name, tags, status, key, created_at, updated_at, revision, deleted_at)
         values (gen_random_uuid(), 'alice', 'a', '[]', 'ready', ?, now(), now(), 1, now() - ?::interval)`,
        [key ?? '', since ?? null],
      );
    await database.raw(
      `insert into asset_uploads (asset_id, owner_id, bytes, sha256, touched_at)
       values (gen_random_uuid(), 'alice', 1, ?, now())`,
      [sha256(4)],
    );
    await sweepAssets(database, localFiles(folder));
    expect(await readdir(folder)).to.have.members([used, proxyKey(used), justDeleted, uploading, fresh]);
    await database.destroy();
    await drop();
    await rm(folder, { recursive: true });
  });
});
