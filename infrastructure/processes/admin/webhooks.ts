import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { redeliver, sendTestEvent } from '../../../application/webhook-deliveries.js';
import {
  deleteWebhookEndpoint,
  pauseWebhookEndpoint,
  registerWebhookEndpoint,
  resumeWebhookEndpoint,
  rotateWebhookSecret,
} from '../../../application/webhook-endpoints.js';
import { webhookRecord } from '../../../application/wire/webhook-records.js';
import { decode } from '../../../domain/codec/codec.js';
import { type OwnerId, WebhookEndpointId } from '../../../domain/ids.js';
import { RegisterWebhookBody } from '../../../domain/webhook-endpoint/requests.js';
import { postgresWebhookDeliveries } from '../../postgres/queries/webhook-deliveries.js';
import { openPrivateHosts } from '../../postgres/private-hosts.js';
import { postgresWebhookSecrets } from '../../postgres/webhook-secrets.js';
import { systemClock } from '../../system-clock.js';
import { guardedWebhookAddresses } from '../../webhooks/webhook-addresses.js';
import { parseOwner } from './owner.js';
import { type AdminSession, answerOf, print, withService } from './session.js';

const parseEndpointId = (text: string): WebhookEndpointId => {
  const id = WebhookEndpointId.decode(text);
  if (E.isRight(id)) return id.right;
  throw new InvalidArgumentError('this is no id of a webhook: see webhooks list');
};

/** All webhooks of an owner are few: one page holds them. */
const PAGE = { page: 1, limit: 100 } as const;

const owned = async ({ queries }: AdminSession, endpointId: WebhookEndpointId) => {
  const found = await answerOf(queries.webhookEndpoints.byId(endpointId));
  if (O.isNone(found)) throw new Error(`there is no webhook ${endpointId}`);
  return { endpointId, ownerId: found.value.ownerId };
};

const sideOf = async ({ side, database, config }: AdminSession) => {
  const opened = (await openPrivateHosts(database)).map(({ host }) => host);
  return {
    ...side,
    webhookSecrets: postgresWebhookSecrets(database),
    webhookAddresses: guardedWebhookAddresses([...config.allowedPrivateHosts, ...opened]),
    webhookDeliveries: postgresWebhookDeliveries(database, systemClock),
    publicBaseUrl: config.publicBaseUrl,
  };
};

interface AddOptions {
  readonly owner: OwnerId;
  readonly url: string;
  readonly events?: string;
  readonly description?: string;
  readonly json?: boolean;
}

const add = async (session: AdminSession, { owner, url, events, description, json }: AddOptions) => {
  const body = decode(RegisterWebhookBody, {
    url,
    ...(events === undefined ? {} : { events: events.split(',').map((event) => event.trim()) }),
    ...(description === undefined ? {} : { description }),
  });
  if (E.isLeft(body)) throw new Error(body.left.join('\n'));
  const { description: given, ...rest } = body.right;
  const endpoint = { ...rest, ...(given === undefined ? {} : { description: given }) };
  const added = await answerOf(
    registerWebhookEndpoint(await sideOf(session))(owner, endpoint, session.context),
  );
  if (json) console.log(JSON.stringify({ id: added.endpointId, signingSecret: added.signingSecret }));
  else
    console.log(
      `id      ${added.endpointId}\nsecret  ${added.signingSecret}\nThe secret is not shown again.`,
    );
};

/** `webhooks list|add|pause|resume|delete|rotate-secret|test|deliveries|redeliver` */
export const addWebhookCommands = (program: Command): void => {
  const webhooks = program.command('webhooks').description('whom the service tells of renders');
  const onEndpoint = (
    name: string,
    description: string,
    act: (session: AdminSession, endpoint: Awaited<ReturnType<typeof owned>>) => Promise<void>,
  ) =>
    webhooks
      .command(name)
      .description(description)
      .argument('<id>', 'id of the webhook, from list', parseEndpointId)
      .action((id: WebhookEndpointId) =>
        withService(async (session) => act(session, await owned(session, id))),
      );

  webhooks
    .command('list')
    .description('list the webhooks of an owner')
    .requiredOption('--owner <name>', 'whose', parseOwner)
    .option('--json', 'print one line of JSON a webhook')
    .action(({ owner, json }: { owner: OwnerId; json?: boolean }) =>
      withService(async ({ queries }) => {
        const { items } = await answerOf(queries.webhookEndpoints.list(owner, PAGE));
        print(
          items.map((endpoint) => ({ ...webhookRecord(endpoint) })),
          json,
        );
      }),
    );

  webhooks
    .command('add')
    .description('register a webhook; its signing secret is shown this once')
    .requiredOption('--owner <name>', 'whose renders it is told of', parseOwner)
    .requiredOption('--url <url>', 'where to send')
    .option('--events <list>', 'render.completed, render.failed or both, separated by commas')
    .option('--description <text>', 'for your own use')
    .option('--json', 'print {"id","signingSecret"}')
    .action((options: AddOptions) => withService((session) => add(session, options)));

  onEndpoint('pause', 'hold deliveries back', async ({ side, context }, endpoint) => {
    await answerOf(pauseWebhookEndpoint(side)(endpoint, context));
    console.log('paused');
  });
  onEndpoint('resume', 'send again, also what was held back', async ({ side, context }, endpoint) => {
    await answerOf(resumeWebhookEndpoint(side)(endpoint, context));
    console.log('resumed');
  });
  onEndpoint('delete', 'send nothing there any more', async (session, endpoint) => {
    await answerOf(deleteWebhookEndpoint(await sideOf(session))(endpoint, session.context));
    console.log('deleted');
  });
  onEndpoint('rotate-secret', 'make a new signing secret, shown this once', async (session, endpoint) => {
    const rotated = await answerOf(
      rotateWebhookSecret(await sideOf(session))(endpoint, undefined, session.context),
    );
    console.log(
      `secret  ${rotated.signingSecret}\nThe one before signs beside it until ${rotated.previousExpireAt}.`,
    );
  });
  onEndpoint('test', 'send a test event', async (session, endpoint) => {
    const { deliveryId } = await answerOf(sendTestEvent(await sideOf(session))(endpoint));
    console.log(`delivery ${deliveryId}`);
  });
  onEndpoint('deliveries', 'list the newest deliveries', async ({ database }, { endpointId }) => {
    const { items } = await answerOf(
      postgresWebhookDeliveries(database, systemClock).list(endpointId, undefined, PAGE),
    );
    print(
      items.map(({ deliveryId, event, renderId, status, attempts, nextAttemptAt }) => ({
        id: deliveryId,
        event,
        renderId,
        status,
        attempts: attempts.length,
        nextAttemptAt: nextAttemptAt ?? null,
      })),
      false,
    );
  });

  webhooks
    .command('redeliver')
    .description('send a delivery again, with the same id and body')
    .argument('<id>', 'id of the webhook', parseEndpointId)
    .argument('<delivery>', 'id of the delivery, from deliveries')
    .action((id: WebhookEndpointId, delivery: string) =>
      withService(async (session) => {
        const { endpointId } = await owned(session, id);
        await answerOf(redeliver(await sideOf(session))(endpointId, delivery));
        console.log('waiting again');
      }),
    );
};
