import type { Config } from '../../../platform/config.js';
import { contentCredentials } from '../../../processes/parts/content-credentials.js';
import { secretsInDatabase } from '../../../processes/parts/shared-secrets.js';
import { type Check, ok, warning } from './check.js';
import { onDatabase } from './servers.js';

/** SERVICE_KEY is the one with which the secrets in the database are encrypted. */
export const serviceKeyCheck = (config: Pick<Config, 'serviceKey'>, databaseUrl: string): Check => ({
  name: 'service key',
  remedy: 'Set SERVICE_KEY to that of the other processes, or fix the database first.',
  run: async () => {
    const isSet = config.serviceKey !== undefined;
    switch (await onDatabase(databaseUrl, (database) => secretsInDatabase(config, database))) {
      case 'opened':
        return ok('opens the secrets in the database');
      case 'none':
        return ok(isSet ? 'set; the database has no secrets yet' : 'not set; the secrets are in DATA_DIR');
      case 'without key':
        return warning(
          'not set, and the database has secrets that are encrypted with one',
          'Set SERVICE_KEY to that of the other processes: without it, this one has secrets of its own.',
        );
    }
  },
});

/** The certificate for content credentials can be used. */
export const credentialsCheck = (config: Parameters<typeof contentCredentials>[0]): Check => ({
  name: 'content credentials',
  remedy: 'Correct CONTENT_CREDENTIALS_CERTIFICATE and CONTENT_CREDENTIALS_KEY.',
  run: async () => {
    const { contentCredentials: mode, credentialsCertificate, credentialsKey } = config;
    if (mode === 'off') return ok('off');
    if (credentialsCertificate === undefined && credentialsKey === undefined)
      return ok('signed with a test certificate, which nobody trusts');
    await contentCredentials(config, () => undefined);
    return ok('signed with the configured certificate');
  },
});
