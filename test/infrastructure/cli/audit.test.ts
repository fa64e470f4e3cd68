import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonEvent } from '@eventstore/db-client';
import { expect } from 'chai';
import { adminCommand, adminEnvironment, runAdmin, startAdmin } from '../../support/service/admin.js';
import { eventually } from '../../support/eventually.js';
import { apiClient, minimalVideo } from '../../support/service/http-client.js';
import { serviceForSuite } from '../../support/service/service.js';

describe('admin command line: audit and projections', () => {
  const service = serviceForSuite();
  let api: ReturnType<typeof apiClient>;
  let id: string;
  let renderId: string;

  before(async () => {
    api = apiClient(service.baseUrl, await service.issueKey('alice'));
    id = (await api('POST', '/v1/videos', { body: minimalVideo })).body.data._id;
    await api('PATCH', `/v1/videos/${id}`, { body: { metadata: { name: 'Better' } } });
    renderId = (await api('POST', `/v1/renders/${id}`, { body: {} })).body.data._id;
    await api('PATCH', `/v1/videos/${id}`, { body: { metadata: { fps: 24 } } });
  });

  const admin = (...args: ReadonlyArray<string>) => runAdmin(service, ...args);

  it('exports a video and a render; the files are verified offline, and a forgery is reported', async () => {
    for (const [subject, events] of [
      [id, 3],
      [renderId, 3],
    ] as const) {
      const { stdout } = await admin('audit', 'export', subject);
      const file = join(service.dataDir, `${subject}.jsonl`);
      await writeFile(file, stdout);
      const verified = await admin('audit', 'verify', file);
      expect(verified.stdout).to.include(`consistent: ${events} events, every one matches its hash\n`);
      await writeFile(file, stdout.replaceAll('Better', 'Forged'));
      const forged = await startAdmin(service, 'audit', 'verify', file);
      const { code, stdout: json } = await admin('audit', 'verify', file, '--json');
      const told = JSON.parse(json) as { events: number; problems: ReadonlyArray<{ revision: number }> };
      expect([code, told.events]).to.deep.equal([1, events]);
      expect(told.problems.map(({ revision }) => revision)).to.include(1);
      expect(forged.code).to.equal(1);
      expect(forged.stdout).to.include(`video-${id} event 1 does not match its hash`);
      expect(forged.stderr).to.include('NOT authentic');
    }
  });

  it('replays the history of a video, up to a version or a time', async () => {
    const { stdout } = await admin('audit', 'replay', id);
    expect(stdout).to.match(/^v1 .* {2}created$/m);
    expect(stdout).to.match(/^v2 .* by key .* {2}changed name$/m);
    expect(stdout).to.match(/^ {4}~ \/metadata\/name "Better"$/m);
    expect(stdout).to.match(/^v3 .* {2}changed fps$/m);
    expect((await admin('audit', 'replay', id, '--to', '2')).stdout).to.not.match(/^v3/m);
    expect(await admin('audit', 'replay', id, '--at', '2020-01-01')).to.include({ code: 0, stdout: '' });
  });

  it('keeps showing new changes in watch mode', async () => {
    const watching = spawn(process.execPath, adminCommand('audit', 'replay', id, '--watch'), {
      env: adminEnvironment(service),
    });
    let shown = '';
    watching.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
    await eventually(() => expect(shown).to.match(/^v3/m));
    await api('PATCH', `/v1/videos/${id}`, { body: { metadata: { name: 'Seen at once' } } });
    await eventually(() => expect(shown).to.match(/^v4 .* changed name$/m));
    const ended = once(watching, 'exit');
    watching.kill('SIGINT');
    expect(await ended).to.deep.equal([0, null]);
  });

  it('shows the progress of projections, and rebuilds one', async () => {
    await api('GET', `/v1/videos/${id}`); // waits until all changes are projected
    const { stdout } = await admin('projections', 'status', '--json');
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows.map(({ projection }) => projection)).to.include.members([
      'video-details',
      'webhook-deliveries',
    ]);
    for (const row of rows) expect(row).to.include({ lag: '0', eventsPerSecond: 0 });
    const rebuilt = await admin('projections', 'rebuild', 'video-list');
    expect(rebuilt.stdout).to.match(/^rebuilt video-list from \d+ events; the switch took \d+ ms$/m);
    expect((await admin('projections', 'rebuild', 'webhook-deliveries')).code).to.not.equal(0);
  });

  it('shows which events cannot be decoded; commands on their streams are refused, others still work', async () => {
    const spoilt = (await api('POST', '/v1/videos', { body: minimalVideo })).body.data._id as string;
    await service.client.appendToStream(
      `video-${spoilt}`,
      jsonEvent({ type: 'VideoPatched', data: { secret: 'of a client' } }),
    );
    const refused = await api('PATCH', `/v1/videos/${spoilt}`, { body: { metadata: { name: 'Never' } } });
    expect(refused.status).to.equal(503);
    expect(refused.body.message).to.deep.equal([
      'the history of this resource contains an event that cannot be decoded; contact the operator',
    ]);
    const patched = await api('PATCH', `/v1/videos/${id}`, { body: { metadata: { name: 'Goes on' } } });
    expect(patched.status).to.equal(200);
    expect((await api('GET', `/v1/videos/${spoilt}`)).status).to.equal(200);
    expect((await api('GET', `/v1/videos/${spoilt}/events`)).status).to.equal(200);

    const { stdout } = await admin('projections', 'status', '--json');
    expect(stdout).to.not.include('of a client');
    const skipped = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((row) => 'skipped' in row);
    expect(skipped).to.deep.equal([
      {
        skipped: 'an event',
        stream: `video-${spoilt}`,
        revision: 1,
        type: 'VideoPatched',
        reason: 'data.videoId is missing or invalid',
      },
    ]);
    expect((await admin('projections', 'status')).stdout).to.include(`video-${spoilt}`);

    const file = join(service.dataDir, 'spoilt.jsonl');
    await writeFile(file, (await admin('audit', 'export', spoilt)).stdout);
    const verified = await admin('audit', 'verify', file);
    expect(verified.stdout).to.include(`video-${spoilt} event 1 does not match its hash`);
    expect((await admin('audit', 'replay', spoilt)).code).to.equal(0);
  });
});
