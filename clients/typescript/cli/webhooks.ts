import { createHmac, randomBytes } from 'node:crypto';
import { type Command, InvalidArgumentError } from 'commander';
import { Webhook } from 'standardwebhooks';
import type { FeedEvent } from '../core/client.js';
import { type GlobalOptions, type Io, type Run, UserError } from './io.js';
import { currentClient } from './settings.js';

interface ListenOptions extends GlobalOptions {
  readonly forward: string;
  readonly after?: number;
}

/** How long a receiver has for its response, as in the service. */
const TIMEOUT_MS = 15_000;

/** Sends an event as the service would. Returns the status of the response, or why there is none. */
const deliver = async (
  event: FeedEvent,
  url: string,
  secret: string,
  signal: AbortSignal,
): Promise<number | string> => {
  const body = JSON.stringify({ event: event.event, data: event.data });
  const at = new Date();
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: {
        'content-type': 'application/json',
        'x-signature': createHmac('sha256', secret).update(body).digest('hex'),
        'idempotency-key': `${String(event.data['_id'])}:${event.event}`,
        'webhook-id': event.messageId,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(event.messageId, at, body),
      },
      body,
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const listen = async (io: Io, options: ListenOptions): Promise<void> => {
  if (!URL.canParse(options.forward)) throw new UserError('--forward must be a URL');
  const client = await currentClient(io, options);
  const secret = io.env['FRAMEWRIGHT_WEBHOOK_SECRET'] ?? `whsec_${randomBytes(32).toString('base64')}`;
  const after = options.after ?? (await client.events.lastNumber({ signal: io.signal }));
  const start = { forward: options.forward, signingSecret: secret, after };
  io.printError(
    `forwarding events after number ${start.after} to ${start.forward}\nsigning secret of this session: ${secret}`,
  );
  try {
    for await (const event of client.events.follow({ after, signal: io.signal })) {
      const outcome = await deliver(event, options.forward, secret, io.signal);
      const { number, messageId } = event;
      const line = `${number} ${event.event} ${String(event.data['_id'])} → ${outcome}`;
      const entry = { number, messageId, event: event.event, outcome };
      io.print(options.json === true ? JSON.stringify(entry) : line); // one line for each event
    }
  } catch (error) {
    if (!io.signal.aborted) throw error;
  }
};

const wholeNumber = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('must be the number of an event');
  return Number(text);
};

/** `framewright webhooks …` */
export const addWebhookCommands = (program: Command, run: Run): void => {
  program
    .command('webhooks')
    .description('develop receivers of webhooks')
    .command('listen')
    .description(
      'send the events of the feed to a local receiver, signed like webhooks; FRAMEWRIGHT_WEBHOOK_SECRET sets the secret',
    )
    .requiredOption('--forward <url>', 'the address of the receiver')
    .option(
      '--after <number>',
      'start after this event of the feed; by default after the newest',
      wholeNumber,
    )
    .action(run(listen));
};
