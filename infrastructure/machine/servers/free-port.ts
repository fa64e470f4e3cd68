import { createServer } from 'node:net';

/**
 * Why a port cannot be listened on: it is `taken` by another program, `not permitted` for this user, or the host is
 * wrong.
 */
export type PortProblem = 'taken' | 'not permitted' | 'no such host';

const problems: Readonly<Record<string, PortProblem>> = {
  EADDRINUSE: 'taken',
  EACCES: 'not permitted',
  EADDRNOTAVAIL: 'no such host',
  ENOTFOUND: 'no such host',
};

/** Tries to listen on a port (0: any) of a host. Returns the number of the port, or the problem. */
export const tryPort = (host: string, port: number): Promise<number | PortProblem> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      const problem = problems[error.code ?? ''];
      if (problem === undefined) reject(error);
      else resolve(problem);
    });
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      const number = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => resolve(number));
    });
  });

/** A port of 127.0.0.1 that is currently free. */
export const freePort = async (): Promise<number> => {
  const found = await tryPort('127.0.0.1', 0);
  if (typeof found !== 'number') throw new Error(`no free port on 127.0.0.1: ${found}`);
  return found;
};
