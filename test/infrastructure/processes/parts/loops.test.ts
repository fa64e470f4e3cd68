import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { LOOPS, type LoopName } from '../../../../infrastructure/processes/parts/loops.js';
import { watchLoops } from '../../../../infrastructure/processes/parts/watch-loops.js';
import { packageRoot } from '../../../../infrastructure/platform/package-root.js';

/** What runs for as long as a process does. */
const ENDLESS = /setInterval\(|while \(!\w*\.?(signal\.)?aborted|loops\.(?:repeat|keepRunning)\(/;

/** The files of the loops in the table. */
const WATCHED: ReadonlyArray<string> = [
  'infrastructure/nats/render-queue.ts',
  'infrastructure/processes/api.ts',
  'infrastructure/processes/parts/asset-uploads.ts',
  'infrastructure/processes/parts/followers.ts',
  'infrastructure/processes/parts/history-check.ts',
  'infrastructure/processes/parts/merkle-log.ts',
  'infrastructure/processes/parts/projection-watchdog.ts',
  'infrastructure/processes/parts/sweeps.ts',
  'infrastructure/processes/projector.ts',
  'workers/render/run/loop/render-loop.ts',
  'workers/webhook/deliver-loop.ts',
];

/** Files with timers that wait for no server, or end by a time limit of their own. */
const BOUNDED: Readonly<Record<string, string>> = {
  'application/reviews/review-events.ts': 'ends with its request',
  'infrastructure/cli/admin/audit.ts': 'a command of an operator',
  'infrastructure/eventstore/event-log.ts': 'compares a silent subscription with the log',
  'infrastructure/eventstore-node/services/read.ts': 'ends with the call of its client',
  'infrastructure/http/server/request-permits.ts': 'ends with its request',
  'infrastructure/http/server/server.ts': 'closes connections',
  'infrastructure/machine/supervisor/stop-request.ts': 'reads a file',
  'infrastructure/nats/background-connection.ts': "NATS's client limits each attempt",
  'infrastructure/nats/preview-server.ts': 'publishes without waiting',
  'infrastructure/nats/previews.ts': 'ends when its request does',
  'infrastructure/platform/transfer-watch.ts': 'ends with its transfer',
  'infrastructure/postgres/connection/leadership.ts': 'on a session that ends when it is silent',
  'infrastructure/postgres/connection/listen.ts': 'on a session that ends when it is silent',
  'infrastructure/postgres/connection/session.ts': 'is what notices the silence',
  'infrastructure/processes/parts/watch-loops.ts': 'watches the loops',
  'infrastructure/rendering/ffmpeg/worker-folder.ts': 'writes a file',
  'infrastructure/rendering/pictures/carry-out-picture.ts': 'measures its own process',
  'workers/render/run/loop/render-permits.ts': 'waits for renders of this process',
};

const sourcesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));

describe('the loops of the processes', () => {
  it('are all in one table, with a limit', () => {
    const found = ['application', 'infrastructure', 'projections', 'workers']
      .flatMap(sourcesIn)
      .filter((file) => ENDLESS.test(readFileSync(join(packageRoot, file), 'utf8')));
    expect(found.toSorted()).to.deep.equal([...WATCHED, ...Object.keys(BOUNDED)].toSorted());
    for (const [name, { limitMs }] of Object.entries(LOOPS)) expect(limitMs, name).to.be.within(1, 3_600_000);
  });

  const logged: Array<unknown> = [];
  const logger = { error: (entry: object) => void logged.push(entry) };
  const never = new Promise<never>(() => undefined);

  it('end their process when a step never ends', () =>
    Promise.all(
      (Object.keys(LOOPS) as ReadonlyArray<LoopName>).map(async (loop) => {
        const watch = watchLoops(logger, (name) => (name === loop ? 1 : Infinity));
        void watch.step(loop, () => never);
        const error = await watch.stalled.catch((reason: Error) => reason);
        expect(error.message).to.match(new RegExp(`^the loop "${loop}" has waited for .* for 1 s$`));
        watch.close();
      }),
    ));

  it('are not ended while their steps end, whether well or not', async () => {
    const watch = watchLoops(logger, () => 1);
    expect(await watch.step('batches', async () => 7)).to.equal(7);
    const port = watch.each('deliveries', { ask: async () => 8, later: () => async () => 9, at: () => 10 });
    expect([await port.ask(), await port.later()(), port.at()]).to.deep.equal([8, 9, 10]);
    const failing = watch.step('batches', async () => Promise.reject(new Error('no')));
    expect(await failing.catch((error: Error) => error.message)).to.equal('no');
    // The next step that does not end is the first that is reported.
    void watch.each('deliveries', { ask: () => never }).ask();
    const stalled = await watch.stalled.catch((reason: Error) => reason);
    expect(stalled.message).to.contain('"deliveries"');
    watch.close();
  });

  it('go on after an error, and say it', async () => {
    const watch = watchLoops(logger);
    const ended = new AbortController();
    let runs = 0;
    const run = async (): Promise<void> => {
      runs += 1;
      if (runs === 2) ended.abort();
      throw new Error(`run ${runs}`);
    };
    await watch.keepRunning('projections', run, ended.signal);
    expect(runs).to.equal(2);
    expect(logged).to.have.length(1);
    expect(logged[0]).to.deep.include({ loop: 'projections' });
    watch.close();
  });
});
