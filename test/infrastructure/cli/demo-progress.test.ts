import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { renderOutcomes } from '../../../application/renders/render-outcomes.js';
import type { RenderId } from '../../../domain/ids.js';
import { postgresProgressWriter } from '../../../infrastructure/postgres/renders/render-progress.js';
import { eventually } from '../../support/eventually.js';
import { apiClient, minimalVideo } from '../../support/service/http-client.js';
import { quotedUrl, scriptArgs } from '../../support/processes/programs.js';
import { rightOf } from '../../support/right-of.js';
import { sharedService } from '../../support/service/service.js';

const FAILURE = { stage: 'probe', message: 'no video', retryable: false } as const;

describe('npm run demo', function () {
  this.timeout(60_000);

  it('shows the progress of a render as a bar, with stage and frames per second, to its end', async () => {
    const service = await sharedService();
    const key = await service.issueKey('demo-progress');
    const api = apiClient(service.baseUrl, key);
    const id = (await api('POST', '/v1/renders', { body: minimalVideo })).body.data._id as RenderId;
    const worker = renderOutcomes(service.side, 'a-worker');
    rightOf(await worker.start(id)());
    const problems: unknown[] = [];
    const writer = postgresProgressWriter(service.database, (error) => problems.push(error));
    writer.record({
      renderId: id,
      attempt: 1,
      fraction: 0.5,
      stage: 'encode',
      frames: 15,
      totalFrames: 30,
      fps: 24,
    });
    await writer.close();
    expect(problems).to.deep.equal([]);

    const program = `
      import { got } from 'got';
      import { showProgress } from ${quotedUrl('infrastructure/cli/demo/follow')};
      const headers = { 'x-api-key': process.env.KEY };
      await showProgress(got.extend({ prefixUrl: ${JSON.stringify(service.baseUrl)}, headers }), '${id}');`;
    const child = spawn(process.execPath, scriptArgs(program), {
      env: { ...process.env, KEY: key },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let shown = '';
    child.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
    const ended = once(child, 'close');
    await eventually(() => expect(shown).to.match(/\[#{15}\.{15}\]  50 % encode, 24 fps/));
    rightOf(await worker.fail(id, 1, FAILURE)());
    const [code] = (await ended) as [number];
    expect(code).to.equal(0);
    expect(shown.trim().split('\n').at(-1)).to.match(/ % failed$/);
  });
});
