import type { QueryResultRow } from 'pg';
import { isDigest, storedNameOf } from './stored-names.js';

type Query = <Row extends QueryResultRow>(name: string, text: string, values: unknown[]) => Promise<Row[]>;

const MAX_NAMES = 1000;

const SELECT = 'select stored, name from eventstore.stream_names where stored = any($1::text[])';

export const INSERT_STREAM_NAMES = `
  insert into eventstore.stream_names (stored, name)
  select * from unnest($1::text[], $2::bytea[]) on conflict do nothing`;

/**
 * The values for INSERT_STREAM_NAMES, for the streams that are not stored under their own names; undefined if there are
 * none.
 */
export const namesToStore = (streams: readonly string[]): [string[], Buffer[]] | undefined => {
  const replaced = [...new Set(streams)].filter((stream) => isDigest(storedNameOf(stream)));
  return replaced.length === 0
    ? undefined
    : [replaced.map(storedNameOf), replaced.map((stream) => Buffer.from(stream))];
};

/** Replaces the stored form of stream names in rows by the names. */
export const createStreamNames = (query: Query) => {
  const names = new Map<string, string>();

  const load = async (stored: readonly string[]): Promise<void> => {
    const unknown = stored.filter((digest) => !names.has(digest));
    if (unknown.length === 0) return;
    if (names.size > MAX_NAMES) names.clear();
    const found = await query<{ stored: string; name: Buffer }>('stream-names', SELECT, [unknown]);
    for (const row of found) names.set(row.stored, row.name.toString('utf8'));
  };

  return {
    restore: async <Row extends { readonly stream: string }>(rows: Row[]): Promise<Row[]> => {
      const digests = new Set(rows.map(({ stream }) => stream).filter(isDigest));
      if (digests.size === 0) return rows;
      await load([...digests]);
      return rows.map((row) => ({ ...row, stream: names.get(row.stream) ?? row.stream }));
    },
  };
};
