import { expect } from 'chai';
import type { Finding } from '../../../infrastructure/cli/admin/doctor/check.js';
import { examine } from '../../../infrastructure/cli/admin/doctor.js';
import {
  clockCheck,
  eventStoreCheck,
  natsCheck,
  postgresCheck,
  projectionsCheck,
  serviceKeyCheck,
} from '../../../infrastructure/cli/admin/doctor/servers.js';
import { ownPort } from '../../support/service/own-port.js';
import { openDatabase } from '../../../infrastructure/postgres/connection/database.js';
import { migrate } from '../../../infrastructure/postgres/migrations/migrate.js';
import { claimFor } from '../../../infrastructure/postgres/read-models/event-store.js';
import { storeIdentity } from '../../../infrastructure/eventstore/store-identity.js';
import { sharedSecrets } from '../../../infrastructure/processes/parts/shared-secrets.js';
import { adminEnvironment, startAdmin } from '../../support/service/admin.js';
import { complaint } from '../../support/api/check-complaint.js';
import { eventually } from '../../support/eventually.js';
import { startTestNats } from '../../support/servers/nats.js';
import { createTestDatabase } from '../../support/servers/postgres.js';
import { serviceForSuite } from '../../support/service/service.js';
import { forSuite } from '../../support/for-suite.js';

const CHECKS = [
  'settings',
  'sandbox',
  'programs and fonts',
  'disk of DATA_DIR',
  'disk of temporary files',
  'object store',
  'content credentials',
  'EventStoreDB',
  'PostgreSQL',
  'NATS',
  'service key',
  'history',
  'clock',
  'projections',
];

describe('admin doctor', () => {
  const service = serviceForSuite();
  const nats = forSuite(startTestNats, (opened) => opened.stop());
  const environment = (): NodeJS.ProcessEnv => ({ ...adminEnvironment(service), NATS_URL: nats.url });

  before(async () => {
    await service.issueKey('alice');
    await claimFor(service.database, await storeIdentity(service.client));
  });

  describe('on a healthy service', () => {
    it('finds every check fine', async () => {
      const findings = await examine(environment());
      expect(findings.map(({ check }) => check)).to.deep.equal(CHECKS);
      // What these two find depends on the machine.
      const others = findings.filter(({ check }) => !['sandbox', 'programs and fonts'].includes(check));
      expect(others.filter(({ _tag }) => _tag !== 'ok')).to.deep.equal([]);
    });
  });

  describe('names what is broken, and what to do', () => {
    it('the command goes on after a failed check, and exits with 1', async () => {
      const { code, stdout } = await startAdmin(
        { node: service.node, databaseUrl: service.databaseUrl, dataDir: service.dataDir },
        'doctor',
        '--json',
      );
      const findings = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Finding & { readonly outcome: string });
      expect(code).to.equal(1);
      expect(findings.map(({ check }) => check)).to.deep.equal(CHECKS);
      expect(findings.filter(({ outcome }) => outcome === 'failed').map(({ check }) => check)).to.deep.equal([
        'NATS',
      ]);
    });

    it('servers that are down', async () => {
      const port = await ownPort();
      expect(await complaint(natsCheck(`nats://127.0.0.1:${port}`)))
        .to.include('failed: no server answers')
        .and.include('correct NATS_URL');
      const url = `postgres://user:hidden@127.0.0.1:${port}/none`;
      expect(await complaint(postgresCheck(url, service.database)))
        .to.include('failed: no server answers')
        .and.include('correct DATABASE_URL')
        .and.not.include('hidden');
      expect(await complaint(eventStoreCheck(`esdb://user:hidden@127.0.0.1:${port}?tls=false`)))
        .to.include('failed: no server answers')
        .and.include('correct EVENTSTORE_URL')
        .and.not.include('hidden');
    });

    it('a database without tables, and one of a later release', async () => {
      const { url, drop } = await createTestDatabase();
      const database = openDatabase({ url });
      const { client } = service;
      expect(await complaint(postgresCheck(url, database)))
        .to.match(/^failed: reachable; \d+ migrations have not run/)
        .and.include('Start the service once');
      expect(await complaint(projectionsCheck(database, client))).to.match(/^failed: .*does not exist/);
      await migrate(database);
      expect(await complaint(postgresCheck(url, database))).to.equal(
        'ok: reachable; all migrations have run',
      );
      expect(await complaint(projectionsCheck(database, client)))
        .to.include('warning: behind: ')
        .and.include('start a projector');
      await database('schema_migrations').insert({
        name: '999-later',
        batch: 99,
        migration_time: new Date(),
      });
      expect(await complaint(postgresCheck(url, database))).to.include(
        'failed: the database has migrations that this release does not know (999-later)',
      );
      await database.destroy();
      await drop();
    });

    it('a SERVICE_KEY that is not that of the others, or is missing', async () => {
      const { url, drop } = await createTestDatabase();
      const database = openDatabase({ url });
      const check = (serviceKey?: string) => complaint(serviceKeyCheck({ serviceKey }, database));
      await migrate(database);
      expect(await check()).to.equal('ok: no secret in the database needs it');
      const { signingSeed } = await sharedSecrets(
        { dataDir: service.dataDir, serviceKey: 'k'.repeat(32) },
        database,
      );
      await signingSeed.read(32);
      expect(await check('k'.repeat(32))).to.equal('ok: opens the secrets in the database');
      expect(await check('x'.repeat(32)))
        .to.match(/^failed: SERVICE_KEY is not the one/)
        .and.not.include('xxx');
      expect(await check()).to.match(/^warning: not set, and the database has secrets/);
      await database.destroy();
      await drop();
    });

    it('skipped events', async () => {
      await eventually(async () =>
        expect(await complaint(projectionsCheck(service.database, service.client))).to.match(
          /^ok: all \d+ are up to date/,
        ),
      );
      await service
        .database('projection_skipped_types')
        .insert({ type: 'FromTheFuture', first_commit_position: 1 });
      expect(await complaint(projectionsCheck(service.database, service.client)))
        .to.include('warning: skipped 1 events or types of events')
        .and.include('projections status');
      await service.database('projection_skipped_types').delete();
    });

    it('clocks that differ', async () => {
      const clock = (ms: number) => ({ now: () => new Date(Date.now() + ms) });
      expect(await complaint(clockCheck(service.database, clock(10_000))))
        .to.match(/^warning: PostgreSQL differs by -(9|10)\.\d s/)
        .and.include('Synchronise the clocks');
      expect(await complaint(clockCheck(service.database, clock(-600_000)))).to.match(
        /^failed: PostgreSQL differs by 6\d\d\.\d s/,
      );
    });
  });
});
