import * as E from 'fp-ts/lib/Either.js';
import leven from 'leven';
import { type Environment, readConfig, settingsReference } from '../../../platform/config.js';
import { type Check, failed, ok, warning } from './check.js';

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
export const settingsCheck = (environment: Environment): Check => ({
  name: 'settings',
  remedy: 'Correct the environment variables.',
  run: () => {
    const config = readConfig(environment);
    if (E.isLeft(config))
      return Promise.resolve(
        failed(
          config.left.join('; '),
          'Correct these environment variables; docs/settings.md lists all settings.',
        ),
      );
    const misspelt = Object.keys(environment).flatMap((name) => {
      const meant = KNOWN.includes(name) ? undefined : intended(name);
      return meant === undefined ? [] : [{ name, meant }];
    });
    if (misspelt.length > 0)
      return Promise.resolve(
        warning(
          `unknown: ${misspelt.map(({ name }) => name).join(', ')}`,
          `Perhaps ${misspelt.map(({ name, meant }) => `${name} should be ${meant}`).join(', ')}.`,
        ),
      );
    const count = KNOWN.filter((name) => (environment[name] ?? '').trim() !== '').length;
    return Promise.resolve(ok(`${count} set, all valid`));
  },
});
