import { createServer } from 'node:net';

/** Why a port can't be listened on: `taken` by another program, or not `permitted` to this user, or a wrong host. */
export type PortTrouble = 'taken' | 'not permitted' | 'no such host';

const troubles: Readonly<Record<string, PortTrouble>> = {
  EADDRINUSE: 'taken',
  EACCES: 'not permitted',
  EADDRNOTAVAIL: 'no such host',
  ENOTFOUND: 'no such host',
};

/** The trouble with listening on a port (0: any) of a host, or the number of the port that could be had. */
export const tryPort = (host: string, port: number): Promise<number | PortTrouble> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      const trouble = troubles[error.code ?? ''];
      if (trouble === undefined) reject(error);
      else resolve(trouble);
    });
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      const number = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => resolve(number));
    });
  });

/** A port of 127.0.0.1 that was free a moment ago. */
export const freePort = async (): Promise<number> => {
  const found = await tryPort('127.0.0.1', 0);
  if (typeof found !== 'number') throw new Error(`no free port on 127.0.0.1: ${found}`);
  return found;
};
