import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';
import { adminCommand } from '../../support/service/admin.js';
import { expectIntactHistories } from '../../support/event-store/chain-check.js';
import { startStore } from '../../support/event-store/event-log.js';
import { composition } from '../../support/examples.js';
import { dataFolder, startStandalone, type Standalone } from '../../support/service/standalone.js';

const run = promisify(execFile);

describe('moving from the embedded event store to another one and back', function () {
  this.timeout(240_000);
  let folder: Awaited<ReturnType<typeof dataFolder>>;
  let other: Awaited<ReturnType<typeof startStore>>;
  let running: Standalone | undefined;

  const start = async (settings: Readonly<Record<string, string>> = {}): Promise<Standalone> => {
    running = await startStandalone(folder.path, settings);
    return running;
  };
  const stop = async (): Promise<void> => {
    await running?.end('SIGTERM');
    running = undefined;
  };

  // copy-history.test.ts and store-identity.test.ts run the commands on stores of their own, in a tenth of the time.
  if (process.env['LONG_TESTS'] === undefined) return;

  before(async () => {
    folder = await dataFolder();
    other = await startStore();
  });
  after(async () => {
    await stop();
    await other.stop();
    await folder.remove();
  });

  const admin = async (
    settings: Readonly<Record<string, string>>,
    ...args: ReadonlyArray<string>
  ): Promise<string> => {
    const { EVENTSTORE_URL: _e, DATABASE_URL: _d, NATS_URL: _n, ...inherited } = process.env;
    const env = { ...inherited, DATA_DIR: folder.path, ...settings };
    return (await run(process.execPath, [...adminCommand(...args)], { cwd: packageRoot, env })).stdout;
  };

  const created = async ({ baseUrl }: Standalone, key: string): Promise<string> => {
    const answer = await fetch(`${baseUrl}/v1/videos`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(composition('moved')),
    });
    expect(answer.status).to.equal(201);
    return ((await answer.json()) as { data: { _id: string } }).data._id;
  };
  const found = async ({ baseUrl }: Standalone, key: string, id: string): Promise<number> =>
    (await fetch(`${baseUrl}/v1/videos/${id}`, { headers: { 'x-api-key': key } })).status;

  it('keeps keys, videos and histories, with the commands that the messages suggest', async () => {
    const before = await start();
    const key = before.demoKey ?? '';
    const first = await created(before, key);
    await stop();

    // The service is stopped: the command starts its embedded servers.
    const elsewhere = { EVENTSTORE_URL: other.node.connectionString };
    expect(await admin({}, 'eventstore', 'copy', '--to', other.node.connectionString)).to.match(/^copied 2 /);
    expect(await admin(elsewhere, 'projections', 'rebuild', '--adopt-store')).to.match(/^rebuilt .* from 2 /);

    const moved = await start(elsewhere);
    expect(await found(moved, key, first)).to.equal(200);
    const second = await created(moved, key);
    expect(await expectIntactHistories(other.client)).to.equal(3);
    await stop();

    expect(await admin({}, 'eventstore', 'copy', '--from', other.node.connectionString)).to.match(
      /^copied 1 events, found 2 /,
    );
    expect(await admin({}, 'projections', 'rebuild', '--adopt-store')).to.match(/^rebuilt .* from 3 /);
    const back = await start();
    expect([await found(back, key, first), await found(back, key, second)]).to.deep.equal([200, 200]);
  });
});
