import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { ApiError, createClient } from '../../clients/typescript/core/client.js';
import { rejection } from '../support/rejection.js';
import { previewService } from '../support/service/preview-service.js';
import { ASSET_LIMITS } from '../support/service/service-app.js';
import type { Service } from '../support/service/service.js';
import { commandLine } from './command-line.js';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>';

describe('Uploads by the client', () => {
  let service: Service;
  let key: string;
  before(async () => {
    ({ service } = await previewService());
    key = await service.issueKey('client-uploads');
  });

  it('go on after connections break, and tell how far they are, also behind a path', async () => {
    const broken = new Set(['POST', 'PATCH']);
    const client = createClient({
      baseUrl: `${service.baseUrl}/behind/a/proxy/`,
      apiKey: key,
      sleep: () => Promise.resolve(),
      fetch: (request) =>
        broken.delete(request.method)
          ? Promise.reject(new TypeError('fetch failed'))
          : fetch(new Request(request.url.replace('/behind/a/proxy', ''), request)),
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

  it('are made for the local files that a project names, once for each content', async () => {
    const renderKey = await service.issueKey('command-line-render');
    const cli = await commandLine(service.baseUrl, renderKey);
    await writeFile(join(cli.folder, 'one.svg'), SVG);
    const timeFrame = { start: 0, end: 1000 };
    const effects = { mask: { source: './one.svg' } };
    const clips = [{ type: 'image', source: 'one.svg', timeFrame, size: { width: 8, height: 8 }, effects }];
    const project = {
      metadata: { name: 'local', duration: 1000 },
      clips: [
        ...clips,
        { ...clips[0], source: '{{logo}}', effects: { mask: { source: '{{mask|one.svg}}' } } },
      ],
      variables: { logo: { type: 'url', default: 'one.svg', description: 'one.svg' } },
      additional: { source: 'a campaign' },
    };
    await writeFile(join(cli.folder, 'project.json'), JSON.stringify(project));
    await writeFile(join(cli.folder, 'values.json'), '{ "logo": "one.svg" }');
    for (const values of [[], ['--values', 'values.json']]) {
      const { code, output, errors } = await cli.run(['render', 'project.json', ...values, '--json']);
      expect(code, errors).to.equal(0);
      const [clip, filled] = (
        JSON.parse(output) as { videoData: { clips: ReadonlyArray<(typeof clips)[0]> } }
      ).videoData.clips;
      expect(clip?.source).to.match(/^asset:/);
      expect(clip?.effects.mask.source).to.equal(clip?.source);
      expect(filled).to.deep.include({ source: clip?.source, effects: clip?.effects });
    }
    for (const command of [
      ['check', 'project.json'],
      ['preview', 'project.json'],
      ['videos', 'push', 'project.json'],
      ['videos', 'push', 'project.json'],
      ['videos', 'diff', 'project.json', '--exit-code'],
    ]) {
      const { code, errors, output } = await cli.run(command);
      expect(code, `${command.join(' ')}: ${errors} ${output}`).to.equal(0);
    }
    const { api } = createClient({ baseUrl: service.baseUrl, apiKey: renderKey });
    expect((await api.GET('/v1/assets')).data?.data).to.have.length(1);
    await symlink('/etc/hostname', join(cli.folder, 'link.svg'));
    for (const path of ['../x.svg', 'link.svg']) {
      const other = JSON.stringify(project).replaceAll('one.svg', path);
      await writeFile(join(cli.folder, 'project.json'), other);
      const { code, errors } = await cli.run(['render', 'project.json']);
      expect(errors).to.include('is outside the folder of project.json');
      expect(code).to.equal(1);
    }
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
