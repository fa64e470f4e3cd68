import { PassThrough } from 'node:stream';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { download } from '../../clients/typescript/cli/download.js';
import { verifyWebhook } from '../../clients/typescript/core/client.js';
import { endRender } from '../support/renders/ended-renders.js';
import { forEachTest } from '../support/for-suite.js';
import { startReceiver } from '../support/webhooks/receiver.js';
import { commandLineUser, FILE, PROJECT } from './command-line-user.js';

const [CLIP] = PROJECT.clips;
const TEMPLATE = { ...PROJECT, clips: [{ ...CLIP, textProperties: { content: 'Hello {{name}}' } }] };

describe('The framewright command line: renders', () => {
  const user = forEachTest(commandLineUser, ({ remove }) => remove());

  describe('render', () => {
    it('waits with a progress bar and downloads the output', async () => {
      await user.write(PROJECT);
      const terminal = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true, columns: 80 });
      const rendered = await user.whileWorking(
        user.run(['render', 'project.json', '-o', 'out.mp4'], { terminal, fetch: user.fetchOutput }),
      );
      expect(rendered).to.deep.equal({ code: 0, output: 'out.mp4', errors: '' });
      expect(await readFile(user.path('out.mp4'))).to.deep.equal(FILE);
      expect(String(terminal.read()))
        .to.contain('pending')
        .and.to.match(/\[[^\]]+\] +0 %/);
    });

    it('requests a render of a stored video without waiting', async () => {
      const { body } = await user.api('POST', '/v1/videos', { body: PROJECT });
      const requested = await user.run(['render', body.data._id, '--json']);
      expect(JSON.parse(requested.output)).to.include({ status: 'pending', videoId: body.data._id });
    });

    it('names a file that is not there', async () => {
      const missing = { code: 1, output: '', errors: 'there is no file missing.json' };
      for (const command of ['render', 'check', 'preview'])
        expect(await user.run([command, 'missing.json']), command).to.deep.equal(missing);
      expect((await user.run(['verify', 'missing.mp4'])).errors).to.match(/missing\.mp4 cannot be read$/);
    });

    it('fills a template with the values in a file', async () => {
      await user.write(TEMPLATE);
      const missing = await user.run(['render', 'project.json']);
      expect(missing.errors).to.include('merge.name is required');
      expect(missing.code).to.equal(1);
      await writeFile(user.path('values.json'), '{ "name": "Ada" }');
      const ran = await user.run(['render', 'project.json', '--values', 'values.json', '--json']);
      expect(ran.output).to.contain('Hello Ada');
      await user.write({ ...PROJECT, variables: { name: { type: 'text' } } });
      expect((await user.run(['render', 'project.json'])).code, 'no placeholder is left').to.equal(0);
    });

    it('reports every problem of a project, with --json as JSON', async () => {
      await user.write({ ...PROJECT, metadata: { name: '', duration: -1 } });
      const { code, errors } = await user.run(['render', 'project.json', '--wait', '--json']);
      const { status, problems } = JSON.parse(errors) as { status: number; problems: ReadonlyArray<string> };
      expect([code, status, problems.length]).to.deep.equal([1, 400, 2]);
    });
  });

  it('renders a template for every row of a file, and waits for the batch', async () => {
    const { _id } = (await user.api('POST', '/v1/videos', { body: TEMPLATE })).body.data;
    await writeFile(user.path('rows.csv'), 'name\nAda\nBob\n');
    const requested = await user.run(['batch', _id, 'rows.csv', '--json']);
    expect(JSON.parse(requested.output)).to.include({ videoId: _id, rows: 2, status: 'processing' });
    await writeFile(user.path('rows.json'), '[{ "name": "Eve" }]');
    const waited = await user.run(['batch', _id, 'rows.json', '--wait'], {
      sleep: async () => {
        const { data } = (await user.api('GET', '/v1/batches')).body;
        await user.api('POST', `/v1/batches/${data[0]._id}/cancel`);
      },
    });
    expect(waited.output).to.match(/^batch [\w-]+ is cancelled: 0 of 1 rows completed, 0 failed$/);
    expect(waited.code).to.equal(1);
    const wrong = await user.run(['batch', _id, 'missing.csv']);
    expect(wrong.errors).to.match(/missing\.csv cannot be read$/);
    expect(wrong.code).to.equal(1);
  });

  it('downloads the output of each row of a batch', async () => {
    const { _id } = (await user.api('POST', '/v1/videos', { body: TEMPLATE })).body.data;
    await writeFile(user.path('rows.csv'), 'name\nAda\nBob\n');
    const ran = await user.whileWorking(
      user.run(['batch', _id, 'rows.csv', '-o', 'outputs'], { fetch: user.fetchOutput }),
    );
    expect(ran.code, ran.errors).to.equal(0);
    expect(await readdir(user.path('outputs'))).to.have.members(['row-0001.mp4', 'row-0002.mp4']);
    expect(await readFile(user.path('outputs/row-0002.mp4'))).to.deep.equal(FILE);
  });

  it('downloads the segments of a playlist beside it, under the name by which it knows them', async () => {
    const at = (name: string) => `https://video.example.org/outputs/${name}`;
    const file = { format: 'hls', output: 0, bytes: 1, sha256: '' } as const;
    const outputs = [
      { ...file, role: 'output', url: at('a.m3u8') } as const,
      { ...file, role: 'segments', url: at('a.m4s') } as const,
      { ...file, role: 'segments', output: 1, url: at('b.m4s') } as const,
    ];
    const answering: typeof fetch = (url) => Promise.resolve(new Response(url as string));
    const io = { fetch: answering, signal: new AbortController().signal };
    await download(io, { outputUrl: at('a.m3u8'), outputs }, user.path('film.m3u8'));
    expect(await readFile(user.path('film.m3u8'), 'utf8')).to.equal(at('a.m3u8'));
    expect(await readFile(user.path('a.m4s'), 'utf8')).to.equal(at('a.m4s'));
    expect(await readdir(user.path('.'))).not.to.include('b.m4s');
  });

  it('verifies a file and fetches its receipt', async () => {
    await user.write(PROJECT);
    await user.whileWorking(
      user.run(['render', 'project.json', '-o', 'out.mp4'], { fetch: user.fetchOutput }),
    );
    const verified = await user.run(['verify', 'out.mp4', '--receipt', 'receipt.json']);
    expect(verified.output).to.match(/^identical: the output of render /);
    expect(verified.code).to.equal(0);
    expect(await readFile(user.path('receipt.json'), 'utf8')).to.contain('"signature"');
    const again = await user.run(['verify', 'out.mp4', '--receipt', 'out.mp4']);
    expect(again.errors).to.equal('out.mp4 exists already; give the receipt another name');
    expect(again.code).to.equal(1);
    expect(await readFile(user.path('out.mp4'))).to.deep.equal(FILE);
    await writeFile(user.path('other.mp4'), 'something else');
    const unknown = await user.run(['verify', 'other.mp4', '--json']);
    expect(unknown.code).to.equal(1);
    expect(JSON.parse(unknown.output)).to.deep.include({ verdict: 'unknown', renders: [] });
  });

  it('forwards the events of the feed to a local receiver, signed like webhooks', async () => {
    await endRender(user.service, user.api);
    const receiver = await startReceiver();
    const stop = new AbortController();
    const secret = `whsec_${Buffer.alloc(24, 5).toString('base64')}`;
    const ids: Array<string> = [];
    const listening = user.run(['webhooks', 'listen', '--forward', receiver.url, '--json'], {
      env: { ...user.env, FRAMEWRIGHT_WEBHOOK_SECRET: secret },
      signal: stop.signal,
      sleep: async () => {
        if (receiver.received.length > 0) stop.abort();
        else if (ids.length === 0) ids.push(await endRender(user.service, user.api, 'failed'));
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
    expect((await verifyWebhook(body, legacy, secret, { acceptsXSignature: true })).event).to.equal(
      'render.failed',
    );
    expect(headers['idempotency-key']).to.equal(`${ids[0]}:render.failed`);
    expect(JSON.parse(output)).to.include({ number: 2, event: 'render.failed', outcome: 200 });
  });
});
