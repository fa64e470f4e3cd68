import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import type { VerdictRecord } from '../../../application/records/verdict-record.js';
import { renderOutcomes } from '../../../application/renders/render-outcomes.js';
import type { RenderId } from '../../../domain/ids.js';
import { engineFileInspector } from '../../../infrastructure/rendering/engine/file-inspector.js';
import { measuredFile } from '../../../infrastructure/cli/measured-file.js';
import { isShownAsOver, provenance, renderOutput } from '../../support/renders/ended-renders.js';
import { HALF_SPEED, patchedMp4 } from '../../support/pictures/patched-mp4.js';
import { runAdmin } from '../../support/service/admin.js';
import { eventually } from '../../support/eventually.js';
import { type Api, apiClient, minimalVideo } from '../../support/service/http-client.js';
import { openStudio, type Studio } from '../../support/renders/render.js';
import { rightOf } from '../../support/right-of.js';
import { type Service, startService } from '../../support/service/service.js';
import { MAX_VERIFY_BYTES } from '../../support/service/service-app.js';
import { lavfi } from '../../support/renders/lavfi.js';

const SECONDS = 3;
const PICTURE = lavfi(`testsrc2=s=160x90:r=10:d=${SECONDS}`);
const SOUND = lavfi(`sine=d=${SECONDS}`);
const OTHER = [...lavfi(`mandelbrot=s=160x90:r=10`), '-t', `${SECONDS}`] as const;

