import { certificateSigner } from '../../../infrastructure/credentials/certificate.js';
import { c2paCredentials } from '../../../infrastructure/credentials/embed.js';
import { type KeyType, testCertificate } from '../../../infrastructure/credentials/test-certificate.js';
import { authorityOf } from '../../support/pictures/c2pa-report.js';
import { contentCredentialsContract } from './content-credentials-contract.js';

const KEY_TYPES: ReadonlyArray<KeyType> = ['Ed25519', 'P-256', 'P-384'];

for (const type of KEY_TYPES)
  contentCredentialsContract(
    `C2PA, ${type} certificate`,
    async () => {
      const { certificates, privateKey } = await testCertificate(new Date(), type);
      return {
        credentials: c2paCredentials(certificateSigner(certificates, privateKey)),
        authority: authorityOf(certificates),
      };
    },
    type === 'Ed25519',
  );
