import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { parseReceipt, receiptProblems } from '../../../application/audit/verify-receipt.js';
import { type KeySetRecord, keySet } from '../../../application/records/log-records.js';
import type { SignedReceipt } from '../../../application/records/receipt-record.js';
import { measuredFile } from '../../../infrastructure/cli/measured-file.js';
import { engineFileInspector } from '../../../infrastructure/rendering/engine/file-inspector.js';
import { isSignedBy } from '../../../infrastructure/signing/ed25519.js';
import { rotateSigningKey } from '../../../infrastructure/signing/signing-keys.js';
import type { RenderOutput } from '../../../domain/render/render-output.js';
import { HALF_SPEED, patchedMp4 } from '../../support/pictures/patched-mp4.js';
import { endRender } from '../../support/renders/ended-renders.js';
import { type Api, apiClient, minimalVideo } from '../../support/service/http-client.js';
import { openStudio } from '../../support/renders/render.js';
import { rightOf } from '../../support/right-of.js';
import { serviceForSuite } from '../../support/service/service.js';
import { programArgs } from '../../support/processes/programs.js';
import { lavfi } from '../../support/renders/lavfi.js';

const FILE = Buffer.from('the bytes of a finished video');
const sha256 = createHash('sha256').update(FILE).digest('hex');
const file = { sha256, bytes: FILE.length };

