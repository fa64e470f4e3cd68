/** The statements sent to a database, and their query plans. */
import type { Knex } from 'knex';

/** A query as knex sends it. */
export interface SentStatement {
  readonly sql: string;
  readonly bindings: ReadonlyArray<unknown>;
}

/** The queries on a table that are sent during some work. */
export const statementsOn = async (
  database: Knex,
  table: string,
  act: () => Promise<void>,
): Promise<ReadonlyArray<SentStatement>> => {
  const statements: SentStatement[] = [];
  const listen = ({ sql, bindings }: SentStatement): void => {
    if (sql.includes(`from "${table}"`) || sql.includes(`left join ${table} `))
      statements.push({ sql, bindings });
  };
  database.on('query', listen);
  await act();
  database.off('query', listen);
  return statements;
};

interface Plan {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly Plans?: ReadonlyArray<Plan>;
}

const nodesOf = (plan: Plan): ReadonlyArray<Plan> => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The steps of the plan of a statement with the indexes they use; SHOW_PLANS prints it. */
export const planOf = async (database: Knex, { sql, bindings }: SentStatement): Promise<string> => {
  const explained = await database.raw<{ rows: [{ 'QUERY PLAN': [{ Plan: Plan }] }] }>(
    `explain (format json) ${sql.replaceAll(/\$\d+/g, '?')}`,
    bindings as never,
  );
  const nodes = nodesOf(explained.rows[0]['QUERY PLAN'][0].Plan);
  const shown = nodes.map((node) => `${node['Node Type']} ${node['Index Name'] ?? ''}`).join(' < ');
  if (process.env['SHOW_PLANS'] !== undefined) console.log(`${sql}\n  ${shown}`);
  return shown;
};
