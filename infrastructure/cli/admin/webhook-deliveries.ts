import { type Command, Option } from 'commander';
import type { DeliveryRow, DeliveryStatus } from '../../../application/ports/webhook-deliveries.js';
import { deliveryOf, redeliver, sendTestEvent } from '../../../application/webhooks/webhook-deliveries.js';
import { deliveryRecord } from '../../../application/records/delivery-record.js';
import { DeliveryId, type WebhookEndpointId } from '../../../domain/ids.js';
import { resultOrExit, print } from './session.js';
import { parsedAs, parseTime } from './arguments.js';
import { type OnWebhook, onWebhook, webhookCommand } from './webhook-session.js';

/** The newest deliveries are listed. */
const LISTED = { page: 1, limit: 100 } as const;

const STATUSES: ReadonlyArray<DeliveryStatus> = ['waiting', 'sending', 'delivered', 'failed', 'cancelled'];

const parseDeliveryId = parsedAs(DeliveryId, 'not a delivery id; list them with webhooks deliveries');

const summary = ({ deliveryId, event, status, attempts, nextAttemptAt, ...about }: DeliveryRow) => ({
  id: deliveryId,
  event,
  about: about.renderId ?? about.batchId ?? about.assetId ?? about.videoId,
  status,
  attempts: attempts.length,
  nextAttemptAt: nextAttemptAt ?? null,
});

interface ListOptions {
  readonly status?: DeliveryStatus;
  readonly json?: boolean;
}

const list = async ({ dependencies, endpoint }: OnWebhook, { status, json }: ListOptions): Promise<void> => {
  const { items } = await resultOrExit(
    dependencies.webhookDeliveries.list(endpoint.endpointId, status, LISTED),
  );
  print(json ? items.map(deliveryRecord) : items.map(summary), json);
};

const show = async ({ dependencies, endpoint }: OnWebhook, id: DeliveryId, json?: boolean): Promise<void> => {
  const delivery = await resultOrExit(deliveryOf(dependencies)(endpoint.endpointId, id));
  const record = deliveryRecord(delivery);
  if (json) return print([record], json);
  print([summary(delivery)], json);
  print(
    record.attempts.map((attempt) => ({ ...attempt })),
    json,
  );
};

const sendAgain = async (
  { dependencies, endpoint }: OnWebhook,
  id: DeliveryId | undefined,
  failedSince: Date | undefined,
): Promise<void> => {
  if (id !== undefined) await resultOrExit(redeliver(dependencies)(endpoint.endpointId, id));
  const count =
    failedSince === undefined
      ? 1
      : await resultOrExit(dependencies.webhookDeliveries.redeliverFailed(endpoint.endpointId, failedSince));
  console.log(`${count} queued again`);
};

/** `webhooks test|deliveries|delivery|redeliver` */
export const addDeliveryCommands = (webhooks: Command): void => {
  webhookCommand(webhooks, 'test', 'send a test event').action((id: WebhookEndpointId) =>
    onWebhook(id, async ({ dependencies, endpoint }) => {
      const { deliveryId } = await resultOrExit(sendTestEvent(dependencies)(endpoint));
      console.log(`delivery ${deliveryId}`);
    }),
  );

  webhookCommand(webhooks, 'deliveries', 'list the newest deliveries')
    .addOption(new Option('--status <status>', 'only deliveries with this status').choices(STATUSES))
    .option('--json', 'print one line of JSON per delivery, with every attempt')
    .action((id: WebhookEndpointId, options: ListOptions) =>
      onWebhook(id, (webhook) => list(webhook, options)),
    );

  webhookCommand(webhooks, 'delivery', 'show a delivery with every attempt')
    .argument('<delivery>', 'id of the delivery, from deliveries', parseDeliveryId)
    .option('--json', 'print one line of JSON')
    .action((id: WebhookEndpointId, delivery: DeliveryId, { json }: { json?: boolean }) =>
      onWebhook(id, (webhook) => show(webhook, delivery, json)),
    );

  webhookCommand(
    webhooks,
    'redeliver',
    'send a delivery again, or all that failed, with the same id and body',
  )
    .argument('[delivery]', 'id of the delivery, from deliveries', parseDeliveryId)
    .option('--failed-since <time>', 'all deliveries created since then that have failed', parseTime)
    .action(
      (
        id: WebhookEndpointId,
        delivery: DeliveryId | undefined,
        options: { failedSince?: Date },
      ): Promise<void> => {
        if ((delivery === undefined) === (options.failedSince === undefined))
          throw new Error('give either a delivery or --failed-since');
        return onWebhook(id, (webhook) => sendAgain(webhook, delivery, options.failedSince));
      },
    );
};
