/**
 * An event store with authentication and TLS: it rejects unknown users with the messages of EventStoreDB 23.10 and
 * forwards all other calls to a node.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import {
  connect,
  createSecureServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface AuthenticatingProxy {
  /** Its URL, for a user (`name:password`) or without one. */
  readonly urlFor: (user?: string) => string;
  /** The calls so far, as `method user`; `nobody` without a user. */
  readonly calls: ReadonlyArray<string>;
  readonly close: () => Promise<void>;
}

/** Creates a certificate for localhost: `cert.pem` and `key.pem` in the folder. */
const makeCertificate = async (folder: string): Promise<{ readonly key: string; readonly cert: string }> => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  await promisify(execFile)('openssl', [...request, ...subject, '-keyout', key, '-out', cert]);
  return { key, cert };
};

const userOf = ({ authorization = '' }: IncomingHttpHeaders): string | undefined =>
  authorization.startsWith('Basic ')
    ? Buffer.from(authorization.slice('Basic '.length), 'base64').toString()
    : undefined;

const refusal = (user: string | undefined): OutgoingHttpHeaders => ({
  ':status': 200,
  'content-type': 'application/grpc',
  ...(user === undefined
    ? { 'grpc-status': '7', 'grpc-message': 'Access Denied.', exception: 'access-denied' }
    : { 'grpc-status': '16', 'grpc-message': 'Bad credentials.' }),
});

const withoutConnectionHeaders = (headers: IncomingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => name !== ':authority' && name !== 'authorization'),
  );

/** Starts a proxy with a single user (`name:password`) in front of a node on a port of 127.0.0.1. */
export const startAuthenticatingProxy = async (
  target: number,
  known: string,
): Promise<AuthenticatingProxy> => {
  const calls: string[] = [];
  const upstream = connect(`http://127.0.0.1:${target}`);
  upstream.on('error', () => undefined);
  const forward = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void => {
    const call = upstream.request(withoutConnectionHeaders(headers));
    call.on('response', (answer, flags) => {
      const trailersOnly = (flags & 1) === 1; // END_STREAM
      stream.respond(answer, { waitForTrailers: !trailersOnly, endStream: trailersOnly });
    });
    let trailers: IncomingHttpHeaders = {};
    call.on('trailers', (received) => (trailers = received));
    stream.on('wantTrailers', () => stream.sendTrailers(trailers));
    stream.on('close', () => call.close());
    for (const side of [stream, call]) side.on('error', () => undefined);
    stream.pipe(call);
    call.pipe(stream);
  };
  const folder = await mkdtemp(join(tmpdir(), 'framewright-certificate-'));
  const { key, cert } = await makeCertificate(folder);
  const server = createSecureServer({ key: await readFile(key), cert: await readFile(cert) });
  const sessions = new Set<{ destroy: () => void }>();
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  server.on('stream', (stream, headers) => {
    const user = userOf(headers);
    calls.push(`${headers[':path']?.split('/').at(-1) ?? ''} ${user ?? 'nobody'}`);
    if (user === known) forward(stream, headers);
    else stream.respond(refusal(user), { endStream: true });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    urlFor: (user) =>
      `esdb://${user === undefined ? '' : `${user}@`}localhost:${port}?tls=true&tlsCAFile=${encodeURIComponent(cert)}`,
    calls,
    close: async () => {
      for (const session of sessions) session.destroy();
      upstream.destroy();
      server.close();
      await once(server, 'close');
      await rm(folder, { recursive: true });
    },
  };
};
