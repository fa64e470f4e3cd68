import { Client, DatabaseError } from 'pg';
import {
  granted,
  refused,
  type ServerAccess,
  unreachable,
  wrongCredentials,
} from '../../platform/server-access.js';

/** How long connecting may take, in ms. */
const TIMEOUT = 5000;

const WRONG = wrongCredentials('PostgreSQL', 'DATABASE_URL', true);

/** By the error code (PostgreSQL's manual, appendix A). */
const REFUSALS: Readonly<Record<string, ServerAccess>> = {
  '28P01': WRONG, // invalid_password
  '28000': WRONG, // invalid_authorization_specification
  '3D000': refused('PostgreSQL has no database of the name in DATABASE_URL. Create it, or correct the name.'),
  '42501': refused(
    'The user in DATABASE_URL may not connect to that database. Grant it CONNECT, or name another user.',
  ),
};

/** pg's own word for a server that asks for a password where the address has none. */
const NO_PASSWORD = /client password must be a string/;

const accessAfter = (error: unknown): ServerAccess => {
  if (error instanceof Error && NO_PASSWORD.test(error.message))
    return wrongCredentials('PostgreSQL', 'DATABASE_URL', false);
  const code = error instanceof DatabaseError ? error.code : undefined;
  return (code === undefined ? undefined : REFUSALS[code]) ?? unreachable(error);
};

const MAY_CREATE = `select has_schema_privilege(current_schema(), 'create') as tables`;

/** Asks PostgreSQL whether it takes the credentials in DATABASE_URL, and lets their user create tables. */
export const postgresAccess = async (url: string): Promise<ServerAccess> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT });
  client.on('error', () => undefined); // told by the query
  try {
    await client.connect();
    const { rows } = await client.query<{ tables: boolean | null }>(MAY_CREATE);
    if (rows[0]?.tables === true) return granted;
    return refused(
      'The user in DATABASE_URL may not create tables in that database. Make it the owner of the database, or grant it CREATE on the schema.',
    );
  } catch (error) {
    return accessAfter(error);
  } finally {
    await client.end().catch(() => undefined);
  }
};
