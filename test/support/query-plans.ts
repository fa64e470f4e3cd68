/** What a database is asked, and how it means to answer. */
import type { Knex } from 'knex';

/** A query as knex sends it. */
export interface SentStatement {
  readonly sql: string;
  readonly bindings: ReadonlyArray<unknown>;
}

/** The queries of a table that are sent while something is done. */
export const statementsOn = async (
  database: Knex,
  table: string,
  act: () => Promise<void>,
): Promise<ReadonlyArray<SentStatement>> => {
  const statements: SentStatement[] = [];
  const listen = ({ sql, bindings }: SentStatement): void => {
    if (sql.includes(`from "${table}"`)) statements.push({ sql, bindings });
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

/** The steps of the plan for a statement with the indexes they use; SHOW_PLANS prints it. */
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
