import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';
import { allOperations } from '../../../infrastructure/http/routes/all-operations.js';
import { PREVIEW_TIMES } from '../../../application/ports/previews.js';
import {
  connectionTimeout,
  LONG_OPERATIONS,
  timeLimitOf,
} from '../../../infrastructure/http/contract/time-limits.js';
import { eventually } from '../../support/eventually.js';
import { previewsHere, type TestPreviews } from '../../support/renders/previews.js';
import { type AssetServer, type Handler, startAssetServer } from '../../support/servers/asset-server.js';
import { ownPort } from '../../support/service/own-port.js';
import type { HttpLimits } from '../../support/service/service-app.js';
import { apiClient } from '../../support/service/http-client.js';
import type { Reply } from '../../support/service/reply.js';
import { type Service, startService } from '../../support/service/service.js';
import { LONG, sampled } from '../../support/long-form.js';

/** Shorter than any of the answers below takes: operations have to extend it. Others need less on a busy machine too. */
const IDLE_TIMEOUT = 5500;
const FETCH_MS = 6000;

const HEAD = { 'content-type': 'image/png', 'content-length': 1_000_000 };

/** Sources that never arrive wholly. */
const STALLING: Readonly<Record<string, Handler>> = {
  'never answers': () => undefined,
  'sends only headers': (_request, response) => response.writeHead(200, HEAD).flushHeaders(),
  'stops in the middle': (_request, response) => void response.writeHead(200, HEAD).write('x'.repeat(1000)),
  trickles: (_request, response) => {
    response.writeHead(200, HEAD);
    const drops = setInterval(() => response.write('x'), 20);
    response.once('close', () => clearInterval(drops));
  },
};

