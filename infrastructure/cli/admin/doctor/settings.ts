import * as E from 'fp-ts/lib/Either.js';
import leven from 'leven';
import { type Environment, readConfig, settingsReference } from '../../../platform/config.js';
import { contentCredentials } from '../../../processes/parts/content-credentials.js';
import { type Check, check, failed, ok, warning } from './check.js';

/** Names shorter than this are too similar to unrelated variables. */
const SHORTEST_NAME = 7;
const MOST_TYPOS = 2;

const KNOWN = settingsReference.map(({ variable }) => variable);

/** The setting that an unknown variable was probably meant to be. */
const intended = (name: string): string | undefined =>
  KNOWN.find(
    (known) =>
      known.length >= SHORTEST_NAME &&
      Math.abs(known.length - name.length) <= MOST_TYPOS &&
      leven(known, name.toUpperCase()) <= MOST_TYPOS,
  );

/** The settings are valid, and no variable looks like a misspelt setting. Values are never shown. */
export const settingsCheck = (environment: Environment): Check =>
  check('settings', 'Correct the environment variables.', () => {
    const config = readConfig(environment);
    if (E.isLeft(config))
      return failed(
        config.left.join('; '),
        'Correct these environment variables; docs/settings.md lists all settings.',
      );
    const misspelt = Object.keys(environment).flatMap((name) => {
      const meant = KNOWN.includes(name) ? undefined : intended(name);
      return meant === undefined ? [] : [{ name, meant }];
    });
    if (misspelt.length > 0)
      return warning(
        `unknown: ${misspelt.map(({ name }) => name).join(', ')}`,
        `Perhaps ${misspelt.map(({ name, meant }) => `${name} should be ${meant}`).join(', ')}.`,
      );
    return ok(`${KNOWN.filter((name) => (environment[name] ?? '').trim() !== '').length} set, all valid`);
  });

/** The certificate for content credentials can be used. */
export const credentialsCheck = (config: Parameters<typeof contentCredentials>[0]): Check =>
  check(
    'content credentials',
    'Correct CONTENT_CREDENTIALS_CERTIFICATE and CONTENT_CREDENTIALS_KEY.',
    async () => {
      const { contentCredentials: mode, credentialsCertificate, credentialsKey } = config;
      if (mode === 'off') return ok('off');
      if (credentialsCertificate === undefined && credentialsKey === undefined)
        return ok('signed with a test certificate, which nobody trusts');
      await contentCredentials(config, () => undefined);
      return ok('signed with the configured certificate');
    },
  );
