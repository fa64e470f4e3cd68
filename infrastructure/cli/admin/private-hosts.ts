import { type Command, InvalidArgumentError } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import {
  allowPrivateHost,
  openPrivateHosts,
  removePrivateHost,
} from '../../postgres/settings/private-hosts.js';
import { hostList } from '../../platform/settings/setting-codecs.js';
import { print, withService } from './session.js';

const parseHost = (text: string): string => {
  const hosts = hostList.decode(text);
  if (E.isRight(hosts) && hosts.right.length === 1) return text;
  throw new InvalidArgumentError('give one host name, address or CIDR range');
};

const parseMinutes = (text: string): number => {
  const minutes = Number(text);
  if (Number.isInteger(minutes) && minutes >= 1 && minutes <= 10_080) return minutes;
  throw new InvalidArgumentError('give a whole number of minutes from 1 to 10080 (a week)');
};

/** `private-hosts allow|list|remove` */
export const addPrivateHostCommands = (program: Command): void => {
  const privateHosts = program
    .command('private-hosts')
    .description('temporarily allow addresses that are not publicly routable for sources and webhooks');

  privateHosts
    .command('allow')
    .description('allow a host; workers and webhook processes apply it within a second')
    .argument('<host>', 'a host name, an address or a CIDR range', parseHost)
    .option('--minutes <n>', 'for how long', parseMinutes, 60)
    .action((host: string, { minutes }: { minutes: number }) =>
      withService(async ({ database }) => {
        await allowPrivateHost(database, host, minutes);
        console.log(`${host} is allowed for ${minutes} minutes`);
      }),
    );

  privateHosts
    .command('list')
    .description('list the hosts that are allowed now, in addition to ALLOWED_PRIVATE_HOSTS')
    .option('--json', 'print one line of JSON per host')
    .action(({ json }: { json?: boolean }) =>
      withService(async ({ database }) =>
        print(
          (await openPrivateHosts(database)).map((open) => ({ ...open })),
          json,
        ),
      ),
    );

  privateHosts
    .command('remove')
    .description('stop allowing a host immediately')
    .argument('<host>', 'the host, as given to allow', parseHost)
    .action((host: string) =>
      withService(async ({ database }) => {
        await removePrivateHost(database, host);
        console.log(`${host} is no longer allowed`);
      }),
    );
};
