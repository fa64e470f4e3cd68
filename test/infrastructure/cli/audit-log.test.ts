import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { Client } from 'pg';
import { hashOfStored } from '../../../application/audit/repeated-request.js';
import type { StoredEvent } from '../../../application/ports/event-archive.js';
import { growLog } from '../../../application/transparency/grow-log.js';
import { signCheckpoint } from '../../../application/transparency/sign-checkpoint.js';
import { eventStoreDbArchive } from '../../../infrastructure/eventstore/event-archive.js';
import { eventStoreDbEventLog } from '../../../infrastructure/eventstore/event-log.js';
import { systemClock } from '../../../infrastructure/platform/system-clock.js';
import { runAdmin } from '../../support/admin.js';
import { eventually } from '../../support/eventually.js';
import { apiClient, minimalVideo } from '../../support/http-client.js';
import { type NodeProcess, startNodeProcess } from '../../support/node-process.js';
import { type Service, startService } from '../../support/service.js';

interface EventRow {
  readonly position: string;
  readonly event_id: string;
  readonly revision: string;
  readonly type: string;
  readonly data: Buffer;
  readonly metadata: Buffer;
}

describe('admin command line: the log of all events', function () {
  this.timeout(120_000);
  let service: Service;
  let api: ReturnType<typeof apiClient>;
  let id: string;
  const fileOf = (name: string): string => join(service.dataDir, name);
  const admin = (...args: ReadonlyArray<string>) => runAdmin(service, 'audit', ...args);

  before(async () => {
    service = await startService();
    service.log.start();
    api = apiClient(service.baseUrl, await service.issueKey('alice'));
    id = (await api('POST', '/v1/videos', { body: minimalVideo })).body.data._id;
    await api('PATCH', `/v1/videos/${id}`, { body: { metadata: { name: 'Second' } } });
    await covered(id, 1);
    await writeFile(fileOf('kept.txt'), (await admin('checkpoint')).stdout);
    const keys = await apiClient(service.baseUrl)('GET', '/.well-known/framewright-keys.json');
    await writeFile(fileOf('keys.json'), keys.text);
  });
  after(() => service.stop());

  /** Waits until a checkpoint covers the event. */
  const covered = (videoId: string, revision: number) =>
    eventually(async () => {
      const { merkleLog } = service.log;
      const [index, newest] = [
        await merkleLog.indexOf(`video-${videoId}`, revision),
        await merkleLog.latestCheckpoint(),
      ];
      expect(newest?.size ?? 0).to.be.greaterThan(index ?? Infinity);
    });

  const exported = async (...options: ReadonlyArray<string>): Promise<string> => {
    const { stdout } = await admin('export', id, ...options);
    await writeFile(fileOf('export.jsonl'), stdout);
    return stdout;
  };
  const verified = (...options: ReadonlyArray<string>) =>
    admin(
      'verify',
      fileOf('export.jsonl'),
      '--checkpoint',
      fileOf('kept.txt'),
      '--keys',
      fileOf('keys.json'),
      ...options,
    );

  it("verifies an export against an auditor's kept checkpoint, without the service", async () => {
    await api('PATCH', `/v1/videos/${id}`, { body: { metadata: { name: 'Third' } } });
    await covered(id, 2);
    await exported('--since', fileOf('kept.txt'));
    const { code, stdout } = await verified();
    expect(stdout).to.include('authentic: 3 events').and.include('All of them are in the log');
    expect(code).to.equal(0);
  });

  it('refuses a checkpoint that no key of the service has signed, and one of another log', async () => {
    await exported('--since', fileOf('kept.txt'));
    const kept = await readFile(fileOf('kept.txt'), 'utf8');
    await writeFile(fileOf('other.txt'), kept.replace(/^framewright\/./, 'framewright/x'));
    const other = await admin('verify', fileOf('export.jsonl'), '--checkpoint', fileOf('other.txt'));
    expect(other).to.include({ code: 1 });
    expect(other.stdout).to.include('is of another log');
    await writeFile(fileOf('forged.txt'), kept.replace(/\n\d+\n/, '\n1\n'));
    const forged = await admin(
      'verify',
      fileOf('export.jsonl'),
      '--checkpoint',
      fileOf('forged.txt'),
      '--keys',
      fileOf('keys.json'),
    );
    expect(forged.stdout).to.include('none of the given keys has signed the checkpoint');
  });

  it('keeps a checkpoint for a second party that has only the address', async () => {
    const store = fileOf('witnessed.txt');
    const first = await admin('witness', service.baseUrl, '--store', store);
    expect(first.stdout).to.match(/consistent: the log has grown from 0 to \d+ events/);
    const other = (await api('POST', '/v1/videos', { body: minimalVideo })).body.data._id as string;
    await covered(other, 0);
    const second = await admin(
      'witness',
      service.baseUrl,
      '--store',
      store,
      '--keys',
      fileOf('keys.json'),
      '--json',
    );
    const { size, before } = JSON.parse(second.stdout);
    expect(size).to.be.greaterThan(before);
  });

  describe('after history was rewritten with access to the database and the signing key', () => {
    /** Rewrites the second event and everything that depends on it: hashes, tree and checkpoints. */
    const rewriteHistory = async (): Promise<void> => {
      const store = new Client({ connectionString: service.storeDatabaseUrl });
      await store.connect();
      const stream = `video-${id}`;
      const { rows } = await store.query<EventRow>(
        'select * from eventstore.events where stream = $1 order by revision',
        [stream],
      );
      let previousHash = '';
      for (const { position, event_id, revision, type, data, metadata } of rows) {
        const facts = data.toString().replaceAll('Second', 'Forged');
        const stored = {
          id: event_id,
          stream,
          revision: Number(revision),
          type,
          recordedAt: '',
          data: JSON.parse(facts) as unknown,
          metadata: { ...(JSON.parse(metadata.toString()) as StoredEvent['metadata']), previousHash },
        };
        const hash = hashOfStored(stored);
        await store.query('update eventstore.events set data = $1, metadata = $2 where position = $3', [
          facts,
          JSON.stringify({ ...stored.metadata, hash }),
          position,
        ]);
        previousHash = hash;
      }
      await store.end();
      // The node keeps recent events in memory.
      await service.node.kill();
      restarted = await startNodeProcess(service.storeDatabaseUrl, service.node.port);
      await service.database.raw('truncate merkle_leaves, merkle_subtrees, merkle_checkpoints');
      const { count } = (
        await service.database.raw('update merkle_head set size = 0, store_id = null returning 1 as count')
      ).rows[0];
      expect(count).to.equal(1);
      await growAgain();
    };

    const growAgain = async (): Promise<void> => {
      const { merkleLog, keys } = service.log;
      const eventLog = eventStoreDbEventLog(service.client, {
        onLost: () => undefined,
        onUnknownEvent: () => undefined,
        onUndecodableEvent: () => undefined,
      });
      const head = await eventLog.headAfter(undefined);
      const followStored: typeof eventLog.followStored = async function* (after, signal) {
        for await (const batch of eventLog.followStored(after, signal)) {
          yield batch;
          if (batch.upTo.commit === head?.commit) return;
        }
      };
      await growLog({
        eventLog: { followStored },
        archive: eventStoreDbArchive(service.client),
        log: merkleLog,
        onGrown: () => undefined,
        signal: new AbortController().signal,
      });
      await signCheckpoint({ log: merkleLog, keys, clock: systemClock });
    };

    let restarted: NodeProcess;
    before(rewriteHistory);
    after(() => restarted.stop());

    it('the export is a valid chain, but not the one of the kept checkpoint', async () => {
      expect(await exported('--since', fileOf('kept.txt'))).to.include('Forged');
      expect((await admin('verify', fileOf('export.jsonl'))).code).to.equal(0);
      const { code, stdout } = await verified();
      expect(stdout).to.include('log: the log was rewritten');
      expect(code).to.equal(1);
    });

    it('the witness detects it, and keeps its checkpoint', async () => {
      const before = await readFile(fileOf('witnessed.txt'), 'utf8');
      const { code, stderr } = await admin('witness', service.baseUrl, '--store', fileOf('witnessed.txt'));
      expect(stderr).to.include('NOT consistent: the log was rewritten');
      expect(code).to.equal(1);
      expect(await readFile(fileOf('witnessed.txt'), 'utf8')).to.equal(before);
    });

    it('a log that has become shorter is detected too', async () => {
      const kept = await readFile(fileOf('kept.txt'), 'utf8');
      await writeFile(fileOf('longer.txt'), kept.replace(/\n\d+\n/, '\n99999\n'));
      const { stdout } = await admin('verify', fileOf('export.jsonl'), '--checkpoint', fileOf('longer.txt'));
      expect(stdout).to.include('and had 99999: events were removed, or an older copy was restored');
    });
  });
});
