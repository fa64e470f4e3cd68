import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setInterval as every } from 'node:timers/promises';
import { expect } from 'chai';
import { type Api, apiClient, minimalVideo } from '../../support/service/http-client.js';
import { sharedService } from '../../support/service/service.js';
import { forSuite } from '../../support/for-suite.js';

describe('HTTP API: HTTP semantics', () => {
  const service = forSuite(sharedService);
  let api: Api;
  let key: string;
  before(async () => {
    key = await service.issueKey('manners');
    api = apiClient(service.baseUrl, key);
  });

  const openSocket = async (): Promise<Socket> => {
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  /** Everything the server sends until it closes the connection. */
  const saidOn = async (socket: Socket): Promise<string> => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => undefined);
    await once(socket, 'close');
    return Buffer.concat(chunks).toString();
  };
  const converse = async (text: string): Promise<string> => {
    const socket = await openSocket();
    socket.write(text);
    return saidOn(socket);
  };

  it('responds to HEAD like GET, without the body', async () => {
    const { data } = (await api('POST', '/v1/videos', { body: minimalVideo })).body;
    const got = await api('GET', `/v1/videos/${data._id}`);
    const head = await api('HEAD', `/v1/videos/${data._id}`);
    expect(head.status).to.equal(200);
    expect(head.text).to.equal('');
    for (const name of ['content-type', 'etag', 'content-length', 'cache-control'])
      expect(head.headers.get(name), name).to.equal(got.headers.get(name));
  });

  it('lists the allowed methods with OPTIONS and 405', async () => {
    const options = await api('OPTIONS', '/v1/videos/abc');
    expect(options.status).to.equal(204);
    expect(options.headers.get('allow')).to.equal('GET, HEAD, OPTIONS, PATCH');
    for (const [method, path] of [
      ['DELETE', '/v1/videos/abc'],
      ['PUT', '/v1/renders'],
      ['POST', '/healthz'],
      ['PATCH', '/outputs/abc'],
    ] as const) {
      const reply = await api(method, path);
      expect(reply.status, `${method} ${path}`).to.equal(405);
      expect(reply.headers.get('allow')).to.not.equal(null);
      expect(reply.body.statusCode).to.equal(405);
    }
    expect((await api('OPTIONS', '/nothing')).status).to.equal(404);
    expect((await api('GET', '/V1/videos')).status).to.equal(404);
    expect((await api('GET', '/v1/nothing')).body).to.deep.equal({
      statusCode: 404,
      message: ['path not found'],
      error: 'Not Found',
      type: '/guide/errors/not-found',
    });
  });

  it('returns 406 to clients that do not accept JSON', async () => {
    for (const accept of ['text/html', 'image/*', 'application/json;q=0'])
      expect((await api('GET', '/v1/videos', { headers: { accept } })).status, accept).to.equal(406);
    for (const accept of [
      '*/*',
      'application/*',
      'text/html, application/json;q=0.5',
      'application/json;charset=UTF-8;q=0.5, text/html',
    ])
      expect((await api('GET', '/v1/videos', { headers: { accept } })).status, accept).to.equal(200);
  });

  it("assigns a request id, or uses the client's if it is harmless", async () => {
    const named = await api('GET', '/v1/videos', { headers: { 'x-request-id': 'my-own.1' } });
    expect(named.headers.get('x-request-id')).to.equal('my-own.1');
    const unnamed = await api('GET', '/v1/videos', { headers: { 'x-request-id': 'no "good" name' } });
    expect(unnamed.headers.get('x-request-id')).to.match(/^[0-9a-f-]{36}$/);
  });

  it('serves consecutive requests on one connection', async () => {
    const request = 'GET /healthz HTTP/1.1\r\nHost: a\r\n';
    const said = await converse(`${request}\r\n${request}\r\n${request}Connection: close\r\n\r\n`);
    expect(said.match(/HTTP\/1\.1 200 OK/g)).to.have.length(3);
  });

  it('responds to invalid HTTP and endless headers in the standard error format', async () => {
    const post = `POST /v1/videos HTTP/1.1\r\nHost: a\r\nx-api-key: ${key}\r\n`;
    const broken: ReadonlyArray<readonly [string, number]> = [
      ['BREW /coffee\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nHost: a\r\nx-long: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
      ['GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400], // no Host
      ['CONNECT example.org:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
      ['GET /v1/videos/\xff HTTP/1.1\r\nHost: a\r\n\r\n', 400],
      [`${post}Content-Length: 5\r\nContent-Length: 6\r\n\r\n`, 400],
      [`${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
      [`${post}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
      ['GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: a miracle\r\n\r\n', 417],
    ];
    for (const [request, status] of broken) {
      const [head = '', ...rest] = (await converse(request)).split('\r\n\r\n');
      expect(head, request.slice(0, 80)).to.match(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(head).to.include('Content-Type: application/json; charset=utf-8');
      const json = JSON.parse(/\{.*\}/.exec(rest.join(''))?.[0] ?? '') as object;
      expect(json).to.have.keys('statusCode', 'message', 'error', 'type');
      expect(json).to.include({ statusCode: status });
    }
  });

  it('refuses too large a body early if the client expects 100-continue', async () => {
    const head = `POST /v1/videos HTTP/1.1\r\nHost: a\r\nx-api-key: ${key}\r\nConnection: close\r\n`;
    const json = JSON.stringify(minimalVideo);
    const typed = `${head}Content-Type: application/json\r\nExpect: 100-continue\r\n`;
    const tooLarge = await openSocket();
    tooLarge.write(`${typed}Content-Length: 9999999\r\n\r\n`);
    expect(await saidOn(tooLarge)).to.match(/^HTTP\/1\.1 413 /);
    const fine = await openSocket();
    fine.write(`${typed}Content-Length: ${json.length}\r\n\r\n`);
    const [first] = (await once(fine, 'data')) as [Buffer];
    expect(first.toString()).to.match(/^HTTP\/1\.1 100 Continue/);
    fine.write(json);
    expect(await saidOn(fine)).to.match(/HTTP\/1\.1 201 Created/);
    expect(await converse(`${head}Expect: miracles\r\nContent-Length: 0\r\n\r\n`)).to.match(
      /^HTTP\/1\.1 417 /,
    );
  });

  it('stops reading an endless body at the limit', async () => {
    const socket = await openSocket();
    socket.on('error', () => undefined);
    socket.write(
      `POST /v1/videos HTTP/1.1\r\nHost: a\r\nx-api-key: ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const answered = new AbortController();
    const answer = once(socket, 'data').then(([data]: Buffer[]) => {
      answered.abort();
      return String(data);
    });
    const chunk = `10000\r\n${' '.repeat(0x1_0000)}\r\n`;
    for (let sent = 0; !answered.signal.aborted && sent < 1000; sent++)
      await new Promise((resolve) => socket.write(chunk, resolve));
    expect(await answer).to.match(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  it('disconnects clients that are slow to send headers or bodies, while others are served', async () => {
    const slowHeaders = await openSocket();
    slowHeaders.write('GET /healthz HTTP/1.1\r\nHost: a\r\n');
    const slowBody = await openSocket();
    slowBody.write(
      `POST /v1/videos HTTP/1.1\r\nHost: a\r\nx-api-key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    let served = 0;
    const ended = new AbortController();
    const trickle = setInterval(() => slowBody.write(' '), 500);
    const others = (async () => {
      // As often as somebody needs it, not as fast as the processor can.
      for await (const method of every(100, 'GET')) {
        if (ended.signal.aborted) return;
        expect((await api(method, '/v1/videos')).status).to.equal(200);
        served += 1;
      }
    })();
    const said = await Promise.all([saidOn(slowHeaders), saidOn(slowBody)]);
    clearInterval(trickle);
    ended.abort();
    await others;
    for (const text of said) expect(text).to.match(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(served).to.be.greaterThan(50);
  });
});
