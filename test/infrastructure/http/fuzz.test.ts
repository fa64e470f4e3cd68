import { expect } from 'chai';
import * as fc from 'fast-check';
import { answerProblems, type Described, description } from '../../support/api/api-description.js';
import { fromSchema, nasty, spoiled } from '../../support/api/from-schema.js';
import { minimalVideo } from '../../support/service/http-client.js';
import { sharedService } from '../../support/service/service.js';
import { type WireCall, wireClient } from '../../support/service/wire-client.js';
import { LONG } from '../../support/long-form.js';
import { forSuite } from '../../support/for-suite.js';

const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? (LONG ? 100_000 : 800));
/** Storing a request costs a hundred times as much as refusing it, so only a fraction is stored. */
const STORED_SHARE = 0.01;
/** Those that are; with eight, chance alone made too few of them valid. */
const STORED = Math.max(40, REQUESTS * STORED_SHARE);
const CONNECTIONS = 16;
const POOL = 200;

type Operation = Described & { readonly method: string; readonly path: string };

const operations: ReadonlyArray<Operation> = Object.entries(description.paths)
  // The events of a render that no worker takes, and of an upload that nobody continues, do not end.
  .filter(([path]) => !/\/(?:\{id\}|review)\/events$/.test(path))
  .flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );

