import { Client, DatabaseError } from 'pg';
import {
  granted,
  refused,
  type ServerAccess,
  unreachable,
  wrongCredentials,
} from '../../platform/server-access.js';

/** Connection timeout in ms. */
const TIMEOUT = 5000;

const WRONG = wrongCredentials('PostgreSQL', 'DATABASE_URL', true);

/** By error code (PostgreSQL manual, appendix A). */
const REFUSALS: Readonly<Record<string, ServerAccess>> = {
  '28P01': WRONG, // invalid_password
  '28000': WRONG, // invalid_authorization_specification
  '3D000': refused(
    'PostgreSQL has no database with the name in DATABASE_URL. Create it, or correct the name.',
  ),
  '42501': refused(
    'The user in DATABASE_URL is not permitted to connect to that database. Grant it CONNECT, or use another user.',
  ),
};

/** pg's message if the server requires a password and the URL has none. */
const NO_PASSWORD = /client password must be a string/;

const accessAfter = (error: unknown): ServerAccess => {
  if (error instanceof Error && NO_PASSWORD.test(error.message))
    return wrongCredentials('PostgreSQL', 'DATABASE_URL', false);
  const code = error instanceof DatabaseError ? error.code : undefined;
  return (code === undefined ? undefined : REFUSALS[code]) ?? unreachable(error);
};

const MAY_CREATE = `select has_schema_privilege(current_schema(), 'create') as tables`;

/** Checks whether PostgreSQL accepts the credentials in DATABASE_URL and permits the user to create tables. */
export const postgresAccess = async (url: string): Promise<ServerAccess> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT });
  client.on('error', () => undefined); // reported by the query
  try {
    await client.connect();
    const { rows } = await client.query<{ tables: boolean | null }>(MAY_CREATE);
    if (rows[0]?.tables === true) return granted;
    return refused(
      'The user in DATABASE_URL is not permitted to create tables in that database. Make it the owner of the database, or grant it CREATE on the schema.',
    );
  } catch (error) {
    return accessAfter(error);
  } finally {
    await client.end().catch(() => undefined);
  }
};
