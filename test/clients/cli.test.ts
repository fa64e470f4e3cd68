import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { verifyWebhook } from '../../clients/typescript/core/client.js';
import { renderOutcomes } from '../../application/renders/render-outcomes.js';
import type { RenderId } from '../../domain/ids.js';
import { endRender, provenance, renderOutput } from '../support/ended-renders.js';
import { eventually } from '../support/eventually.js';
import { type Api, apiClient } from '../support/http-client.js';
import { rightOf } from '../support/right-of.js';
import { type Service, sharedService } from '../support/service.js';
import { startReceiver } from '../support/webhooks/receiver.js';
import { type CommandLine, commandLine } from './command-line.js';

const PROJECT = {
  metadata: { name: 'From a file', duration: 1000 },
  clips: [
    {
      type: 'text',
      timeFrame: { end: 1000 },
      textProperties: { content: 'Hello', fontSize: 40, color: '#FFFFFF' },
    },
  ],
};

const FILE = Buffer.from('not really a video');

describe('The command line framewright', () => {
  let service: Service;
  let key: string;
  let api: Api;
  let cli: CommandLine;
  let owners = 0;

  before(async () => {
    service = await sharedService();
  });
  beforeEach(async () => {
    key = await service.issueKey(`command-line-${(owners += 1)}`);
    api = apiClient(service.baseUrl, key);
    cli = await commandLine(service.baseUrl, key);
  });
  afterEach(() => cli.remove());

  const writeProject = (project: object, name = 'project.json') =>
    writeFile(join(cli.folder, name), JSON.stringify(project));
  const readProject = async (name = 'project.json') =>
    JSON.parse(await readFile(join(cli.folder, name), 'utf8')) as typeof PROJECT & {
      readonly $schema: string;
    };

  /** Completes the first pending render as a worker would, with a stored file, instead of each wait. */
  const worked = new Set<string>();
  const workInsteadOfWaiting = async (): Promise<void> => {
    const { body } = await api('GET', '/v1/renders/search?status=pending');
    for (const { _id } of body.data as ReadonlyArray<{ readonly _id: RenderId }>) {
      if (worked.has(_id)) continue; // the list may be older than the outcome
      worked.add(_id);
      const output = renderOutput(_id);
      const path = join(cli.folder, _id);
      await writeFile(path, FILE);
      rightOf(await service.objectStorage.put(output.key, path)());
      const outcomes = renderOutcomes(service.side, 'a-worker');
      rightOf(await outcomes.start(_id)());
      const sha256 = createHash('sha256').update(FILE).digest('hex');
      rightOf(await outcomes.complete(_id, 1, { ...output, bytes: FILE.length, sha256 }, provenance)());
    }
  };
  /** The outputs of the service under the address where it can be reached here. */
  const reachable: typeof fetch = (url, init) =>
    fetch((url as string).replace('https://video.example.org', service.baseUrl), init);

  describe('login', () => {
    it('stores the key for the user alone and never prints it', async () => {
      const env = { HOME: cli.folder };
      const { code, output, errors } = await cli.run(['login', '--url', service.baseUrl], { env });
      expect([code, errors]).to.deep.equal([0, '']);
      const path = join(cli.folder, '.config/framewright/config.json');
      expect((await stat(path)).mode & 0o777).to.equal(0o600);
      expect((await stat(join(path, '..'))).mode & 0o777).to.equal(0o700);
      expect(await readFile(path, 'utf8')).to.contain(key);
      expect(output).to.contain(service.baseUrl).and.not.contain(key);
      const listed = await cli.run(['videos', 'list', '--json'], { env });
      expect(JSON.parse(listed.output)).to.deep.equal([]);
      const elsewhere = await cli.run(['videos', 'list', '--url', 'http://127.0.0.1:1'], { env });
      expect(elsewhere.errors).to.contain('not logged in');
    });

    it('refuses a key that does not work, and stores nothing', async () => {
      const env = { HOME: cli.folder };
      const wrong = await cli.run(['login', '--url', service.baseUrl], {
        env,
        readSecret: () => Promise.resolve('fw_wrong'),
      });
      expect(wrong.code).to.equal(1);
      expect(wrong.errors).not.to.contain('fw_wrong');
      expect((await cli.run(['videos', 'list'], { env })).errors).to.contain('not logged in');
    });
  });

  describe('videos', () => {
    it('pushes a file as a new video, and then its changes', async () => {
      await writeProject({ $schema: `${service.baseUrl}/schema/video.json`, ...PROJECT });
      const created = await cli.run(['videos', 'push', 'project.json', '--json']);
      const { _id } = JSON.parse(created.output) as { readonly _id: string };
      await writeProject({ ...PROJECT, metadata: { ...PROJECT.metadata, fps: 60 } });
      expect((await cli.run(['videos', 'push', 'project.json'])).output).to.equal(`updated video ${_id}`);
      expect((await api('GET', `/v1/videos/${_id}`)).body.data.metadata.fps).to.equal(60);
      expect((await cli.run(['videos', 'list'])).output).to.equal(`${_id}  From a file`);
    });

    it('does not overwrite changes that others made, unless forced', async () => {
      await writeProject(PROJECT);
      const created = await cli.run(['videos', 'push', 'project.json', '--json']);
      const { _id } = JSON.parse(created.output) as { readonly _id: string };
      await api('PATCH', `/v1/videos/${_id}`, { body: { metadata: { name: 'Changed elsewhere' } } });
      const refused = await cli.run(['videos', 'push', 'project.json']);
      expect([refused.code, refused.errors]).to.satisfy(
        ([code, text]: [number, string]) => code === 1 && text.includes('--force'),
      );
      expect((await cli.run(['videos', 'push', 'project.json', '--force'])).code).to.equal(0);
      expect((await api('GET', `/v1/videos/${_id}`)).body.data.metadata.name).to.equal('From a file');
    });

    it('pulls a video to a file that names its schema and can be pushed again', async () => {
      const { body } = await api('POST', '/v1/videos', { body: PROJECT });
      const pulled = await cli.run(['videos', 'pull', 'pulled.json', '--video', body.data._id]);
      expect(pulled.errors).to.equal('');
      const project = await readProject('pulled.json');
      expect(project.$schema).to.equal(`${service.baseUrl}/schema/video.json`);
      expect(project).not.to.have.any.keys('_id', 'createdAt', 'updatedAt');
      await api('PATCH', `/v1/videos/${body.data._id}`, { body: { metadata: { fps: 50 } } });
      await cli.run(['videos', 'pull', 'pulled.json']);
      expect((await cli.run(['videos', 'diff', 'pulled.json'])).output).to.equal('no differences');
      expect((await cli.run(['videos', 'push', 'pulled.json'])).code).to.equal(0);
    });

    it('shows what a file would change, and nothing for omitted defaults', async () => {
      await writeProject(PROJECT);
      await cli.run(['videos', 'push', 'project.json']);
      const same = await cli.run(['videos', 'diff', 'project.json', '--exit-code']);
      expect([same.output, same.code]).to.deep.equal(['no differences', 0]);
      const [clip] = PROJECT.clips;
      await writeProject({ ...PROJECT, clips: [{ ...clip, volume: 0.5, name: 'Title' }] });
      const changed = await cli.run(['videos', 'diff', 'project.json', '--exit-code']);
      expect(changed.output.split('\n')).to.have.members([
        '~ clips[0].volume: 1 → 0.5',
        '+ clips[0].name: "Title"',
      ]);
      expect(changed.code).to.equal(1);
      const json = await cli.run(['videos', 'diff', 'project.json', '--json']);
      expect(JSON.parse(json.output)).to.deep.include({ path: 'clips[0].volume', stored: 1, file: 0.5 });
    });
  });

  describe('render', () => {
    it('waits with a progress bar and downloads the output', async () => {
      await writeProject(PROJECT);
      const terminal = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true, columns: 80 });
      const rendered = await cli.run(['render', 'project.json', '-o', 'out.mp4'], {
        terminal,
        sleep: workInsteadOfWaiting,
        fetch: reachable,
      });
      expect(rendered).to.deep.equal({ code: 0, output: 'out.mp4', errors: '' });
      expect(await readFile(join(cli.folder, 'out.mp4'))).to.deep.equal(FILE);
      expect(String(terminal.read()))
        .to.contain('pending')
        .and.to.match(/\[[^\]]+\] +0 %/);
    });

    it('requests a render of a stored video without waiting', async () => {
      const { body } = await api('POST', '/v1/videos', { body: PROJECT });
      const requested = await cli.run(['render', body.data._id, '--json']);
      expect(JSON.parse(requested.output)).to.include({ status: 'pending', videoId: body.data._id });
    });

    it('reports every problem of a project, with --json as JSON', async () => {
      await writeProject({ ...PROJECT, metadata: { name: '', duration: -1 } });
      const { code, errors } = await cli.run(['render', 'project.json', '--wait', '--json']);
      const { status, problems } = JSON.parse(errors) as { status: number; problems: ReadonlyArray<string> };
      expect([code, status, problems.length]).to.deep.equal([1, 400, 2]);
    });
  });

  it('verifies a file and fetches its receipt', async () => {
    await writeProject(PROJECT);
    await cli.run(['render', 'project.json', '-o', 'out.mp4'], {
      sleep: workInsteadOfWaiting,
      fetch: reachable,
    });
    const verified = await cli.run(['verify', 'out.mp4', '--receipt', 'receipt.json']);
    expect([verified.code, verified.output]).to.satisfy(
      ([code, text]: [number, string]) => code === 0 && text.startsWith('identical: the output of render '),
    );
    expect(await readFile(join(cli.folder, 'receipt.json'), 'utf8')).to.contain('"signature"');
    await writeFile(join(cli.folder, 'other.mp4'), 'something else');
    const unknown = await cli.run(['verify', 'other.mp4', '--json']);
    expect(unknown.code).to.equal(1);
    expect(JSON.parse(unknown.output)).to.deep.include({ verdict: 'unknown', renders: [] });
  });

  it('forwards the events of the feed to a local receiver, signed like webhooks', async () => {
    await endRender(service, api);
    await eventually(async () => {
      expect((await api('GET', '/v1/events')).body.data).to.have.length(1);
    });
    const receiver = await startReceiver();
    const stop = new AbortController();
    const secret = `whsec_${Buffer.alloc(24, 5).toString('base64')}`;
    const ids: Array<string> = [];
    const listening = cli.run(['webhooks', 'listen', '--forward', receiver.url, '--json'], {
      env: { ...cli.env, FRAMEWRIGHT_WEBHOOK_SECRET: secret },
      signal: stop.signal,
      sleep: async () => {
        if (receiver.received.length > 0) stop.abort();
        else if (ids.length === 0) ids.push(await endRender(service, api, 'failed'));
      },
    });
    const { code, output } = await listening;
    await receiver.close();
    expect(code).to.equal(0);
    const [webhook] = receiver.received;
    const headers = webhook?.headers ?? {};
    const body = String(webhook?.body);
    expect((await verifyWebhook(body, headers, secret)).data._id).to.equal(ids[0]);
    const legacy = { 'x-signature': headers['x-signature'] };
    expect((await verifyWebhook(body, legacy, secret)).event).to.equal('render.failed');
    expect(headers['idempotency-key']).to.equal(`${ids[0]}:render.failed`);
    expect(JSON.parse(output)).to.include({ number: 2, event: 'render.failed', outcome: 200 });
  });

  it('imports a project of another system and says what differs', async () => {
    const asset = { type: 'text', text: 'Hello', shine: true };
    await writeProject(
      { timeline: { tracks: [{ clips: [{ asset, start: 0, length: 2 }] }] }, output: {} },
      'edit.json',
    );
    const { code, errors } = await cli.run([
      'import',
      'edit.json',
      '--from',
      'shotstack',
      '-o',
      'project.json',
    ]);
    expect([code, errors]).to.deep.equal([
      0,
      'timeline.tracks[0].clips[0].asset.shine is not supported and was left out',
    ]);
    expect((await cli.run(['videos', 'push', 'project.json'])).errors).to.equal('');
    const { _id } = (await api('GET', '/v1/videos')).body.data[0];
    const exported = (await api('GET', `/v1/videos/${_id}/timeline`)).body.data;
    await writeProject(exported.timeline, 'cut.otio');
    const again = await cli.run(['import', 'cut.otio', '--from', 'otio', '--json']);
    expect(JSON.parse(again.output).video.clips[0].textProperties.content).to.equal('Hello');
    expect((await cli.run(['import', 'edit.json', '--from', 'elsewhere'])).code).to.equal(2);
  });

  it('prints completion scripts, and completes commands and options', async () => {
    const log = console.log;
    const lines: Array<string> = [];
    console.log = (text: string) => void lines.push(text);
    try {
      await cli.run(['complete', 'bash']);
      await cli.run(['complete', '--', 'videos', '']);
    } finally {
      console.log = log;
    }
    expect(lines.join('\n')).to.contain('bash').and.contain('push').and.contain('diff');
  });

  it('explains a wrong command line', async () => {
    const { code, errors } = await cli.run(['videos', 'push']);
    expect([code, errors]).to.deep.equal([2, "error: missing required argument 'file'"]);
    expect((await cli.run(['--help'])).output).to.contain('webhooks');
  });
});
