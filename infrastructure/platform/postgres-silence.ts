import type { Socket } from 'node:net';

/* oxlint-disable no-underscore-dangle -- pg names them so */
/** How long PostgreSQL may send nothing while statements wait for a result, in ms. */
const SILENCE_MS = 15_000;

/** How long it may take to open a connection, in ms. */
export const CONNECT_MS = 5000;

/** Not declared by pg: its socket, the statement that is being answered, and whether it is to end. */
interface PgClient {
  readonly connection: { readonly stream: Socket };
  readonly _getActiveQuery: () => object | null | undefined;
  readonly _ending: boolean;
}

/** Whether no statement of a client of pg waits for its result. */
export const isIdle = (client: object): boolean => !(client as PgClient)._getActiveQuery();

/** Sets whether statements on a connection of pg may take any time. */
export const tolerateSilence = (client: object, tolerates: boolean): void => {
  (client as PgClient).connection.stream.setTimeout(tolerates ? 0 : SILENCE_MS);
};

/**
 * Closes a connection on which statements wait and nothing has been received for 15 s: the server is stuck, or the
 * network drops what is sent. Without this, they would wait forever. All statements on it fail.
 * @param connected a client of pg that has connected
 */
export const closeWhenSilent = (connected: object): void => {
  const client = connected as PgClient;
  const socket = client.connection.stream;
  tolerateSilence(client, false);
  socket.on('timeout', () => {
    if (client._ending || !isIdle(client))
      socket.destroy(new Error(`PostgreSQL has not answered for ${SILENCE_MS / 1000} s`));
  });
};
