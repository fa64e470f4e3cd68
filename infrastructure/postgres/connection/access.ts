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

/** Events of pg's connection when the server asks for a password. */
const PASSWORD_REQUESTS = [
  'authenticationCleartextPassword',
  'authenticationMD5Password',
  'authenticationSASL',
];

/** Notes whether the server asks for a password. Without one, pg may fail with an error that has no code. */
const notePasswordRequest = ({ connection }: Client): (() => boolean) => {
  let isRequested = false;
  for (const event of PASSWORD_REQUESTS) {
    connection.once(event, () => {
      isRequested = true;
    });
  }
  return () => isRequested;
};

const accessAfter = (error: unknown, lacksPassword: boolean): ServerAccess => {
  if (lacksPassword) return wrongCredentials('PostgreSQL', 'DATABASE_URL', false);
  const code = error instanceof DatabaseError ? error.code : undefined;
  return (code === undefined ? undefined : REFUSALS[code]) ?? unreachable(error);
};

const MAY_CREATE = `select has_schema_privilege(current_schema(), 'create') as tables`;

/** Checks whether PostgreSQL accepts the credentials in DATABASE_URL and permits the user to create tables. */
export const postgresAccess = async (url: string): Promise<ServerAccess> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT });
  client.on('error', () => undefined); // reported by the query
  const isPasswordRequested = notePasswordRequest(client);
  try {
    await client.connect();
    const { rows } = await client.query<{ tables: boolean | null }>(MAY_CREATE);
    if (rows[0]?.tables === true) return granted;
    return refused(
      'The user in DATABASE_URL is not permitted to create tables in that database. Make it the owner of the database, or grant it CREATE on the schema.',
    );
  } catch (error) {
    return accessAfter(error, isPasswordRequested() && typeof client.password !== 'string');
  } finally {
    await client.end().catch(() => undefined);
  }
};
