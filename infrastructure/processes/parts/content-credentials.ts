import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentCredentials } from '../../../workers/render/ports/content-credentials.js';
import type { Config } from '../../platform/config.js';
import { persistentText } from '../../platform/private-files.js';

const TEST_CERTIFICATE =
  'content credentials are signed with a test certificate, which nobody trusts; set CONTENT_CREDENTIALS_CERTIFICATE and CONTENT_CREDENTIALS_KEY';

/** Credentials signed with a certificate (PEM). The library is loaded here, which takes 0.2 s of processor time. */
const signedWith = async (
  certificates: string,
  privateKey: string,
  shown: Config['credentialsSources'],
): Promise<ContentCredentials> => {
  const { certificateSigner } = await import('../../credentials/certificate.js');
  const { c2paCredentials } = await import('../../credentials/embed.js');
  return c2paCredentials(certificateSigner(certificates, privateKey), shown);
};

/** Credentials that are made when the first output is signed. */
const lazyCredentials = (make: () => Promise<ContentCredentials>): ContentCredentials => {
  let making: Promise<ContentCredentials> | undefined;
  return {
    embed: async (path, facts) => {
      making ??= make();
      await (await making).embed(path, facts);
    },
  };
};

/** The test certificate of this DATA_DIR and its private key, PEM. */
const ownTestCertificate = (dataDir: string): Promise<string> =>
  persistentText(join(dataDir, 'secrets', 'content-credentials.pem'), async () => {
    const { testCertificate } = await import('../../credentials/test-certificate.js');
    const { certificates, privateKey } = await testCertificate(new Date());
    return `${certificates}${privateKey}`;
  });

/**
 * The content credentials of outputs as configured; undefined if they are off. A configured certificate is tried at
 * once, so that a wrong one is reported at the start; with the test certificate, nothing is loaded until an output is
 * signed.
 * @throws Error if only one of certificate and key is set, or they are not usable
 */
export const contentCredentials = async (
  config: Pick<
    Config,
    'contentCredentials' | 'credentialsSources' | 'credentialsCertificate' | 'credentialsKey' | 'dataDir'
  >,
  tell: (message: string) => void,
): Promise<ContentCredentials | undefined> => {
  const {
    contentCredentials: mode,
    credentialsSources: shown,
    credentialsCertificate,
    credentialsKey,
    dataDir,
  } = config;
  if (mode === 'off') return undefined;
  if (credentialsCertificate !== undefined && credentialsKey !== undefined)
    return await signedWith(
      await readFile(credentialsCertificate, 'utf8'),
      await readFile(credentialsKey, 'utf8'),
      shown,
    );
  if (credentialsCertificate !== undefined || credentialsKey !== undefined)
    throw new Error('CONTENT_CREDENTIALS_CERTIFICATE and CONTENT_CREDENTIALS_KEY must be set together');
  tell(TEST_CERTIFICATE);
  const pem = await ownTestCertificate(dataDir);
  const key = pem.indexOf('-----BEGIN PRIVATE KEY-----');
  return lazyCredentials(() => signedWith(pem.slice(0, key), pem.slice(key), shown));
};
