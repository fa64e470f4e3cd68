/** Clients of a fleet: they request renders until each is acknowledged, and receive webhooks; both write logs. */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

/** How long a client waits for a response, and before it repeats a request, in ms. */
const TIMEOUT = 10_000;
const PAUSE = 200;

const render = (bad: boolean, origin: string) => ({
  metadata: { name: 'chaos', duration: 200, fps: 10, canvas: { width: 64, height: 64 } },
  clips: bad ? [{ type: 'image', source: `${origin}/none.png`, timeFrame: { start: 0, end: 200 } }] : [],
});

/** @param logs the folder of acknowledged.jsonl and received.jsonl */
export const startClients = async (baseUrl: string, logs: string) => {
  const [acknowledged, received] = [join(logs, 'acknowledged.jsonl'), join(logs, 'received.jsonl')];
  for (const file of [acknowledged, received]) writeFileSync(file, '');
  const secrets = new Map<string, string>();
  const delivered = new Set<string>();
  let [requested, repeated] = [0, 0];

  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const owner = /^\/hook\/(\w+)$/.exec(request.url ?? '')?.[1];
      if (owner === undefined) return void response.writeHead(404).end();
      const key = String(request.headers['idempotency-key']);
      const signature = createHmac('sha256', secrets.get(owner) ?? '')
        .update(body)
        .digest('hex');
      const line = {
        key,
        id: request.headers['webhook-id'],
        sha256: createHash('sha256').update(body).digest('hex'),
        verified: request.headers['x-signature'] === signature,
      };
      appendFileSync(received, `${JSON.stringify(line)}\n`);
      delivered.add(key);
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** Repeats a request with one idempotency key until it is acknowledged. */
  const post = async (key: string, path: string, body: object): Promise<Readonly<Record<string, string>>> => {
    const headers = {
      'x-api-key': key,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    for (;;) {
      const answer = await fetch(`${baseUrl}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT),
      })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => ({ status: 0, text: '' }));
      if (answer.status === 201) return (JSON.parse(answer.text) as { data: Record<string, string> }).data;
      if (answer.status >= 400 && ![409, 429, 503].includes(answer.status))
        throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
      repeated += 1;
      await delay(PAUSE);
    }
  };

  return {
    subscribe: async (owner: string, key: string): Promise<void> => {
      const { signingSecret } = await post(key, '/v1/webhooks', { url: `${origin}/hook/${owner}` });
      secrets.set(owner, signingSecret ?? '');
    },
    /** Requests a render; every tenth one fails because its source does not exist. */
    request: async (key: string): Promise<void> => {
      requested += 1;
      const bad = requested % 10 === 0;
      const { _id } = await post(key, '/v1/renders', render(bad, origin));
      appendFileSync(acknowledged, `${JSON.stringify({ id: _id, bad })}\n`);
    },
    requested: () => requested,
    /** How many requests were not acknowledged and therefore repeated. */
    repeated: () => repeated,
    /** The number of webhooks that have arrived, each counted once. */
    delivered: () => delivered.size,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
