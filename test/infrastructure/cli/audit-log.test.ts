import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonEvent } from '@eventstore/db-client';
import { expect } from 'chai';
import { uncompared } from '../../../application/transparency/compare-history.js';
import { HistoryDiffersError } from '../../../application/transparency/grow-log.js';
import { leafOf } from '../../../application/transparency/leaf.js';
import { eventStoreDbArchive } from '../../../infrastructure/eventstore/event-archive.js';
import { rightOf } from '../../support/right-of.js';
import { rejectionOf } from '../../support/event-store/event-store-client.js';
import { runAdmin } from '../../support/service/admin.js';
import { eventually } from '../../support/eventually.js';
import { apiClient, minimalVideo } from '../../support/service/http-client.js';
import { rewriteEvents } from '../../support/event-store/rewritten-events.js';
import { type Service, startService } from '../../support/service/service.js';
import { type StoredLog, storedLog } from '../../support/event-store/stored-log.js';

describe('admin command line: the log of all events', () => {
  let service: Service;
  let api: ReturnType<typeof apiClient>;
  let id: string;
  let stored: StoredLog;
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
    stored = await storedLog(service);
  });
  after(async () => {
    await stored.stop();
    await service.stop();
  });

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

  it('keeps a checkpoint for a witness that has only the address', async () => {
    const store = fileOf('witnessed.txt');
    const first = await admin('witness', service.baseUrl, '--store', store);
    expect(first.stdout).to.match(/consistent: the log only grew, from 0 to \d+ events/);
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

  it('does not claim more than that the log grew if the witness cannot reach the event store', async () => {
    const nowhere = {
      node: { connectionString: '' },
      databaseUrl: '',
      dataDir: join(service.dataDir, 'empty'),
    };
    const store = fileOf('seen.txt');
    const { code, stdout } = await runAdmin(nowhere, 'audit', 'witness', service.baseUrl, '--store', store);
    expect(stdout)
      .to.include('the log only grew')
      .and.include('The event store was not compared with the log');
    expect(code).to.equal(0);
  });

  it('finds the event store equal to the log', async () => {
    const { code, stdout } = await admin('check', '--json');
    expect(JSON.parse(stdout)).to.deep.include({ differences: 0 });
    expect(code).to.equal(0);
  });

  describe('after events in the store were changed, with correct hashes', () => {
    before(() => stored.change((store) => rewriteEvents(store, `video-${id}`, 'Second', 'Forged')));

    it('the export does not match the checkpoint of the service', async () => {
      expect(await exported()).to.include('Forged');
      const { code, stdout } = await admin('verify', fileOf('export.jsonl'));
      expect(stdout).to.include(
        'is not proven to be in the log: its proof does not lead to the root of the checkpoint',
      );
      expect(code).to.equal(1);
    });

    it('audit check finds it even if the leaves were changed to match', async () => {
      for (const revision of [1, 2]) {
        const stream = `video-${id}`;
        const page = await eventStoreDbArchive(service.client, uncompared).read(stream, revision, 1)();
        const [forged] = rightOf(page).events;
        if (!forged) throw new Error('the event is not there');
        await service.database.raw(
          `update merkle_subtrees set hash = ? where level = 0
            and index = (select index from merkle_leaves where stream = ? and revision = ?)`,
          [Buffer.from(leafOf(forged.stored)), stream, revision],
        );
      }
      const { code, stdout } = await admin('check');
      expect(stdout).to.match(/^log: its leaves do not give the root of the checkpoint of \d+ events/);
      expect(code).to.equal(1);
    });
  });

  describe('after history was rewritten with access to the database and the signing key', () => {
    /** Replaces the tree and all checkpoints. */
    const rewriteHistory = async (): Promise<void> => {
      await service.database.raw(
        'truncate merkle_leaves, merkle_subtrees, merkle_checkpoints, log_differences',
      );
      const { count } = (
        await service.database.raw('update merkle_head set size = 0, store_id = null returning 1 as count')
      ).rows[0];
      expect(count).to.equal(1);
      await stored.growLog();
    };

    before(rewriteHistory);

    it('the export is a valid chain, but does not match the kept checkpoint', async () => {
      expect(await exported('--since', fileOf('kept.txt'))).to.include('Forged');
      expect((await admin('verify', fileOf('export.jsonl'))).code).to.equal(0);
      const { code, stdout } = await verified();
      expect(stdout).to.include('log: it is not proven that the log continues the kept checkpoint');
      expect(code).to.equal(1);
    });

    it('the witness detects it, and keeps its checkpoint', async () => {
      const before = await readFile(fileOf('witnessed.txt'), 'utf8');
      const { code, stderr } = await admin('witness', service.baseUrl, '--store', fileOf('witnessed.txt'));
      expect(stderr).to.include('NOT consistent: it is not proven that the log continues');
      expect(code).to.equal(1);
      expect(await readFile(fileOf('witnessed.txt'), 'utf8')).to.equal(before);
    });
  });

  describe('after an older backup of the databases was restored', () => {
    before(() => stored.restoreEvents());

    it('the service itself detects it, if the log was not restored', async () => {
      expect(await rejectionOf(stored.growLog())).to.be.instanceOf(HistoryDiffersError);
      await stored.restoreTree();
    });

    it('the history is as it was, and consistent with the checkpoints of that time', async () => {
      expect(await exported('--since', fileOf('kept.txt')))
        .to.include('Second')
        .and.not.include('Third');
      expect((await verified()).code).to.equal(0);
    });

    it('a later checkpoint shows that events are missing, and how many there were', async () => {
      const later = (await readFile(fileOf('witnessed.txt'), 'utf8')).split('\n')[1];
      const problem = `the kept one of ${later}: it does not continue that`;
      const { code, stdout } = await verified('--checkpoint', fileOf('witnessed.txt'));
      expect(stdout).to.include(problem);
      expect(code).to.equal(1);
      const witness = await admin('witness', service.baseUrl, '--store', fileOf('witnessed.txt'));
      expect(witness.stderr).to.include('NOT consistent').and.include(problem);
      expect(witness.code).to.equal(1);
    });

    it('a later checkpoint shows it also once the log has grown beyond that checkpoint', async () => {
      const kept = await readFile(fileOf('witnessed.txt'), 'utf8');
      const later = Number(kept.split('\n')[1]);
      const events = Array.from({ length: later }, (_, n) => jsonEvent({ type: 'Filler', data: { n } }));
      await service.client.appendToStream('video-00000000-0000-7000-8000-00000000f111', events);
      // The log of the service follows the store too: one of the two extends it, and the other is refused.
      await eventually(async () => {
        await stored.growLog();
        expect((await service.log.merkleLog.latestCheckpoint())?.size).to.be.greaterThan(later);
      });
      await exported('--since', fileOf('witnessed.txt'));
      const verify = await verified('--checkpoint', fileOf('witnessed.txt'));
      expect(verify.stdout).to.match(
        /^log: it is not proven that the log continues .* does not lead from \d+ to \d+ events/,
      );
      expect(verify.code).to.equal(1);
      const witness = await admin('witness', service.baseUrl, '--store', fileOf('witnessed.txt'));
      expect(witness.stderr).to.include('NOT consistent: it is not proven that the log continues');
      expect([witness.code, await readFile(fileOf('witnessed.txt'), 'utf8')]).to.deep.equal([1, kept]);
    });
  });
});
