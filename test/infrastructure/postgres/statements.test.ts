import { expect } from 'chai';
import type { Knex } from 'knex';
import { openDatabase } from '../../../infrastructure/postgres/connection/database.js';
import { preparedQueries } from '../../../infrastructure/postgres/connection/statements.js';
import { createTestDatabase } from '../../support/servers/postgres.js';

const ECHO = 'select $1::int as n, pg_backend_pid() as connection';
const DIVIDE = 'select 1 / $1::int as n';

interface Echo {
  readonly n: number;
  readonly connection: number;
}

describe('Prepared queries', () => {
  let database: Knex;
  before(async () => {
    const { url } = await createTestDatabase();
    database = openDatabase({ url });
  });
  after(() => database.destroy());

  const echoes = async (count: number) => {
    const ask = preparedQueries(database);
    const rows = await Promise.all(Array.from({ length: count }, (_, n) => ask<Echo>(ECHO, [n])));
    return rows.flat();
  };

  it('made at once share a connection in groups of 16, and each gets its own rows', async () => {
    const rows = await echoes(40);
    expect(rows.map(({ n }) => n)).to.deep.equal(Array.from({ length: 40 }, (_, n) => n));
    const connections = [rows.slice(0, 16), rows.slice(16, 32), rows.slice(32)].map(
      (group) => new Set(group.map(({ connection }) => connection)).size,
    );
    expect(connections).to.deep.equal([1, 1, 1]);
  });

  it('fail on their own', async () => {
    const ask = preparedQueries(database);
    const [one, none, two] = await Promise.allSettled([1, 0, 2].map((by) => ask(DIVIDE, [by])));
    expect(one).to.deep.include({ status: 'fulfilled', value: [{ n: 1 }] });
    expect(none).to.have.nested.property('reason.message', 'division by zero');
    expect(two).to.deep.include({ status: 'fulfilled', value: [{ n: 0 }] });
  });

  it('all fail if there is no connection, and print nothing among the results of a command', async () => {
    const { write } = process.stdout;
    const printed: unknown[] = [];
    process.stdout.write = (text: unknown) => printed.push(text) > 0;
    const unreachable = openDatabase({ url: 'postgres://127.0.0.1:1/none' });
    const ask = preparedQueries(unreachable);
    const outcomes = await Promise.allSettled([1, 2].map((n) => ask(ECHO, [n])));
    process.stdout.write = write;
    expect(printed).to.deep.equal([]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    await unreachable.destroy();
  });
});
