import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from 'chai';
import init, { WasmReader } from '@contentauth/c2pa-wasm';
import type { RenderId } from '../../domain/ids.js';
import type { CredentialFacts } from '../../workers/render/ports/content-credentials.js';
import { certificateSigner, testCertificate } from '../../infrastructure/credentials/certificate.js';
import { c2paCredentials } from '../../infrastructure/credentials/embed.js';
import { compositionOf, ffmpegSays, openStudio, render, type Studio } from '../support/render.js';

/** What the reference implementation says about a file, as far as it is used. */
interface Report {
  readonly validation_state: string;
  readonly validation_status?: ReadonlyArray<{ readonly code: string }>;
  readonly active_manifest: string;
  readonly manifests: Readonly<
    Record<
      string,
      {
        readonly assertions: ReadonlyArray<{
          readonly label: string;
          readonly data: Record<string, unknown>;
        }>;
        readonly ingredients: ReadonlyArray<{ readonly title: string; readonly instance_id: string }>;
        readonly claim_generator_info: ReadonlyArray<{ readonly name: string }>;
      }
    >
  >;
}

const facts = (source = 'a'): CredentialFacts => ({
  renderId: '0198c5a2-6f00-7b5a-8d3c-2a9e4b7f1c0d' as RenderId,
  renderer: 'test 1',
  ffmpeg: '5',
  sources: [{ url: `https://u:secret@x.example/${source}.mp4?token=s`, sha256: source.repeat(64), bytes: 3 }],
  fonts: [],
});

describe('content credentials', function () {
  this.timeout(60_000);
  let studio: Studio;
  let certificate: Awaited<ReturnType<typeof testCertificate>>;
  let plain: string;
  let signed: string;
  const credentials = () =>
    c2paCredentials(certificateSigner(certificate.certificates, certificate.privateKey));

  before(async () => {
    const wasm = createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm');
    await init({ module_or_path: await readFile(wasm) });
    studio = await openStudio();
    certificate = await testCertificate(new Date());
    await studio.make('a.mp4', '-f', 'lavfi', '-i', 'testsrc2=s=64x36:r=10:d=1');
    const file = await render(studio, composition());
    plain = join(studio.folder, 'plain.mp4');
    signed = join(studio.folder, 'signed.mp4');
    await copyFile(file.path, plain);
    await copyFile(file.path, signed);
    await file.dispose();
    await credentials().embed(signed, facts());
  });
  after(() => studio.dispose());

  const composition = () =>
    compositionOf({ duration: 1000, fps: 10, canvas: { width: 64, height: 36 } }, [
      { type: 'video', source: 'a.mp4', timeFrame: { start: 0, end: 1000 }, size: { width: 64, height: 36 } },
    ]);
  const validated = async (path: string, trusted = true): Promise<Report> => {
    const authority = certificate.certificates.slice(certificate.certificates.lastIndexOf('-----BEGIN'));
    const context = trusted ? JSON.stringify({ trust: { trust_anchors: authority } }) : undefined;
    const reader = await WasmReader.fromBytes('video/mp4', await readFile(path), context);
    return JSON.parse(reader.json()) as Report;
  };
  const codes = ({ validation_status: status = [] }: Report) => status.map(({ code }) => code);

  it('are valid for the reference implementation, and trusted by those who trust the authority', async () => {
    const report = await validated(signed);
    expect(report.validation_state).to.equal('Trusted');
    expect(codes(report)).to.deep.equal([]);
    expect(codes(await validated(signed, false))).to.deep.equal(['signingCredential.untrusted']);
  });

  it('name actions, sources by hash, the software and the facts of the receipt, without secrets', async () => {
    const report = await validated(signed);
    const manifest = report.manifests[report.active_manifest];
    expect(manifest?.claim_generator_info[0]?.name).to.equal('Framewright');
    expect(manifest?.ingredients[0]).to.include({
      title: 'https://x.example/a.mp4',
      instance_id: `urn:sha256:${'a'.repeat(64)}`,
    });
    const assertion = (label: string) => manifest?.assertions.find((one) => one.label === label)?.data;
    expect(assertion('org.framewright.receipt')).to.deep.include({ renderId: facts().renderId, ffmpeg: '5' });
    expect(JSON.stringify(assertion('c2pa.actions.v2')))
      .to.include('c2pa.created')
      .and.include('c2pa.placed');
    expect((await readFile(signed)).includes('secret')).to.equal(false);
  });

  it('change no frame, sample or packet, and leave the file ready to stream', async () => {
    const decoded = (path: string) => ffmpegSays('-v', 'error', '-i', path, '-f', 'framehash', '-');
    const packets = (path: string) =>
      ffmpegSays('-v', 'error', '-i', path, '-map', '0', '-c', 'copy', '-f', 'framehash', '-');
    expect(await decoded(signed)).to.equal(await decoded(plain));
    expect(await packets(signed)).to.equal(await packets(plain));
    const bytes = await readFile(signed);
    expect(bytes.indexOf('moov')).to.be.lessThan(bytes.indexOf('mdat'));
  });

  it('are the same for the same facts, and part of what a renderer makes', async () => {
    const again = join(studio.folder, 'again.mp4');
    await copyFile(plain, again);
    await credentials().embed(again, facts());
    expect((await readFile(again)).equals(await readFile(signed))).to.equal(true);
    const file = await render(studio, composition(), { credentials: credentials() });
    expect((await validated(file.path)).validation_state).to.equal('Trusted');
    await file.dispose();
  });

  it('are refused after a byte of the file was changed', async () => {
    const bytes = await readFile(signed);
    const media = bytes.indexOf('mdat') + 100;
    bytes.writeUInt8(bytes.readUInt8(media) ^ 1, media);
    const changed = join(studio.folder, 'changed.mp4');
    await writeFile(changed, bytes);
    expect(codes(await validated(changed))).to.include('assertion.bmffHash.mismatch');
  });

  it('are refused in another file', async () => {
    const other = join(studio.folder, 'other.mp4');
    await ffmpegSays('-v', 'error', '-i', plain, '-t', '0.5', '-c', 'copy', '-movflags', '+faststart', other);
    await credentials().embed(other, facts());
    const [from, into] = [await readFile(signed), await readFile(other)];
    const box = (bytes: Buffer) => {
      const start = bytes.indexOf('uuid') - 4;
      return { start, end: start + bytes.readUInt32BE(start) };
    };
    const [theirs, ours] = [box(from), box(into)];
    await writeFile(
      other,
      Buffer.concat([
        into.subarray(0, ours.start),
        from.subarray(theirs.start, theirs.end),
        into.subarray(ours.end),
      ]),
    );
    expect(codes(await validated(other))).to.include('assertion.bmffHash.mismatch');
  });
});