/** Replaces lone surrogates, so that the text can be part of a URL. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

describe('HTTP API: generated requests', function () {
  this.timeout(1_800_000);
  const service = forSuite(sharedService);
  let headers: Record<string, string>;
  let ids: ReadonlyArray<string>;
  let commentId: string;
  // Fixed in a run of all tests, like the cases of property tests.
  const seed = Number(process.env['FUZZ_SEED'] ?? fc.readConfigureGlobal().seed ?? Date.now() % 2 ** 31);

  before(async () => {
    headers = { 'x-api-key': await service.issueKey('fuzz'), 'content-type': 'application/json' };
    ids = await someIds();
  });

  /** The ids of a video, of a render, and of nothing. */
  const someIds = async (): Promise<ReadonlyArray<string>> => {
    const { send, close } = wireClient(service.baseUrl, 1);
    const body = JSON.stringify(minimalVideo);
    const post = async (path: string, sent = body): Promise<string> =>
      (await send({ method: 'POST', path, headers, body: sent })).body.data._id as string;
    const made = [await post('/v1/videos'), await post('/v1/renders')];
    commentId = await post(`/v1/videos/${made[0]}/comments`, '{"text":"a"}');
    close();
    return [...made, '019a0000-0000-7000-8000-000000000000'];
  };

  /** Moves ends after starts, so that most generated clips are accepted. */
  const inOrder = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inOrder);
    if (typeof value !== 'object' || value === null) return value;
    const record = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inOrder(inner)]));
    const { start, end } = record;
    if (typeof end !== 'number') return record;
    const first = typeof start === 'number' ? start : 0;
    return { ...record, end: end > first ? end : first + 1 };
  };

  const bodySchema = (operation: Operation) => operation.requestBody?.content['application/json']?.schema;

  const bodyOf = (operation: Operation, kind: string): fc.Arbitrary<string | undefined> => {
    const schema = bodySchema(operation);
    if (!schema) return fc.constant(undefined);
    const any = fromSchema(schema as Record<string, unknown>).map(inOrder);
    if (kind === 'valid') return any.map((value) => JSON.stringify(value));
    // Generating values costs more than mutating them, so each is mutated in several ways.
    const valid = fc.constantFrom(...fc.sample(any, { numRuns: POOL, seed }));
    if (kind === 'spoiled') return valid.chain(spoiled).map((value) => JSON.stringify(value) ?? '');
    return fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      valid.chain((value) => {
        const text = JSON.stringify(value);
        return fc.nat(text.length).map((at) => text.slice(0, at));
      }),
      fc.tuple(valid, fc.nat(1000), fc.string({ maxLength: 3 })).map(([value, at, insert]) => {
        const text = JSON.stringify(value);
        return text.slice(0, at) + insert + text.slice(at);
      }),
    );
  };

  const queryOf = (operation: Operation, kind: string): fc.Arbitrary<string> => {
    const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
    if (parameters.length === 0 && kind !== 'broken') return fc.constant('');
    const values = fc.record(
      Object.fromEntries(
        parameters.map(({ name, schema }) => [
          name,
          kind === 'valid'
            ? name === 'videoId'
              ? fc.constantFrom(...ids)
              : fromSchema(schema)
            : fc.oneof(fromSchema(schema), nasty),
        ]),
      ),
      {
        requiredKeys:
          kind === 'valid' ? parameters.map(({ name }) => name).filter((name) => name === 'videoId') : [],
      },
    );
    return fc
      .tuple(values, kind === 'broken' ? fc.string({ unit: 'binary', maxLength: 20 }) : fc.constant(''))
      .map(([record, extra]) => {
        const pairs = Object.entries(record).map(
          ([name, value]) =>
            `${name}=${encodeURIComponent(
              wellFormed(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')),
            )}`,
        );
        return `?${[...pairs, ...(extra === '' ? [] : [encodeURIComponent(wellFormed(extra))])].join('&')}`;
      });
  };

  /** The id that the path of an operation needs: that of the render or of the video. */
  const idFor = ({ method, path }: Operation): string => {
    const isOfRender =
      path.startsWith('/v1/renders/{id}') && !/^POST \S+(?:\{id\}|batch)$/.test(`${method} ${path}`);
    return ids[isOfRender ? 1 : 0] ?? '';
  };

  const pathOf = (operation: Operation, kind: string): fc.Arbitrary<string> =>
    (kind === 'valid'
      ? fc.constant(idFor(operation))
      : fc.oneof(
          { weight: 6, arbitrary: fc.constantFrom(...ids) },
          fc.constantFrom('a', '%00', '..', '%2e%2e', '%ff', 'é'),
        )
    ).map((id) =>
      encodeURI(
        operation.path
          .replace(/\{\w+\}/, id)
          .replace('{commentId}', commentId)
          .replaceAll(/\{\w+\}/g, '1'),
      ).replaceAll('%25', '%'),
    );

  const headersOf = (kind: string): fc.Arbitrary<Record<string, string>> =>
    kind === 'valid'
      ? fc.constant({})
      : fc
          .record(
            {
              'if-match': fc.constantFrom('*', '"1"', '"99"', 'W/"1"', 'nonsense', '"', ','),
              'if-none-match': fc.constantFrom('*', '"1"', 'nonsense'),
              'idempotency-key': fc.constantFrom('a', '', 'x'.repeat(256)),
              accept: fc.constantFrom('*/*', 'application/json', 'text/html', ';;;', 'application/json;q=0'),
              'accept-encoding': fc.constantFrom('gzip', 'br', '*', 'identity;q=0', ';;'),
              'content-type': fc.constantFrom(
                'application/json',
                'text/plain',
                'application/json; charset=x',
                '',
              ),
              'x-api-key': fc.constantFrom('', 'wrong', `fw_${'a'.repeat(49)}`),
              authorization: fc.constantFrom('Bearer x', 'Bearer', 'Basic eDp5', ''),
              range: fc.constantFrom('bytes=0-1', 'bytes=9-1', 'x'),
              'x-request-id': fc.constantFrom('mine', '"<script>"'),
            },
            { requiredKeys: [] },
          )
          .map((all) => Object.fromEntries(Object.entries(all).filter((_, index) => index % 3 === 0)));

  const calls = (kind: string, among: ReadonlyArray<Operation>): fc.Arbitrary<WireCall> =>
    fc.oneof(
      ...among.map((operation) =>
        fc
          .tuple(bodyOf(operation, kind), queryOf(operation, kind), pathOf(operation, kind), headersOf(kind))
          .map(([body, query, path, extra]) => ({
            method: operation.method,
            path: `${path}${query}`,
            headers: { ...headers, ...extra },
            body,
          })),
      ),
    );

  /**
   * The service has no workers, which draw frames, check videos and read sources, and sources are not there: it says so,
   * as documented.
   */
  const isOfOthers = ({ path }: WireCall, status: number): boolean =>
    (status === 503 && /\/(frames?|playback|media|source|check)\b|[?&]dryRun=true/.test(path)) ||
    (status === 502 && /\/source\b/.test(path));

  const run = async (generated: ReadonlyArray<WireCall>): Promise<Map<number, number>> => {
    const { send, close } = wireClient(service.baseUrl, CONNECTIONS);
    const statuses = new Map<number, number>();
    const queue = [...generated];
    const work = async (): Promise<void> => {
      for (let call = queue.pop(); call; call = queue.pop()) {
        const reply = await send(call);
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
        const problems = [
          ...(reply.status >= 500 && !isOfOthers(call, reply.status) ? [`status ${reply.status}`] : []),
          ...answerProblems(call.method, call.path, reply),
        ];
        if (problems.length > 0)
          throw new Error(
            `seed ${seed}: ${JSON.stringify(call)} got the response ${reply.text.slice(0, 1000)}: ${problems.join('; ')}`,
          );
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work)).finally(() => {
      // After a failure, the other connections must not go on: they would open new ones, and the service would not stop.
      queue.length = 0;
      close();
    });
    return statuses;
  };

  it('are mostly accepted if the OpenAPI document allows them, and every response conforms to it', async () => {
    const bodies = operations.filter(
      (operation) =>
        bodySchema(operation) &&
        !operation.path.includes('webhooks') &&
        // Previews need a worker, an import takes a document of another service, a hash is no arbitrary text.
        !['/v1/frames', '/v1/playback', '/v1/media', '/v1/import', '/v1/verify'].includes(operation.path),
    );
    const statuses = await run(fc.sample(calls('valid', bodies), { numRuns: STORED, seed }));
    // 503: a check that a worker has to make, of a valid body.
    const accepted = [200, 201, 503].reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0);
    expect(accepted / STORED).to.be.greaterThan(0.3);
  });

  it('get a documented error if mutated or broken, never a 5xx', async () => {
    headers = { ...headers, 'x-api-key': await service.issueKey('fuzz-with-few-videos') };
    ids = await someIds();
    const reads = operations.filter(({ method }) => method === 'GET');
    const numRuns = Math.round((REQUESTS * (1 - STORED_SHARE)) / 4);
    for (const [kind, among] of [
      ['valid', reads],
      ['spoiled', operations],
      ['broken', operations],
      ['spoiled', operations.filter((operation) => bodySchema(operation))],
    ] as const) {
      const statuses = await run(fc.sample(calls(kind, among), { numRuns, seed }));
      expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).to.equal(numRuns);
    }
  });
});
