import { expect } from 'chai';
import type { Knex } from 'knex';
import { StartRefusedError } from '../../../infrastructure/platform/start-refused.js';
import { openDatabase } from '../../../infrastructure/postgres/connection/database.js';
import { sealedSecret } from '../../../infrastructure/postgres/settings/sealed-secret.js';
import { createMigratedDatabase } from '../../support/servers/postgres.js';

describe('A secret in the database', () => {
  let database: Knex;
  before(async () => {
    database = openDatabase({ url: (await createMigratedDatabase()).url });
  });
  after(() => database.destroy());

  const first = (bytes: number): Promise<string> => Promise.resolve('1'.repeat(bytes * 2));
  const key = Buffer.alloc(32, 1);
  const secret = (name: string, serviceKey = key) => sealedSecret(database, serviceKey, name, first);

  it('cannot be read in the database, under another name or with another key', async () => {
    await secret('c').replace('a-secret-to-look-for');
    await database('service_secrets').insert(
      database('service_secrets').where({ name: 'c' }).select(database.raw(`'d'`), 'sealed'),
    );
    const rows = await database('service_secrets').select<ReadonlyArray<{ sealed: Buffer }>>('sealed');
    for (const { sealed } of rows) expect(sealed.includes('a-secret-to-look-for')).to.equal(false);
    for (const other of [secret('d'), secret('c', Buffer.alloc(32, 2))]) {
      const error: unknown = await other.read(4).catch((reason: unknown) => reason);
      expect(error).to.be.an.instanceOf(StartRefusedError);
      expect((error as Error).message).to.match(/^SERVICE_KEY is not the one/);
    }
  });
});
