import type { Knex } from 'knex';

/** How many completed renders make the history, and how many an owner needs for one of their own. */
const HISTORY = 50;
const LEAST_OWN_HISTORY = 5;

const SPEEDS = `
  select array(
    select (work / greatest(extract(epoch from completed_at - started_at), 0.05))::float8 from render_jobs
    where completed_at is not null and (:owner::text is null or owner_id = :owner)
    order by completed_at desc limit :history
  ) as speeds`;

const DENSITIES = `
  select array(
    select ((output ->> 'bytes')::float8 / work)::float8 from render_jobs join render_details using (render_id)
    where completed_at is not null and output is not null
      and (:owner::text is null or render_jobs.owner_id = :owner)
    order by completed_at desc limit :history
  ) as densities`;

/** How renders that completed last used time and bytes, for each unit of work. */
export const renderHistory = (database: Knex) => {
  const speedsOf = async (owner: string | null): Promise<ReadonlyArray<number>> => {
    const bindings = { owner, history: HISTORY };
    const { rows } = await database.raw<{ rows: [{ speeds: ReadonlyArray<number> }] }>(SPEEDS, bindings);
    return rows[0].speeds;
  };
  /** The history of the owner, or of all if the owner has few completed renders. */
  const ownOrAll = async (
    query: (owner: string | null) => Promise<ReadonlyArray<number>>,
    owner: string,
  ): Promise<ReadonlyArray<number>> => {
    const own = await query(owner);
    return own.length >= LEAST_OWN_HISTORY ? own : query(null);
  };
  const densitiesOf = async (owner: string | null): Promise<ReadonlyArray<number>> => {
    const bindings = { owner, history: HISTORY };
    type Rows = { readonly rows: [{ readonly densities: ReadonlyArray<number> }] };
    return (await database.raw<Rows>(DENSITIES, bindings)).rows[0].densities;
  };
  return {
    /** Work per second of rendering, the latest render first. */
    speeds: (owner: string) => ownOrAll(speedsOf, owner),
    /** Bytes of output per unit of work, the latest render first. */
    densities: (owner: string) => ownOrAll(densitiesOf, owner),
  };
};
