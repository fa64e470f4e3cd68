import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { EVENT_NAMES } from '../../../domain/webhook-endpoint/events.js';
import { rotateWebhookSecret } from '../../../application/webhooks/rotate-webhook-secret.js';
import {
  changeWebhookEndpoint,
  deleteWebhookEndpoint,
  pauseWebhookEndpoint,
  registerWebhookEndpoint,
  resumeWebhookEndpoint,
} from '../../../application/webhooks/webhook-endpoints.js';
import { webhookRecord } from '../../../application/records/webhook-record.js';
import { type Codec, decode } from '../../../domain/codec/codec.js';
import type { OwnerId, WebhookEndpointId } from '../../../domain/ids.js';
import { ChangeWebhookBody, RegisterWebhookBody } from '../../../domain/webhook-endpoint/requests.js';
import { parseOwner, parseTime } from './arguments.js';
import { type AdminSession, resultOrExit, print, withService } from './session.js';
import { addDeliveryCommands } from './webhook-deliveries.js';
import { type OnWebhook, onWebhook, webhookCommand, webhookDependencies } from './webhook-session.js';

/** An owner has few webhooks: one page holds them all. */
const PAGE = { page: 1, limit: 100 } as const;

/** The options that describe a webhook; `description` is false for `--no-description`. */
interface Details {
  readonly url?: string;
  readonly events?: string;
  readonly description?: string | false;
}

/** Converts the options to the equivalent HTTP request body, with the same validation. */
const requestOf = <A>(body: Codec<A>, { url, events, description }: Details): A => {
  const request = decode(body, {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events: events.split(',').map((event) => event.trim()) }),
    ...(description === undefined ? {} : { description: description === false ? null : description }),
  });
  if (E.isLeft(request)) throw new Error(request.left.join('\n'));
  return request.right;
};

interface AddOptions extends Details {
  readonly owner: OwnerId;
  readonly json?: boolean;
}

const add = async (session: AdminSession, { owner, json, ...details }: AddOptions): Promise<void> => {
  const { description, ...rest } = requestOf(RegisterWebhookBody, details);
  const endpoint = { ...rest, ...(description === undefined ? {} : { description }) };
  const dependencies = webhookDependencies(session);
  const added = await resultOrExit(registerWebhookEndpoint(dependencies)(owner, endpoint, session.context));
  if (json) console.log(JSON.stringify({ id: added.endpointId, signingSecret: added.signingSecret }));
  else
    console.log(
      `id      ${added.endpointId}\nsecret  ${added.signingSecret}\nThe secret is not shown again.`,
    );
};

const rotate = async ({ endpoint, dependencies, context }: OnWebhook, switchAt: Date | undefined) => {
  const rotated = await resultOrExit(
    rotateWebhookSecret(dependencies)(endpoint, switchAt?.toISOString(), context),
  );
  console.log(`secret  ${rotated.signingSecret}
The previous secret also signs until ${rotated.previousExpireAt}.
X-Signature uses the new secret from ${rotated.xSignatureSwitchesAt}.`);
};

const addOwnerCommands = (webhooks: Command): void => {
  webhooks
    .command('list')
    .description('list the webhooks of an owner')
    .requiredOption('--owner <name>', 'whose', parseOwner)
    .option('--json', 'print one line of JSON per webhook')
    .action(({ owner, json }: { owner: OwnerId; json?: boolean }) =>
      withService(async ({ queries }) => {
        const { items } = await resultOrExit(queries.webhookEndpoints.list(owner, PAGE));
        print(
          items.map((endpoint) => ({ ...webhookRecord(endpoint) })),
          json,
        );
      }),
    );

  webhooks
    .command('add')
    .description('register a webhook; its signing secret is shown only once')
    .requiredOption('--owner <name>', 'the owner whose renders it is notified of', parseOwner)
    .requiredOption('--url <url>', 'the URL to send events to')
    .option('--events <list>', `${EVENT_NAMES.join(', ')}, separated by commas`)
    .option('--description <text>', 'for your own use')
    .option('--json', 'print {"id","signingSecret"}')
    .action((options: AddOptions) => withService((session) => add(session, options)));
};

const addChangingCommands = (webhooks: Command): void => {
  webhookCommand(webhooks, 'change', 'change the given options, keep the rest')
    .option('--url <url>', 'the URL to send events to')
    .option('--events <list>', `${EVENT_NAMES.join(', ')}, separated by commas`)
    .option('--description <text>', 'for your own use')
    .option('--no-description', 'remove the description')
    .action((id: WebhookEndpointId, details: Details) =>
      onWebhook(id, async ({ endpoint, dependencies, context }) => {
        await resultOrExit(
          changeWebhookEndpoint(dependencies)(endpoint, requestOf(ChangeWebhookBody, details), context),
        );
        console.log('changed');
      }),
    );

  for (const [name, description, useCase, done] of [
    ['pause', 'hold deliveries back', pauseWebhookEndpoint, 'paused'],
    ['resume', 'resume deliveries, starting with those held back', resumeWebhookEndpoint, 'resumed'],
    ['delete', 'delete the webhook; nothing is sent to it any more', deleteWebhookEndpoint, 'deleted'],
  ] as const)
    webhookCommand(webhooks, name, description).action((id: WebhookEndpointId) =>
      onWebhook(id, async ({ endpoint, dependencies, context }) => {
        await resultOrExit(useCase(dependencies)(endpoint, context));
        console.log(done);
      }),
    );

  webhookCommand(webhooks, 'rotate-secret', 'create a new signing secret, shown only once')
    .option('--switch-at <time>', 'when X-Signature switches to it (default: in 24 hours)', parseTime)
    .action((id: WebhookEndpointId, { switchAt }: { switchAt?: Date }) =>
      onWebhook(id, (webhook) => rotate(webhook, switchAt)),
    );
};

/** `webhooks list|add|change|pause|resume|delete|rotate-secret` and the commands on deliveries */
export const addWebhookCommands = (program: Command): void => {
  const webhooks = program.command('webhooks').description('manage the webhooks of owners');
  addOwnerCommands(webhooks);
  addChangingCommands(webhooks);
  addDeliveryCommands(webhooks);
};
