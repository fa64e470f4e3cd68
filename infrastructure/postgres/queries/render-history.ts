import type { Knex } from 'knex';

/** How many completed renders make the history, and how many an owner needs for one of their own. */
const HISTORY = 50;
const MIN_OWN_HISTORY = 5;

const SPEEDS = `
  select array(
    select (work / greatest(extract(epoch from completed_at - started_at), 0.05))::float8 from render_jobs
    where completed_at is not null and (:owner::text is null or owner_id = :owner)
    order by completed_at desc limit :history
  ) as figures`;

const DENSITIES = `
  select array(
    select ((output ->> 'bytes')::float8 / work)::float8 from render_jobs join render_details using (render_id)
    where completed_at is not null and output is not null
      and (:owner::text is null or render_jobs.owner_id = :owner)
    order by completed_at desc limit :history
  ) as figures`;

/** The time and bytes per unit of work of the renders that completed last. */
export const renderHistory = (database: Knex) => {
  const figures = async (query: string, owner: string | null): Promise<ReadonlyArray<number>> => {
    const bindings = { owner, history: HISTORY };
    const { rows } = await database.raw<{ rows: [{ figures: ReadonlyArray<number> }] }>(query, bindings);
    return rows[0].figures;
  };
  /** The history of the owner, or of all if the owner has few completed renders. */
  const ownOrAll = async (query: string, owner: string): Promise<ReadonlyArray<number>> => {
    const own = await figures(query, owner);
    return own.length >= MIN_OWN_HISTORY ? own : figures(query, null);
  };
  return {
    /** Work per second of rendering, the latest render first. */
    speeds: (owner: string) => ownOrAll(SPEEDS, owner),
    /** Bytes of output per unit of work, the latest render first. */
    densities: (owner: string) => ownOrAll(DENSITIES, owner),
  };
};
