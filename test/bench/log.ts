/**
 * Measures proofs of the Merkle log with a million events against a bare lookup by primary key on the same server.
 * Arguments: [events] [proofs].
 */
import { randomInt } from 'node:crypto';
import { proveConsistency, proveInclusion } from '../../application/transparency/log-proofs.js';
import { openDatabase } from '../../infrastructure/postgres/connection/database.js';
import { prepared } from '../../infrastructure/postgres/connection/statements.js';
import { postgresMerkleLog } from '../../infrastructure/postgres/log/merkle-log.js';
import { migrate } from '../../infrastructure/postgres/migrations/migrate.js';
import { createTestDatabase } from '../support/servers/postgres.js';

const events = Number(process.argv[2] ?? 1_000_000);
const proofs = Number(process.argv[3] ?? 500);

const { url, drop } = await createTestDatabase();
const database = openDatabase({ url });
await migrate(database);

// The hashes are computed by PostgreSQL; the tree is a real one.
await database.raw(
  `insert into merkle_leaves (index, stream, revision)
    select n, 'video-' || (n / 10), n % 10 from generate_series(0, ?::bigint - 1) as n`,
  [events],
);
await database.raw(
  `insert into merkle_subtrees (level, index, hash)
    select 0, n, sha256('\\x00'::bytea || int8send(n)) from generate_series(0, ?::bigint - 1) as n`,
  [events],
);
for (let level = 1; 2 ** level <= events; level += 1)
  await database.raw(
    `insert into merkle_subtrees (level, index, hash)
      select ?::int, l.index / 2, sha256('\\x01'::bytea || l.hash || r.hash)
        from merkle_subtrees l join merkle_subtrees r on r.level = l.level and r.index = l.index + 1
        where l.level = ?::int and l.index % 2 = 0`,
    [level, level - 1],
  );
await database.raw('update merkle_head set size = ?', [events]);
await database.raw('analyze merkle_leaves, merkle_subtrees');

const log = postgresMerkleLog(database);
const ask = prepared(database);
const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const measured: Record<string, number[]> = { lookup: [], inclusion: [], consistency: [] };
const time = async (name: string, work: () => Promise<unknown>): Promise<void> => {
  const start = performance.now();
  await work();
  measured[name]?.push(performance.now() - start);
};
for (let round = 0; round < proofs; round += 1) {
  const index = randomInt(events);
  await time('lookup', () => ask('select hash from merkle_subtrees where level = 0 and index = $1', [index]));
  await time('inclusion', () =>
    proveInclusion(log, { stream: `video-${Math.floor(index / 10)}`, revision: index % 10 }, events),
  );
  await time('consistency', () => proveConsistency(log, Math.max(1, index), events));
}
const lookup = median(measured['lookup'] ?? []);
for (const [name, values] of Object.entries(measured))
  console.log(
    `${name}: ${median(values).toFixed(2)} ms, ${(median(values) / lookup).toFixed(1)} × a lookup by primary key`,
  );
await database.destroy();
await drop();
process.exit(0);
