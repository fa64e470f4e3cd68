import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { revokeApiKey } from '../../../application/api-keys/api-keys.js';
import { sha256 } from '../../../application/digests.js';
import { type ApiProcess, startApiProcess } from '../../support/service/api-process.js';
import { expectIntactHistories } from '../../support/event-store/chain-check.js';
import { LOCK_CHECKPOINTS } from '../../../infrastructure/postgres/read-models/checkpoints.js';
import { sendTogether } from '../../../infrastructure/postgres/connection/statements.js';
import { eventually } from '../../support/eventually.js';
import { type Api, apiClient, minimalVideo } from '../../support/service/http-client.js';
import type { Reply } from '../../support/service/reply.js';
import { randomMoment } from '../../support/random-moment.js';
import { sharedService } from '../../support/service/service.js';
import { itIfLong, LONG } from '../../support/long-form.js';
import { forSuite } from '../../support/for-suite.js';

describe('HTTP API: two processes', function () {
  if (LONG) this.timeout(1_800_000);
  const service = forSuite(sharedService);
  let one: ApiProcess;
  let two: ApiProcess;

  before(async () => {
    [one, two] = await Promise.all([startApiProcess(service), startApiProcess(service)]);
  });
  after(async () => {
    await Promise.all([one.stop(), two.stop()]);
  });

  const keyed = (key: string) => ({ body: minimalVideo, headers: { 'idempotency-key': key } });
  let owners = 0;
  const newKey = (limits = {}): Promise<string> => service.issueKey(`two-processes-${(owners += 1)}`, limits);
  const onBoth = (key: string): readonly [Api, Api] => [
    apiClient(one.baseUrl, key),
    apiClient(two.baseUrl, key),
  ];

  it('create one resource for a hundred parallel requests with one Idempotency-Key', async () => {
    const apis = onBoth(await newKey());
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, n) => apis[n % 2]!('POST', '/v1/renders', keyed('once'))),
    );
    expect(new Set(replies.map(({ status }) => status))).to.deep.equal(new Set([201]));
    expect(new Set(replies.map(({ text }) => text)).size).to.equal(1);
    const { videoId } = replies[0]!.body.data;
    expect((await apis[0]('GET', '/v1/videos')).body.pagination.total).to.equal(1);
    expect((await apis[1]('GET', `/v1/renders?videoId=${videoId}`)).body.pagination.total).to.equal(1);
  });

  itIfLong('create one resource although a process is killed in between', async () => {
    for (let round = 0; round < 60; round++) {
      const key = await newKey();
      const [onOne, onTwo] = onBoth(key);
      const lost: Promise<Reply | undefined>[] = Array.from({ length: 20 }, () =>
        onOne('POST', '/v1/renders', keyed('killed')).catch(() => undefined),
      );
      await randomMoment(60);
      await one.kill();
      const answered = (await Promise.all(lost)).filter((reply) => reply !== undefined);
      const restarting = startApiProcess(service);
      const later = await Promise.all(
        Array.from({ length: 20 }, async () => {
          let reply = await onTwo('POST', '/v1/renders', keyed('killed'));
          while (reply.status === 409) reply = await onTwo('POST', '/v1/renders', keyed('killed'));
          return reply;
        }),
      );
      one = await restarting;
      const all = [...answered, ...later];
      expect(new Set(all.map(({ status }) => status))).to.deep.equal(new Set([201]));
      expect(new Set(all.map(({ text }) => text)).size, `round ${round}`).to.equal(1);
      expect((await onTwo('GET', '/v1/videos')).body.pagination.total).to.equal(1);
      const { videoId } = all[0]!.body.data;
      expect((await onTwo('GET', `/v1/renders?videoId=${videoId}`)).body.pagination.total).to.equal(1);
      // The next event of the video builds on a decision of the process that repeated the request.
      const patch = { body: { metadata: { name: 'after the kill' } } };
      for (const api of [onTwo, apiClient(one.baseUrl, key)])
        expect((await api('PATCH', `/v1/videos/${videoId}`, patch)).status).to.equal(200);
    }
    await expectIntactHistories(service.client);
  });

  /** Stops the projector again and again, for periods that the API processes notice and others that they do not. */
  const disturbProjector = async (isOver: () => boolean): Promise<void> => {
    for (const ms of [60, 150, 400, 100].flatMap((period, _, all) => [period, ...all])) {
      if (isOver()) return;
      await service.database.transaction(async (transaction) => {
        await sendTogether(transaction, [LOCK_CHECKPOINTS]);
        await delay(ms);
      });
      await delay(20);
    }
  };

  it('show in one process immediately what was written in the other, also while the projector falls behind', async () => {
    const apis = onBoth(await newKey());
    const others = onBoth(await newKey());
    const urls = [one.baseUrl, two.baseUrl] as const;
    const writes = LONG ? 10_000 : 60;
    let left = writes;
    const missed: string[] = [];
    const writeAndRead = async (writer: 0 | 1): Promise<void> => {
      const reader = writer === 0 ? 1 : 0;
      const read = apis[reader];
      while (left > 0) {
        left -= 1;
        const turn = left;
        const name = `video ${turn},`;
        const body = { ...minimalVideo, metadata: { name, duration: 1 } };
        const { _id, metadata } = (await apis[writer]('POST', '/v1/videos', { body })).body.data;
        const [shown, refused] = await Promise.all(
          [read, others[reader]].map((client) => client('GET', `/v1/videos/${_id}`)),
        );
        if (shown?.body.data?._id !== _id) missed.push(`create ${turn}`);
        if (refused?.status !== 403) missed.push(`another owner ${turn}: ${refused?.status}`);
        if (turn % 4 > 0) continue;
        const token = new URLSearchParams(new URL(metadata.redirectUrl).hash.slice(1)).get('token')!;
        const headers = { authorization: `Bearer ${token}` };
        const editor = (on: 0 | 1) => apiClient(urls[on]);
        const patch = { headers, body: { metadata: { name: `${name} patched` } } };
        const patched = await editor(reader)('PATCH', `/v1/videos/${_id}`, patch);
        if (patched.status !== 200) missed.push(`editor link ${turn}: ${patched.status}`);
        const found = await apis[writer]('GET', `/v1/videos?name=${encodeURIComponent(`${name} patched`)}`);
        if (found.body.data?.[0]?._id !== _id) missed.push(`search ${turn}`);
        const versions = await editor(writer)('GET', `/v1/videos/${_id}/versions`, { headers });
        if (versions.body.data?.length !== 2) missed.push(`versions ${turn}`);
        const restored = await apis[writer]('POST', `/v1/videos/${_id}/versions/1/restore`);
        if (restored.status !== 200) missed.push(`restore ${turn}`);
        const last = await read('GET', `/v1/videos/${_id}`);
        if (last.body.data?.metadata.name !== name) missed.push(`restored ${turn}`);
      }
    };
    await Promise.all([
      disturbProjector(() => left === 0),
      ...Array.from({ length: 16 }, (_, n) => writeAndRead(n % 2 === 0 ? 0 : 1)),
    ]);
    expect(missed).to.deep.equal([]);
    expect((await apis[0]('GET', '/v1/videos?limit=1')).body.pagination.total).to.equal(writes);
  });

  itIfLong(
    'share exact rate limits, also after a restart; they fail no request while both are restarted in turn',
    async () => {
      const limited = await newKey({ minute: 30, hour: 40 });
      const apis = onBoth(limited);
      const replies = await Promise.all(
        Array.from({ length: 100 }, (_, n) => apis[n % 2]!('GET', '/v1/videos')),
      );
      expect(replies.filter(({ status }) => status === 200)).to.have.length(30);
      expect(replies.filter(({ status }) => status === 429)).to.have.length(70);

      const key = await newKey();
      const balanced = new Map<string, Api>();
      const watch = async (): Promise<void> => {
        for (const { baseUrl } of [one, two]) {
          const ready = await fetch(`${baseUrl}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          );
          if (!ready) balanced.delete(baseUrl);
          else if (!balanced.has(baseUrl)) balanced.set(baseUrl, apiClient(baseUrl, key));
        }
      };
      await watch();
      const over = new AbortController();
      const watching = (async () => {
        while (!over.signal.aborted) {
          await watch();
          await delay(50);
        }
      })();
      const statuses = new Map<number | string, number>();
      const load = Array.from({ length: LONG ? 8 : 3 }, async (_, n) => {
        for (let turn = n; !over.signal.aborted; turn++) {
          const api = [...balanced.values()][turn % balanced.size];
          if (!api) throw new Error('no process is ready');
          const outcome = await (
            turn % 3 === 0
              ? api('POST', '/v1/videos', { body: minimalVideo })
              : api('GET', '/v1/videos?limit=1')
          ).then(
            ({ status }) => status,
            (error: unknown) => String((error as Error).cause ?? error),
          );
          statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
        }
      });
      expect(await one.stop()).to.equal(0);
      one = await startApiProcess(service);
      expect((await apiClient(one.baseUrl, limited)('GET', '/v1/videos')).status).to.equal(429);
      await watch();
      expect(await two.stop()).to.equal(0);
      two = await startApiProcess(service);
      over.abort();
      await Promise.all([...load, watching]);
      expect([...statuses.keys()]).to.have.members([200, 201]);
    },
  );

  it('reject a revoked key on both', async () => {
    const key = await newKey();
    const apis = onBoth(key);
    for (const api of apis) expect((await api('GET', '/v1/videos')).status).to.equal(200);
    const found = await service.queries.apiKeys.activeByHash(sha256(key))();
    if (found._tag === 'Left' || found.right._tag === 'None')
      throw new Error('the key is not in the read model');
    await revokeApiKey(service.dependencies)(found.right.value.keyId, { actor: { type: 'admin' } })();
    for (const api of apis)
      await eventually(async () => expect((await api('GET', '/v1/videos')).status).to.equal(401));
  });
});