describe('HTTP API: receipts', () => {
  const service = serviceForSuite();
  let api: Api;
  let renderId: string;
  let receipt: SignedReceipt;
  let keys: KeySetRecord;
  before(async () => {
    api = apiClient(service.baseUrl, await service.issueKey('alice'));
    renderId = await endRender(service, api, 'completed', file);
    receipt = await receiptOf(renderId);
    keys = keySet(await service.log.keys.all());
  });

  const receiptOf = async (id: string): Promise<SignedReceipt> =>
    rightOf(parseReceipt((await api('GET', `/v1/renders/${id}/receipt`)).body));
  /** Runs the verifier in a folder with nothing but copies of the three files, and without settings. */
  const verified = async (video: string, of: SignedReceipt) => {
    const cwd = await mkdtemp(join(service.dataDir, 'verify-'));
    await copyFile(video, join(cwd, 'file.mp4'));
    await writeFile(join(cwd, 'receipt.json'), JSON.stringify({ data: of }));
    await writeFile(join(cwd, 'keys.json'), JSON.stringify(keys));
    const args = programArgs('infrastructure/cli/verify-receipt', 'file.mp4', 'receipt.json', 'keys.json');
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
    return promisify(execFile)(process.execPath, args, { cwd, env }).catch(
      (error: { readonly stdout: string; readonly stderr: string }) => error,
    );
  };
  const problems = (of: SignedReceipt, measured = file, trusted = keys) =>
    receiptProblems(of, trusted, measured, isSignedBy);

  it('state what a file was made from, and can be verified with the file and the public keys alone', async () => {
    expect(receipt.receipt).to.include({ renderId, videoVersion: 1 });
    expect(receipt.receipt.output).to.include(file);
    expect(receipt.receipt.events.map(({ type }) => type)).to.deep.equal([
      'RenderRequested',
      'RenderStarted',
      'RenderCompleted',
    ]);
    expect(problems(receipt)).to.deep.equal([]);

    const video = join(service.dataDir, 'video.mp4');
    await writeFile(video, FILE);
    expect((await verified(video, receipt)).stdout).to.include(`verified: version 1 of video`);
    const edited = { ...receipt, receipt: { ...receipt.receipt, videoVersion: 2 } };
    expect((await verified(video, edited)).stderr).to.include(
      'NOT verified: the signature does not match the receipt',
    );
    await writeFile(video, FILE.toReversed());
    expect((await verified(video, receipt)).stderr).to.include(
      'NOT verified: the file is not the one of the receipt',
    );
  });

  it('are valid for a file with other metadata, and say what else the file has in common', async () => {
    const studio = await openStudio();
    const inputs = [...lavfi('testsrc2=s=64x36:r=10:d=1'), ...lavfi('sine=d=1')];
    const made = await studio.make('a.mp4', ...inputs, '-c:a', 'aac');
    const stop = new AbortController().signal;
    const inspected = await engineFileInspector().inspect(made, 'key', stop);
    if (!inspected) throw new Error('the file cannot be inspected');
    const { fingerprint: _, ...identity } = inspected;
    const file = await measuredFile(made);
    const of = async (output: Partial<RenderOutput>) =>
      receiptOf(await endRender(service, api, 'completed', { ...file, ...output }));
    const [receipt, earlier] = [await of(identity), await of({ streams: identity.streams })];
    const copy = await studio.make('b.mp4', '-i', made, '-c', 'copy', '-metadata', 'title=Other');
    const slow = await patchedMp4(made, join(studio.folder, 'slow.mp4'), HALF_SPEED);
    const matroska = await studio.make('c.mkv', '-i', made, '-c', 'copy');
    const dubbed = [...lavfi('sine=880:d=1'), '-map', '0:v', '-map', '1:a', '-c:v', 'copy'];
    const other = await studio.make('c.mp4', '-i', made, '-c:v', 'libx264', '-crf', '40');

    expect((await verified(copy, receipt)).stdout).to.match(
      /^verified \(same streams, shown in the same way/,
    );
    for (const [path, signed, says] of [
      [slow, receipt, /the file plays differently from the receipt: .*picture: timestamps/],
      [matroska, receipt, /timestamps, .* were not compared: the file is no MP4 or MOV/],
      [copy, earlier, /timestamps, .* were not compared: the receipt does not cover them/],
    ] as const) {
      const result = await verified(path, signed);
      expect(result, path).to.include({ code: 2 });
      expect(result.stdout).to.match(/^only the packets are verified: version 1/);
      expect(result.stderr).to.match(says);
    }
    expect((await verified(made, earlier)).stdout).to.match(/^verified: version 1/);
    const dub = await verified(await studio.make('d.mp4', '-i', made, ...dubbed), receipt);
    expect(dub).to.include({ code: 1 });
    expect(dub.stderr).to.include('NOT verified: the picture has the packets of the receipt, but the sound');
    expect((await verified(other, receipt)).stderr).to.include('NOT verified');
    await studio.dispose();
  });

  it('list every file of a render, and are valid for each', async () => {
    const poster = { sha256: createHash('sha256').update('a poster').digest('hex'), bytes: 8 };
    const webm = { sha256: createHash('sha256').update('a WebM').digest('hex'), bytes: 6 };
    const id = await endRender(service, api, 'completed', {
      ...webm,
      format: 'webm',
      files: [{ key: 'a-poster.png', role: 'poster', format: 'png', output: 0, ...poster }],
    });
    const signed = await receiptOf(id);
    expect(signed.receipt.output.files).to.deep.equal([{ role: 'poster', format: 'png', ...poster }]);
    expect(problems(signed, webm)).to.deep.equal([]);
    expect(problems(signed, poster)).to.deep.equal([]);
  });

  it('are refused if anything in them was changed', () => {
    const { receipt: facts, signature } = receipt;
    const changed = [
      { receipt: { ...facts, videoVersion: 2 }, signature },
      { receipt: { ...facts, output: { ...facts.output, frames: 1 } }, signature },
      { receipt: { ...facts, events: facts.events.slice(1) }, signature },
      { receipt: facts, signature: { ...signature, value: 'AAAA' } },
    ];
    for (const one of changed)
      expect(problems(one)).to.deep.equal(['the signature does not match the receipt']);
  });

  it('are refused with another file, and with keys of another service', () => {
    expect(problems(receipt, { ...file, sha256: 'f'.repeat(64) })[0]).to.include('its SHA-256 is ffff');
    expect(problems(receipt, { sha256: '', bytes: 1 })[0]).to.include('it has 1 bytes, not 29');
    expect(problems(receipt, file, { keys: [] })[0]).to.include('not among the given keys');
  });

  it('stay valid after a key rotation, but a retired key signs no new receipts', async () => {
    await rotateSigningKey(service.log.seed, service.log.registry);
    const rotated = keySet(await service.log.keys.all());
    expect(problems(receipt, file, rotated)).to.deep.equal([]);
    const again = await receiptOf(renderId);
    expect(again.signature.keyId).to.not.equal(receipt.signature.keyId);
    expect(problems(again, file, rotated)).to.deep.equal([]);
    const early = rotated.keys.map((key) => ({ ...key, retiredAt: '2020-01-01T00:00:00.000Z' }));
    expect(problems(again, file, { keys: early })[0]).to.include('retired at 2020-01-01');
  });

  it('exist only for completed renders', async () => {
    const failed = await endRender(service, api, 'failed');
    expect((await api('GET', `/v1/renders/${failed}/receipt`)).status).to.equal(409);
    const { _id } = (await api('POST', '/v1/renders', { body: minimalVideo })).body.data;
    const pending = await api('GET', `/v1/renders/${_id}/receipt`);
    expect(pending.body.message[0]).to.include('the render is not completed');
  });

  describe('for a given file', () => {
    const verdictFor = async (hash: string, caller = api) =>
      (await caller('POST', '/v1/verify', { body: { sha256: hash } })).body.data;

    it('name the render, the video and its version', async () => {
      const { verdict, renders } = await verdictFor(sha256);
      expect(verdict).to.equal('identical');
      expect(renders).to.have.length(1);
      expect(renders[0]).to.include({ renderId, videoVersion: 1, videoId: receipt.receipt.videoId });
    });

    it('report it as unknown if no render of the caller made it', async () => {
      const unknown = {
        verdict: 'unknown',
        notice: 'No render of yours is known to have made this file.',
        renders: [],
      };
      expect(await verdictFor('0'.repeat(64))).to.deep.equal(unknown);
      const other = apiClient(service.baseUrl, await service.issueKey('mallory'));
      expect(await verdictFor(sha256, other)).to.deep.equal(unknown);
      const malformed = await api('POST', '/v1/verify', { body: { sha256: 'not a hash' } });
      expect(malformed.status).to.equal(400);
    });
  });
});
