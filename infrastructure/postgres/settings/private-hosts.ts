import type { Knex } from 'knex';

export interface PrivateHost {
  readonly host: string;
  /** ISO 8601 */
  readonly expiresAt: string;
}

/** Opens a host for some minutes from now; opening it again sets a new end. */
export const allowPrivateHost = async (database: Knex, host: string, minutes: number): Promise<void> => {
  const expires_at = database.raw(`now() + ? * interval '1 minute'`, [minutes]);
  await database('private_hosts').insert({ host, expires_at }).onConflict('host').merge();
};

/** Closes a host at once. */
export const removePrivateHost = async (database: Knex, host: string): Promise<void> => {
  await database('private_hosts').where({ host }).delete();
};

/** The hosts that are open now. */
export const openPrivateHosts = async (database: Knex): Promise<ReadonlyArray<PrivateHost>> => {
  const rows: ReadonlyArray<{ host: string; expires_at: Date }> = await database('private_hosts')
    .whereRaw('expires_at > now()')
    .orderBy('host');
  return rows.map(({ host, expires_at }) => ({ host, expiresAt: expires_at.toISOString() }));
};

/** How soon a change is noticed, in ms. */
const INTERVAL = 1000;

/**
 * Follows the hosts that are open: those of the configuration for good, those in the table while they last. Without an
 * answer from the database only the former are.
 */
export const followPrivateHosts = (
  database: Knex,
  configured: ReadonlyArray<string>,
): { readonly current: () => ReadonlyArray<string>; readonly close: () => void } => {
  let current = configured;
  const refresh = async (): Promise<void> => {
    const open = await openPrivateHosts(database).catch(() => []);
    current = open.length === 0 ? configured : [...configured, ...open.map(({ host }) => host)];
  };
  const timer = setInterval(() => void refresh(), INTERVAL);
  return { current: () => current, close: () => clearInterval(timer) };
};