describe('HTTP API: verifying files', () => {
  let service: Service;
  let studio: Studio;
  let key: string;
  let renderId: RenderId;
  let file: string;
  before(async () => {
    [service, studio] = await Promise.all([startService(), openStudio()]);
    key = await service.issueKey('alice');
    file = await studio.make('a.mp4', ...PICTURE, ...SOUND, '-g', '10', '-c:a', 'aac');
    renderId = await completedWith(file, apiClient(service.baseUrl, key));
    await completedWith(await studio.make('b.mp4', ...OTHER), apiClient(service.baseUrl, key));
  });
  after(async () => {
    await service.stop();
    await studio.dispose();
  });

  /** A render whose output is this file. */
  const completedWith = async (path: string, api: Api, isCovered = true): Promise<RenderId> => {
    const { body } = await api('POST', '/v1/renders', { body: minimalVideo });
    const id = body.data._id as RenderId;
    const outcomes = renderOutcomes(service.dependencies, 'a-worker');
    rightOf(await outcomes.start(id)());
    const inspected = await engineFileInspector().inspect(path, 'key', new AbortController().signal);
    if (!inspected) throw new Error('the file cannot be inspected');
    const { fingerprint, ...identity } = inspected;
    const output = {
      ...renderOutput(id),
      ...(await measuredFile(path)),
      durationMs: SECONDS * 1000,
      ...(isCovered ? identity : { streams: identity.streams }),
    };
    rightOf(await outcomes.complete(id, 1, output, provenance, fingerprint)());
    await isShownAsOver(api, id);
    return id;
  };

  const send = (body: Uint8Array, headers: Record<string, string> = {}, apiKey = key) =>
    fetch(`${service.baseUrl}/v1/verify`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'video/mp4', ...headers },
      body: body as Uint8Array<ArrayBuffer>,
    });
  const verdictFor = async (path: string, apiKey = key): Promise<VerdictRecord> => {
    const response = await send(await readFile(path), {}, apiKey);
    return ((await response.json()) as { data: VerdictRecord }).data;
  };
  const remains = () => readdir(join(service.dataDir, 'uploads'));

  it('recognise an output by its bytes', async () => {
    const { verdict, renders } = await verdictFor(file);
    expect(verdict).to.equal('identical');
    expect(renders.map((render) => render.renderId)).to.deep.equal([renderId]);
  });

  it('recognise an output with other metadata, as MP4 or MOV, by its streams', async () => {
    for (const name of ['copy.mp4', 'copy.mov']) {
      const copy = await studio.make(name, '-i', file, '-c', 'copy', '-metadata', 'title=Other');
      const { verdict, renders, notice } = await verdictFor(copy);
      expect(verdict, name).to.equal('same-streams');
      expect(notice).to.include('text of subtitles were not compared');
      expect(renders[0]).to.include({ renderId, videoVersion: 1 }).and.not.have.any.keys('output', 'streams');
    }
  });

  it('name what players show in another way although the packets are the same', async () => {
    const turned = ['-c', 'copy', '-metadata:s:v', 'rotate=90'];
    const late = ['-itsoffset', '0.5', '-i', file, '-map', '0:v', '-map', '1:a', '-c', 'copy'];
    const slow = await patchedMp4(file, join(studio.folder, 'slow.mp4'), HALF_SPEED);
    const ramp = (body: Buffer) => body.writeUInt32BE(0x8000, 16);
    for (const [path, expected] of [
      [slow, 'picture: timestamps'],
      [await studio.make('turned.mp4', '-i', file, ...turned), 'picture: display matrix'],
      [await studio.make('late.mp4', '-i', file, ...late), 'sound: edit list'],
      [await patchedMp4(file, join(studio.folder, 'ramp.mp4'), { elst: ramp }), 'picture: edit list'],
    ] as const) {
      const { verdict, renders } = await verdictFor(path);
      expect(verdict, path).to.equal('same-packets');
      expect(renders.map((render) => render.renderId)).to.deep.equal([renderId]);
      expect(renders[0]?.differences, path).to.include(expected);
    }
  });

  it('say so where only the packets were compared: in other containers, and for earlier releases', async () => {
    const { verdict, renders, notice } = await verdictFor(
      await studio.make('copy.mkv', '-i', file, '-c', 'copy'),
    );
    expect(verdict).to.equal('same-packets');
    expect(notice).to.match(/timestamps, .* were not compared/);
    expect(renders[0]).to.include({ renderId }).and.not.have.property('differences');
    const owner = await service.issueKey('earlier');
    await completedWith(file, apiClient(service.baseUrl, owner), false);
    const copy = await verdictFor(join(studio.folder, 'copy.mp4'), owner);
    expect(copy.verdict).to.equal('same-packets');
    expect(copy.renders[0]).not.to.have.property('differences');
  });

  it('tell a file with another sound, or with none, from the output', async () => {
    const other = [...lavfi(`sine=880:d=${SECONDS}`), '-map', '0:v', '-map', '1:a'];
    for (const path of [
      await studio.make('dubbed.mp4', '-i', file, ...other, '-c:v', 'copy', '-c:a', 'aac'),
      await studio.make('mute.mp4', '-i', file, '-c', 'copy', '-an'),
    ]) {
      const { verdict, renders, notice } = await verdictFor(path);
      expect(verdict, path).to.equal('same-picture');
      expect(notice).to.include('sound');
      expect(renders.map((render) => render.renderId)).to.deep.equal([renderId]);
    }
  });

  it('name renders that a file resembles, and claim neither a proof nor a cause', async () => {
    const again = await studio.make('again.webm', '-i', file, '-c:v', 'libvpx', '-vf', 'scale=120:68');
    // A source: the output was made from it, not it from the output.
    const source = await studio.make('source.mp4', ...PICTURE, '-crf', '1');
    for (const path of [again, source]) {
      const { verdict, renders, notice } = await verdictFor(path);
      expect(verdict).to.equal('resembles');
      expect(notice).to.include('no proof').and.include('sound was not compared');
      expect(notice).not.to.match(/was encoded again or changed/);
      expect(renders).to.have.length(1);
      expect(renders[0]).to.include({ renderId });
      expect(renders[0]?.confidence).to.be.within(0.8, 1);
    }
  });

  it('do not recognise other videos, other durations and other files', async () => {
    const unlike = await studio.make('c.mp4', ...lavfi(`smptebars=s=160x90:r=10:d=${SECONDS}`));
    const short = await studio.make('d.mp4', '-i', file, '-t', '1');
    for (const path of [unlike, short])
      expect(await verdictFor(path)).to.deep.include({ verdict: 'unknown', renders: [] });
    const text = (await (await send(Buffer.from('not a video'))).json()) as { data: VerdictRecord };
    expect(text.data.verdict).to.equal('unknown');
    expect(text.data.notice).to.include('could not be read as a video');
  });

  it('do not reveal renders of other owners', async () => {
    const mallory = await service.issueKey('mallory');
    for (const path of [file, join(studio.folder, 'copy.mkv'), join(studio.folder, 'again.webm')])
      expect((await verdictFor(path, mallory)).verdict).to.equal('unknown');
  });

  it('refuse files that are too large, encoded or cut off, and callers without a key', async () => {
    const large = Buffer.alloc(MAX_VERIFY_BYTES + 1);
    expect((await send(large)).status).to.equal(413);
    expect((await send(Buffer.from('x'), { 'content-encoding': 'gzip' })).status).to.equal(415);
    expect((await send(Buffer.from('x'), {}, 'unknown')).status).to.equal(401);
    expect(await chunked(large)).to.equal(413);
    await cutOff();
    await eventually(async () => expect(await remains()).to.deep.equal([]));
  });

  /** Sends a body without saying how long it is; gives the status. */
  const chunked = (body: Uint8Array): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = { 'x-api-key': key, 'content-type': 'video/mp4' };
      const sending = request(`${service.baseUrl}/v1/verify`, { method: 'POST', headers }, (response) => {
        resolve(response.statusCode);
        response.resume();
      });
      sending.once('error', reject);
      sending.end(body);
    });
  const cutOff = (): Promise<void> =>
    new Promise((resolve) => {
      const headers = { 'x-api-key': key, 'content-type': 'video/mp4', 'content-length': '1000' };
      const sending = request(`${service.baseUrl}/v1/verify`, { method: 'POST', headers });
      sending.once('error', () => undefined).once('close', resolve);
      sending.write('half', () => sending.destroy());
    });

  it('are named by the admin command line, which also prints receipts', async () => {
    const named = await runAdmin(service, 'audit', 'verify-file', file, '--json');
    expect(JSON.parse(named.stdout)).to.deep.include({ verdict: 'identical' });
    const unknown = await runAdmin(service, 'audit', 'verify-file', join(studio.folder, 'c.mp4'));
    expect(unknown).to.include({ code: 1 });
    expect(unknown.stdout).to.include('unknown: ');
    const slow = await runAdmin(service, 'audit', 'verify-file', join(studio.folder, 'slow.mp4'));
    expect(slow).to.include({ code: 2 });
    expect(slow.stdout).to.include('same-packets: ').and.include('picture: timestamps');
    const receipt = await runAdmin(service, 'audit', 'receipt', renderId, '--json');
    expect(JSON.parse(receipt.stdout)).to.have.nested.property('receipt.renderId', renderId);
  });

  it('repeat the verdict for a repeated Idempotency-Key, and refuse another file with it', async () => {
    const bytes = await readFile(file);
    const headers = { 'idempotency-key': createHash('sha256').update(bytes).digest('hex') };
    expect((await send(bytes, headers)).status).to.equal(200);
    expect((await send(bytes, headers)).status).to.equal(200);
    expect((await send(Buffer.from('another'), headers)).status).to.equal(422);
  });
});
