import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { RenderId } from '../../../domain/ids.js';
import type {
  ContentCredentials,
  CredentialFacts,
} from '../../../workers/render/ports/content-credentials.js';
import { type C2paReport, c2paReport } from '../../support/pictures/c2pa-report.js';
import { ffmpegSays } from '../../support/pictures/decoded-media.js';
import { studioForSuite } from '../../support/renders/render.js';
import { lavfi } from '../../support/renders/lavfi.js';

/** Credentials, and the certificate of the authority behind their signer, as PEM. */
export interface ContentCredentialsUnderTest {
  readonly credentials: ContentCredentials;
  readonly authority: string;
}

const facts = (source = 'a'): CredentialFacts => ({
  renderId: '0198c5a2-6f00-7b5a-8d3c-2a9e4b7f1c0d' as RenderId,
  renderer: 'test 1',
  ffmpeg: '5',
  sources: [{ url: `https://u:secret@x.example/${source}.mp4?token=s`, sha256: source.repeat(64), bytes: 3 }],
  fonts: [],
});

/**
 * What rendering expects of content credentials: manifests that the reference implementation of C2PA accepts.
 * `isRepeatable`: whether the signature is the same for the same data. Those of ECDSA contain a random number.
 */
export const contentCredentialsContract = (
  name: string,
  open: () => Promise<ContentCredentialsUnderTest>,
  isRepeatable: boolean,
): void => {
  describe(`content credentials: ${name}`, () => {
    const studio = studioForSuite();
    let tested: ContentCredentialsUnderTest;
    let plain: string;
    let signed: string;

    before(async () => {
      tested = await open();
      const second = [...lavfi('testsrc2=s=64x36:r=10:d=1'), ...lavfi('sine=d=1')];
      plain = await studio.make('plain.mp4', ...second, '-c:v', 'libx264', '-movflags', '+faststart');
      signed = join(studio.folder, 'signed.mp4');
      await copyFile(plain, signed);
      await tested.credentials.embed(signed, facts());
    });

    const validated = (path: string, trusted = true) =>
      c2paReport(path, trusted ? tested.authority : undefined);
    const codes = ({ validation_status: status = [] }: C2paReport) => status.map(({ code }) => code);

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
        title: 'a.mp4',
        instance_id: `urn:sha256:${'a'.repeat(64)}`,
      });
      const assertion = (label: string) => manifest?.assertions.find((one) => one.label === label)?.data;
      expect(assertion('org.framewright.receipt')).to.deep.include({
        renderId: facts().renderId,
        ffmpeg: '5',
      });
      expect(JSON.stringify(assertion('c2pa.actions.v2')))
        .to.include('c2pa.created')
        .and.include('c2pa.placed');
      const bytes = await readFile(signed);
      for (const hidden of ['secret', 'x.example']) expect(bytes.includes(hidden)).to.equal(false);
    });

    it('state a kind of source that asserts neither camera footage, a human nor AI, unless the request states one', async () => {
      const stated = async (name: string, of: CredentialFacts) => {
        const path = join(studio.folder, `${name}.mp4`);
        await copyFile(plain, path);
        await tested.credentials.embed(path, of);
        const report = await validated(path);
        expect(report.validation_state).to.equal('Trusted');
        const { assertions = [] } = report.manifests[report.active_manifest] ?? {};
        const actions = assertions.find(({ label }) => label === 'c2pa.actions.v2')?.data as {
          readonly actions: ReadonlyArray<{ readonly digitalSourceType?: string }>;
        };
        return actions.actions[0]?.digitalSourceType;
      };
      const iptc = (term: string) => `http://cv.iptc.org/newscodes/digitalsourcetype/${term}`;
      expect(await stated('sources', facts())).to.equal(iptc('composite'));
      expect(await stated('texts', { ...facts(), sources: [] })).to.equal(iptc('composite'));
      expect(await stated('footage', { ...facts(), digitalSourceType: 'compositeCapture' })).to.equal(
        iptc('compositeCapture'),
      );
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

    it(`are ${isRepeatable ? 'the same' : 'of the same size'} for the same facts`, async () => {
      const again = join(studio.folder, 'again.mp4');
      await copyFile(plain, again);
      await tested.credentials.embed(again, facts());
      const [first, second] = [await readFile(signed), await readFile(again)];
      expect(second).to.have.length(first.length);
      expect(second.equals(first)).to.equal(isRepeatable);
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
      await ffmpegSays(
        '-v',
        'error',
        '-i',
        plain,
        '-t',
        '0.5',
        '-c',
        'copy',
        '-movflags',
        '+faststart',
        other,
      );
      await tested.credentials.embed(other, facts());
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
};