/** Sources that fail at once, with the reason that the client gets. */
const FAILING: Readonly<Record<string, readonly [Handler, RegExp]>> = {
  'is missing': [(_request, response) => response.writeHead(404).end(), /answered 404 Not Found$/],
  'is out of order': [
    (_request, response) => response.writeHead(503, { 'retry-after': '25' }).end(),
    /answered 503 Service Unavailable$/,
  ],
  'closes the connection': [(request) => request.socket.destroy(), /the connection to the source failed/],
  'is too large': [
    (_request, response) => response.writeHead(200, { ...HEAD, 'content-length': 2 ** 40 }).flushHeaders(),
    /is larger than \d+ bytes|exceed their total size/,
  ],
  'redirects forever': [
    (_request, response) => response.writeHead(302, { location: '?' }).end(),
    /redirects more than 5 times/,
  ],
  'is damaged in transit': [
    (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip'),
    /content encoding is damaged|is compressed/,
  ],
};

/** Every operation that reads sources, with a request for one that reads this source. */
const READING: Readonly<
  Record<string, (client: ReturnType<typeof apiClient>, source: string) => Promise<Reply>>
> = (() => {
  const metadata = { name: 'reading', duration: 1000, canvas: { width: 64, height: 64 } };
  const clipsOf = (source: string) => [
    { id: 'picture', type: 'image', source, timeFrame: { start: 0, end: 1000 } },
  ];
  type Client = ReturnType<typeof apiClient>;
  const post = (path: string) => (client: Client, source: string) =>
    client('POST', path, { body: { metadata, clips: clipsOf(source) } });
  const stored = (method: string, path: string, body?: object) => async (client: Client, source: string) => {
    const created = await post('/v1/videos')(client, source);
    const id = created.body.data._id as string;
    await client('PATCH', `/v1/videos/${id}`, { body: { metadata: { backgroundColor: '#FF0000' } } });
    return client(method, path.replace('ID', id), body ? { body } : {});
  };
  return {
    drawFrame: post('/v1/frames'),
    getFrame: stored('GET', '/v1/videos/ID/frame'),
    getVersionFrame: stored('GET', '/v1/videos/ID/versions/1/frame'),
    drawPlayback: post('/v1/playback'),
    getPlayback: stored('GET', '/v1/videos/ID/playback'),
    probeMedia: (client, url) => client('POST', '/v1/media', { body: { url } }),
    checkVideo: stored('POST', '/v1/videos/ID/check', {}),
    createRender: post('/v1/renders?dryRun=true'),
    createRenderOfVideo: stored('POST', '/v1/renders/ID?dryRun=true', {}),
    diffVersions: stored('GET', '/v1/videos/ID/versions/2/diff?format=html'),
    getSource: stored('GET', '/v1/videos/ID/source?clip=picture'),
  };
})();

const CHECKS = new Set(['checkVideo', 'createRender', 'createRenderOfVideo']);

describe('HTTP API: sources that do not arrive', () => {
  let assets: AssetServer;
  let worker: TestPreviews;
  let service: Service;
  let impatient: Service;
  let owners = 0;
  before(async () => {
    [assets, worker] = await Promise.all([startAssetServer(), previewsHere({ fetchMs: FETCH_MS })]);
    const start = (http: HttpLimits) =>
      startService({ previews: worker.previews, allowedPrivateHosts: ['127.0.0.1'], http });
    const sources = { silenceMs: FETCH_MS, rateWindowMs: FETCH_MS };
    service = await start({ idleTimeoutMs: IDLE_TIMEOUT, sources });
    impatient = await start({ timeLimitOf: ({ id }) => (id in LONG_OPERATIONS ? 300 : 10_000) });
  });
  after(async () => {
    await Promise.all([service.stop(), impatient.stop(), assets.close()]);
    await worker.close();
  });

  const clientAt = async (at: Service, owner: string) =>
    apiClient(at.baseUrl, await at.issueKey(`${owner}-${(owners += 1)}`));

  /** The reason in an answer: the problem of a check, the text of a page, or the message of an error. */
  const reasonIn = (name: string, { status, body, text }: Reply): string => {
    const isError = !CHECKS.has(name) && name !== 'diffVersions';
    expect(status, `${name}: ${text}`).to.equal(isError ? 422 : 200);
    if (isError) return body.message.join(' ');
    return name === 'diffVersions' ? text : body.data.problems[0].message;
  };

  for (const [stalling, handler] of sampled(Object.entries(STALLING), 3))
    it(`answers with the reason if a source ${stalling}`, async () => {
      const url = assets.serve(`/${stalling.replaceAll(' ', '-')}.png`, handler);
      await Promise.all(
        Object.entries(READING).map(async ([name, ask]) => {
          const asked = ask(await clientAt(service, name), url);
          // Its answer began before the source stalled, so it can only be cut off.
          if (name === 'getSource' && /middle|trickles/.test(stalling))
            return void expect(await asked.catch((error: Error) => error.message)).to.equal('terminated');
          const reason = reasonIn(name, await asked);
          if (CHECKS.has(name)) expect(reason).to.match(/was not read within 6 s, so it is not checked/);
          else expect(reason).to.match(/took longer than 6 s|sent nothing for 6 s/);
        }),
      );
    });

  /** The operations to try with a source: in the short form, each with one of those that fail. */
  const failingOf = (index: number) =>
    Object.entries(READING).filter((_, n) => LONG || n % Object.keys(FAILING).length === index);

  for (const [index, [failing, [handler, reason]]] of Object.entries(FAILING).entries())
    it(`gives the reason, without waiting for better times, if a source ${failing}`, async () => {
      const path = `/${failing.replaceAll(' ', '-')}.png`;
      const url = assets.serve(path, handler);
      for (const [name, ask] of failingOf(index)) {
        const before = assets.countOf(path);
        expect(reasonIn(name, await ask(await clientAt(service, name), url)), name).to.match(
          name === 'diffVersions' ? new RegExp(reason.source.replace('$', '')) : reason,
        );
        // A page has two pictures; the first retry follows at once.
        expect(assets.countOf(path) - before, name).to.be.at.most(failing.startsWith('redirects') ? 12 : 4);
      }
    });

  it('says why a server cannot be reached', async () => {
    const client = await clientAt(service, 'unreachable');
    const reasons: ReadonlyArray<readonly [string, RegExp]> = [
      [`http://127.0.0.1:${await ownPort()}/refused.png`, /ECONNREFUSED/],
      [assets.url('/tls.png').replace('http:', 'https:'), /could not be read \(EPROTO\)/],
      ['http://10.1.2.3/private.png', /no publicly routable address/],
    ];
    for (const [url, reason] of reasons)
      for (const [name, ask] of Object.entries(READING))
        if (name === 'probeMedia' || name === 'getSource')
          expect(reasonIn(name, await ask(client, url))).to.match(reason);
  });

  it('answers within the time limit of the operation, and stops its work', async () => {
    let closed = 0;
    const url = assets.serve(
      '/limit.png',
      (_request, response) => void response.once('close', () => (closed += 1)),
    );
    for (const [name, ask] of Object.entries(READING)) {
      const { status, body, headers } = await ask(await clientAt(impatient, name), url);
      expect(status, name).to.equal(503);
      expect(headers.get('retry-after')).to.equal('1');
      expect(body.message[0]).to.match(/^the request exceeded its time limit of 0.3 s/);
    }
    await eventually(() => expect(closed).to.equal(assets.countOf('/limit.png')));
  });

  it('have a time limit longer than their parts, and an idle timeout longer than that', () => {
    const ids = allOperations.map(({ id }) => id);
    expect(ids).to.include.members(Object.keys(LONG_OPERATIONS));
    for (const operation of allOperations)
      expect(connectionTimeout(timeLimitOf(operation))).to.be.greaterThan(timeLimitOf(operation));
    const parts = Object.values(PREVIEW_TIMES).reduce((sum, ms) => sum + ms, 0);
    for (const id of Object.keys(READING))
      if (id !== 'getSource') expect(timeLimitOf({ id }), id).to.be.greaterThan(parts);
  });

  it('have the documented time limits', async () => {
    const documented = await readFile(join(packageRoot, 'docs/endpoints.md'), 'utf8');
    const limits = [...documented.matchAll(/^- (\d+) s: ((?:.|\n(?= ))*)/gm)].flatMap(
      ([, seconds, ids = '']) =>
        [...ids.matchAll(/`(\w+)`/g)].map(([, id = '']) => [id, Number(seconds) * 1000]),
    );
    expect(Object.fromEntries(limits)).to.deep.equal(LONG_OPERATIONS);
  });
});
