import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { issueApiKey } from '../../application/api-keys/api-keys.js';
import { sweepOutputs } from '../../application/outputs/sweeps.js';
import type { OwnerId } from '../../domain/ids.js';
import type { ConnectedConfig } from '../../infrastructure/platform/config.js';
import { openDatabase } from '../../infrastructure/postgres/connection/database.js';
import { postgresRecordedOutputs } from '../../infrastructure/postgres/renders/recorded-outputs.js';
import { connectWriteSide } from '../../infrastructure/processes/parts/write-side.js';
import { s3Objects } from '../../infrastructure/storage/s3-objects.js';
import { eventually } from '../support/eventually.js';
import { programArgs } from '../support/processes/programs.js';
import { rightOf } from '../support/right-of.js';
import { startClients } from './clients.js';
import { allFaults, randomNumbers, shortFaults } from './faults.js';
import { type Fleet, startFleet } from './fleet.js';
import { LONG } from '../support/long-form.js';

/** `npm run test:chaos` sets it; otherwise the long form injects each of the first faults once. */
const SECONDS = Number(process.env['CHAOS_SECONDS'] ?? 0);
const SEED = Number(process.env['CHAOS_SEED'] ?? 1);
const ENDURES = SECONDS > 0;
/** How long processes and servers are stopped; other faults take a third of it. */
const STOP_MS = Number(process.env['CHAOS_STOP_SECONDS'] ?? 45) * 1000;
const OUTAGE_MS = ENDURES ? STOP_MS / 3 : 300;
/** Within which every render is over after the last fault. */
const SETTLE_SECONDS = 60;
const OWNERS = ['ann', 'bob', 'cyd'];
const TWO_DAYS = 2 * 86_400_000;

describe('a fleet under faults', function () {
  if (!ENDURES && !LONG) return;
  // One round of all faults takes ten minutes of stops, outages and restarts, and more on a busy machine.
  this.timeout(SECONDS * 1000 + 1_800_000);
  let folder: string;
  let fleet: Fleet;
  let clients: Awaited<ReturnType<typeof startClients>>;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framewright-chaos-'));
    fleet = await startFleet(folder, ENDURES);
    clients = await startClients(fleet.baseUrl, folder);
  });
  after(async () => {
    await fleet.stopProcesses();
    await clients.close();
    await fleet.stopServers();
    await rm(folder, { recursive: true });
  });

  const issueKeys = async (): Promise<ReadonlyArray<string>> => {
    const { databaseUrl, eventStoreUrl } = fleet.servers;
    const servers = { databaseUrl, eventStoreUrl: eventStoreUrl() } as ConnectedConfig;
    const { dependencies, close } = await connectWriteSide(servers);
    const context = { actor: { type: 'admin' }, requestId: 'chaos' } as const;
    const keys: string[] = [];
    for (const owner of OWNERS)
      keys.push(
        rightOf(await issueApiKey(dependencies)({ ownerId: owner as OwnerId, limits: {} }, context)()).key,
      );
    await close();
    return keys;
  };

  /** Deletes what killed workers left in the object store, as the projector does after a day. */
  const sweep = async () => {
    const database = openDatabase({ url: fleet.servers.databaseUrl });
    const swept = await sweepOutputs({
      storage: {
        ...s3Objects(fleet.servers.place('test/outputs/')),
        time: TE.right(new Date(Date.now() + TWO_DAYS)),
      },
      recorded: postgresRecordedOutputs(database),
      retentionDays: 0,
    });
    await database.destroy();
    return swept;
  };

  const check = async () => {
    const { stdout } = await promisify(execFile)(process.execPath, programArgs('test/chaos/check'), {
      env: {
        ...process.env,
        ...fleet.servers.directSettings,
        CHECKED_EVENTSTORE_URL: fleet.servers.eventStoreUrl(),
        CHECKED_DATABASE_URL: fleet.servers.databaseUrl,
        DATABASE_URL: fleet.servers.databaseUrl, // the server for the fresh replay; else the checker would start one
        CHECKED_LOGS: folder,
        CHECKED_FOLDERS: fleet.members.map(({ dataDir }) => dataDir).join(':'),
        CHECKED_SETTLE_SECONDS: String(ENDURES ? SETTLE_SECONDS : Infinity),
      },
    }).catch((error: { stdout: string; stderr: string }) => ({ stdout: error.stdout || error.stderr }));
    return JSON.parse(stdout) as { readonly problems: ReadonlyArray<string> };
  };

  /** The checker finds what it looks for. */
  const expectFindings = async (): Promise<void> => {
    await appendFile(join(folder, 'acknowledged.jsonl'), '{"id":"nobody","bad":false}\n');
    const received = join(folder, 'received.jsonl');
    const [line = ''] = (await readFile(received, 'utf8')).split('\n');
    await appendFile(received, `${line.replace(/"sha256":"\w{4}/, '"sha256":"0000')}\n`);
    const storage = s3Objects(fleet.servers.place('test/outputs/'));
    const [object] = rightOf(await storage.list()());
    rightOf(await storage.remove(object?.key ?? '')());
    rightOf(await storage.put('nobody.mp4', received)());
    const database = openDatabase({ url: fleet.servers.databaseUrl });
    await database('render_details').limit(1).update({ status: 'pending' });
    await database.destroy();
    const { problems } = await check();
    for (const finding of [
      'is lost',
      '2 ids or bodies',
      'is missing',
      'belongs to no render',
      'table render_details differs',
    ])
      expect(
        problems.filter((problem) => problem.includes(finding)),
        finding,
      ).to.not.have.length(0);
  };

  it('loses nothing that was acknowledged, and ends and reports every render once', async () => {
    const random = randomNumbers(SEED);
    const keys = await issueKeys();
    for (const [index, key] of keys.entries()) await clients.subscribe(OWNERS[index]!, key);
    let isOver = false;
    const requests = keys.map(async (key) => {
      for (let n = 0; ENDURES ? !isOver : n < 4; n += 1) {
        await clients.request(key);
        await eventually(
          () => expect(clients.requested() - clients.delivered()).to.be.below(isOver ? Infinity : 15),
          SECONDS * 1000 + 120_000,
        );
      }
    });

    const injected: string[] = [];
    const begun = Date.now();
    do {
      const order = ENDURES
        ? allFaults(OUTAGE_MS, STOP_MS)
            .map((fault) => ({ fault, at: random() }))
            .toSorted((a, b) => a.at - b.at)
        : shortFaults(OUTAGE_MS).map((fault) => ({ fault }));
      for (const { fault } of order) {
        await fault.inject(fleet);
        injected.push(fault.name);
        await fleet.heal();
        await writeFile(join(folder, 'last-fault'), new Date().toISOString());
        if (ENDURES) console.log(`      ${clients.delivered()} renders reported; ${fault.name}`);
      }
    } while (Date.now() - begun < SECONDS * 1000);
    isOver = true;
    await Promise.all(requests);
    const ended = Date.now();
    await eventually(async () => {
      await fleet.heal();
      expect(clients.delivered()).to.equal(clients.requested());
    }, 240_000);
    const settled = (Date.now() - ended) / 1000;

    await fleet.stopProcesses();
    const swept = await sweep();
    const report = await check();
    if (ENDURES)
      console.log(
        `      seed ${SEED}: ${injected.length} faults, ${fleet.restarted()} further restarts, ${clients.repeated()} repeated requests, ` +
          `settled after ${settled.toFixed(1)} s, swept ${JSON.stringify(swept)}\n      ${JSON.stringify(report)}`,
      );
    expect(report.problems).to.deep.equal([]);
    if (ENDURES) await expectFindings();
  });
});
