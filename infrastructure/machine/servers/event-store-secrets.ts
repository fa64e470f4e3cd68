import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { persistentSecret, writePrivateFile } from '../../platform/private-files.js';

/** The embedded event store's certificate, and the password of its only user. */
export interface EventStoreSecrets {
  readonly username: string;
  readonly password: string;
  /** PEM */
  readonly certificate: string;
  /** PEM */
  readonly privateKey: string;
}

const USERNAME = 'framewright';
const DAY_MS = 86_400_000;
/** Longer than any run; each run creates a new certificate. */
const VALID_MS = 3650 * DAY_MS;
/** A name, because TLS does not identify servers by address (RFC 6066, 3). */
const HOST = 'localhost';
const DNS_NAME = 2;

const files = (folder: string) => ({
  password: join(folder, 'password'),
  certificate: join(folder, 'certificate.pem'),
  privateKey: join(folder, 'key.pem'),
});

/**
 * Creates a permanent password and a new certificate for localhost in a folder of private files. The certificate is
 * self-signed, and clients trust only this one.
 */
export const prepareEventStoreSecrets = async (folder: string): Promise<void> => {
  const { password, certificate, privateKey } = files(folder);
  await persistentSecret(password);
  // Takes 0.2 s of CPU time to load, and most programs only read secrets.
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: 'Framewright event store' }], {
    keyType: 'ec',
    curve: 'P-256',
    notBeforeDate: new Date(Date.now() - DAY_MS),
    notAfterDate: new Date(Date.now() + VALID_MS),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'subjectAltName', altNames: [{ type: DNS_NAME, value: HOST }] },
    ],
  });
  await writePrivateFile(privateKey, made.private);
  await writePrivateFile(certificate, made.cert);
};

/** Reads the secrets created by `prepareEventStoreSecrets`. */
export const readEventStoreSecrets = async (folder: string): Promise<EventStoreSecrets> => {
  const { password, certificate, privateKey } = files(folder);
  return {
    username: USERNAME,
    password: (await readFile(password, 'utf8')).trim(),
    certificate: await readFile(certificate, 'utf8'),
    privateKey: await readFile(privateKey, 'utf8'),
  };
};

/** The URL of a local event store with these secrets, including user and password. */
export const eventStoreUrl = async (folder: string, port: number): Promise<string> => {
  const { username, password } = await readEventStoreSecrets(folder);
  const authority = encodeURIComponent(files(folder).certificate);
  return `esdb://${username}:${encodeURIComponent(password)}@${HOST}:${port}?tls=true&tlsCAFile=${authority}`;
};
