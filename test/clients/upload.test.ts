import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { ApiError, createClient } from '../../clients/typescript/core/client.js';
import { rejection } from '../support/rejection.js';
import { previewService } from '../support/service/preview-service.js';
import { ASSET_LIMITS } from '../support/service/service-app.js';
import type { Service } from '../support/service/service.js';
import { commandLine } from './command-line.js';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>';

describe('Uploads by the client', function () {
  this.timeout(120_000);
  let service: Service;
  let key: string;
  before(async () => {
    ({ service } = await previewService());
    key = await service.issueKey('client-uploads');
  });

  it('go on after a connection breaks, and tell how far they are', async () => {
    let breaks = 1;
    const client = createClient({
      baseUrl: service.baseUrl,
      apiKey: key,
      fetch: (request) => {
        if (request.method !== 'PATCH' || breaks === 0) return fetch(request);
        breaks -= 1;
        return Promise.reject(new TypeError('fetch failed'));
      },
    });
    const progress: number[] = [];
    const file = new File([SVG], 'Früh.svg', { type: 'image/svg+xml' });
    const asset = await client.assets.upload(file, { onProgress: (sent) => progress.push(sent) });
    expect(asset).to.include({ name: 'Früh.svg', status: 'ready', kind: 'image', bytes: SVG.length });
    expect(progress).to.deep.equal([SVG.length]);
  });

  it('fail with what the service says', async () => {
    const client = createClient({ baseUrl: service.baseUrl, apiKey: key });
    const large = new Blob([new Uint8Array(ASSET_LIMITS.fileBytes + 1)]);
    const error = await rejection(client.assets.upload(large));
    expect(error).to.be.instanceOf(ApiError).with.property('status', 413);
  });

  it('are made once for each content by the command line', async () => {
    const cli = await commandLine(service.baseUrl, await service.issueKey('command-line-uploads'));
    await writeFile(join(cli.folder, 'one.svg'), SVG);
    await writeFile(join(cli.folder, 'two.svg'), SVG);
    const { code, output, errors } = await cli.run(['upload', 'one.svg', 'two.svg']);
    expect(code, errors).to.equal(0);
    const sources = output.match(/asset:[0-9a-f-]{36}/g) ?? [];
    expect(sources).to.have.length(2);
    expect(new Set(sources).size).to.equal(1);
  });
});
