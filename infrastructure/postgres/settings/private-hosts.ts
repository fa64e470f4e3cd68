import type { Knex } from 'knex';

export interface PrivateHost {
  readonly host: string;
  /** ISO 8601 */
  readonly expiresAt: string;
}

/** Allows a host for some minutes from now; allowing it again replaces the expiry time. */
export const allowPrivateHost = async (database: Knex, host: string, minutes: number): Promise<void> => {
  const expires_at = database.raw(`now() + ? * interval '1 minute'`, [minutes]);
  await database('private_hosts').insert({ host, expires_at }).onConflict('host').merge();
};

/** Stops allowing a host immediately. */
export const removePrivateHost = async (database: Knex, host: string): Promise<void> => {
  await database('private_hosts').where({ host }).delete();
};

/** The hosts that are allowed now. */
export const openPrivateHosts = async (database: Knex): Promise<ReadonlyArray<PrivateHost>> => {
  const rows: ReadonlyArray<{ host: string; expires_at: Date }> = await database('private_hosts')
    .whereRaw('expires_at > now()')
    .orderBy('host');
  return rows.map(({ host, expires_at }) => ({ host, expiresAt: expires_at.toISOString() }));
};

/** How soon a change is noticed, in ms. */
const INTERVAL = 1000;

/**
 * Tracks the allowed hosts: those of the configuration always, those in the table until they expire. While the database
 * does not respond, only the former are allowed.
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
