import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentCredentials } from '../../../workers/render/ports/content-credentials.js';
import { certificateSigner, testCertificate } from '../../credentials/certificate.js';
import { c2paCredentials } from '../../credentials/embed.js';
import type { Config } from '../../platform/config.js';
import { persistentText } from '../../platform/private-files.js';

const TEST_CERTIFICATE =
  'content credentials are signed with a test certificate, which nobody trusts; set CONTENT_CREDENTIALS_CERTIFICATE and CONTENT_CREDENTIALS_KEY';

/**
 * The content credentials of outputs as configured; undefined if they are off.
 * @throws Error if only one of certificate and key is set, or they are not usable
 */
export const contentCredentials = async (
  config: Pick<Config, 'contentCredentials' | 'credentialsCertificate' | 'credentialsKey' | 'dataDir'>,
  tell: (message: string) => void,
): Promise<ContentCredentials | undefined> => {
  const { contentCredentials: mode, credentialsCertificate, credentialsKey, dataDir } = config;
  if (mode === 'off') return undefined;
  if (credentialsCertificate !== undefined && credentialsKey !== undefined)
    return c2paCredentials(
      certificateSigner(
        await readFile(credentialsCertificate, 'utf8'),
        await readFile(credentialsKey, 'utf8'),
      ),
    );
  if (credentialsCertificate !== undefined || credentialsKey !== undefined)
    throw new Error('CONTENT_CREDENTIALS_CERTIFICATE and CONTENT_CREDENTIALS_KEY must be set together');
  tell(TEST_CERTIFICATE);
  const file = join(dataDir, 'secrets', 'content-credentials.pem');
  const pem = await persistentText(file, async () => {
    const { certificates, privateKey } = await testCertificate(new Date());
    return `${certificates}${privateKey}`;
  });
  const key = pem.indexOf('-----BEGIN PRIVATE KEY-----');
  return c2paCredentials(certificateSigner(pem.slice(0, key), pem.slice(key)));
};
