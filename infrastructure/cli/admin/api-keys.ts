import { type Command, InvalidArgumentError } from 'commander';
import { issueApiKey, revokeApiKey } from '../../../application/api-keys/api-keys.js';
import { RATE_WINDOWS } from '../../../application/ports/rate-limits.js';
import { DEFAULT_RATE_LIMITS, scopesOf } from '../../../domain/api-key/api-key.js';
import { ApiKeyName } from '../../../domain/api-key/requests.js';
import { API_KEY_SCOPES, ApiKeyScope, type RateLimits } from '../../../domain/api-key/events.js';
import { ApiKeyId, type OwnerId } from '../../../domain/ids.js';
import { parsedAs, parseOwner } from './arguments.js';
import { resultOrExit, print, withService } from './session.js';

const ALIASES: Readonly<Record<string, keyof RateLimits>> = { min: 'minute', hour: 'hour', day: 'day' };

/** `none`, or a list like `10/min,300/hour,1000/day`. An omitted window is not limited. */
const parseLimits = (text: string): RateLimits => {
  if (text === 'none') return {};
  const limits = text.split(',').map((part) => {
    const [, count, window = ''] = /^(\d{1,9})\/(min|minute|hour|day)$/.exec(part.trim()) ?? [];
    if (count === undefined || Number(count) < 1)
      throw new InvalidArgumentError('use none, or a list like 10/min,300/hour,1000/day');
    return [ALIASES[window] ?? window, Number(count)];
  });
  return Object.fromEntries(limits) as RateLimits;
};

const parseScopes = (text: string): ReadonlyArray<ApiKeyScope> =>
  text.split(',').map(parsedAs(ApiKeyScope, `use a list of ${API_KEY_SCOPES.join(', ')}`));

interface IssueOptions {
  readonly owner: OwnerId;
  readonly limits: RateLimits;
  readonly scopes?: ReadonlyArray<ApiKeyScope>;
  readonly name?: string;
  readonly json?: boolean;
}

const parseKeyId = parsedAs(ApiKeyId, 'not an API key id; list them with api-keys list');

const describe = (limits: RateLimits): string =>
  RATE_WINDOWS.flatMap((window) =>
    limits[window] === undefined ? [] : [`${limits[window]}/${window}`],
  ).join(',') || 'none';

/** `api-keys issue|list|revoke` */
export const addApiKeyCommands = (program: Command): void => {
  const apiKeys = program.command('api-keys').description('issue, list and revoke API keys');

  apiKeys
    .command('issue')
    .description('issue a key; it is shown only once')
    .requiredOption('--owner <name>', 'the owner of the key', parseOwner)
    .option(
      '--limits <limits>',
      'none, or a list like 10/min,300/hour,1000/day',
      parseLimits,
      DEFAULT_RATE_LIMITS,
    )
    .option('--scopes <scopes>', `a list of ${API_KEY_SCOPES.join(', ')}; default: all but keys`, parseScopes)
    .option('--name <name>', 'what it is for', parsedAs(ApiKeyName, 'use 1 to 100 characters'))
    .option('--json', 'print {"id","key"}')
    .action(({ owner: ownerId, json, ...permitted }: IssueOptions) =>
      withService(async ({ dependencies, context }) => {
        const { keyId, key } = await resultOrExit(
          issueApiKey(dependencies)({ ownerId, ...permitted }, context),
        );
        if (json) console.log(JSON.stringify({ id: keyId, key }));
        else console.log(`id   ${keyId}\nkey  ${key}\nThe key is not shown again.`);
      }),
    );

  apiKeys
    .command('list')
    .description('list all keys, including revoked ones; the keys themselves are not stored')
    .option('--json', 'print one line of JSON per key')
    .action(({ json }: { json?: boolean }) =>
      withService(async ({ queries }) => {
        const keys = await resultOrExit(queries.apiKeys.list());
        print(
          keys.map(({ keyId, ownerId, limits, name, scopes, issuedBy, createdAt, revokedAt }) => ({
            id: keyId,
            owner: ownerId,
            name: name ?? null,
            limits: describe(limits),
            scopes: scopesOf({ scopes }).join(','),
            issuedBy: issuedBy ?? null,
            createdAt,
            revokedAt: revokedAt ?? null,
          })),
          json,
        );
      }),
    );

  apiKeys
    .command('revoke')
    .description('revoke a key permanently')
    .argument('<id>', 'id of the key, from issue or list', parseKeyId)
    .action((id: ApiKeyId) =>
      withService(async ({ dependencies, context }) => {
        await resultOrExit(revokeApiKey(dependencies)(id, context));
        console.log(`revoked ${id}`);
      }),
    );
};
