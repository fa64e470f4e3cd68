import { once } from 'node:events';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { startApiProcess } from '../../support/service/api-process.js';
import { endRender, renderOutput } from '../../support/renders/ended-renders.js';
import { clientOfNewOwner, sharedService } from '../../support/service/service.js';
import { forSuite } from '../../support/for-suite.js';

/** More than the buffers of both ends of a connection can hold. */
const DOWNLOAD_BYTES = 64 * 1024 * 1024;

describe('HTTP API: shutdown with open connections', () => {
  const service = forSuite(sharedService);
  const largeOutput = async (): Promise<string> => {
    const { key } = renderOutput(await endRender(service, await clientOfNewOwner()));
    const file = join(service.dataDir, 'outputs', key);
    await mkdir(join(service.dataDir, 'outputs'), { recursive: true });
    await writeFile(file, '');
    await truncate(file, DOWNLOAD_BYTES);
    return `/outputs/${key}`;
  };
  const opened = async (baseUrl: string, said: string): Promise<Socket> => {
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    if (said !== '') socket.write(said);
    return socket;
  };

  it('finishes in order and in time, with idle, half-sent and slowly read requests', async () => {
    const api = await startApiProcess(service, { DRAIN_MS: '0' });
    const request = `GET ${await largeOutput()} HTTP/1.1\r\nHost: a\r\n\r\n`;
    const silent = await opened(api.baseUrl, '');
    const halfWay = await opened(api.baseUrl, 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    const download = await opened(api.baseUrl, request);
    const kept = await opened(api.baseUrl, 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    await Promise.all([once(download, 'readable'), once(kept, 'readable')]);
    const reading = setInterval(() => {
      download.read(65_536);
      halfWay.write('x');
    }, 100);
    try {
      expect(await api.stop()).to.equal(0);
    } finally {
      clearInterval(reading);
      for (const socket of [silent, halfWay, download, kept]) socket.destroy();
    }
  });
});
