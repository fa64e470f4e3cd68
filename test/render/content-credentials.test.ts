import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { certificateSigner } from '../../infrastructure/credentials/certificate.js';
import { c2paCredentials } from '../../infrastructure/credentials/embed.js';
import { testCertificate } from '../../infrastructure/credentials/test-certificate.js';
import { contentCredentials } from '../../infrastructure/processes/parts/content-credentials.js';
import { authorityOf, c2paReport } from '../support/pictures/c2pa-report.js';
import { compositionOf, render, studioForSuite } from '../support/renders/render.js';
import { lavfi } from '../support/renders/lavfi.js';
import { sharedCacheIn } from '../support/renders/shared-cache.js';

describe('renderer: content credentials', () => {
  const studio = studioForSuite();

  it('embeds a trusted manifest in the output', async () => {
    const { certificates, privateKey } = await testCertificate(new Date());
    const composition = compositionOf({ duration: 1000, fps: 10, canvas: { width: 64, height: 36 } }, []);
    const credentials = c2paCredentials(certificateSigner(certificates, privateKey));
    const file = await render(studio, composition, { credentials });
    const report = await c2paReport(file.path, authorityOf(certificates));
    expect(report.validation_state).to.equal('Trusted');
    await file.dispose();
  });

  it('belong to the requesting render, even if an earlier render made the same output', async () => {
    const { certificates, privateKey } = await testCertificate(new Date());
    const credentials = c2paCredentials(certificateSigner(certificates, privateKey));
    const sharedCache = sharedCacheIn(join(studio.folder, 'cache'));
    const composition = compositionOf({ duration: 1000, fps: 10, canvas: { width: 64, height: 36 } }, []);
    const call = { credentials, sharedCache };
    const first = await render(studio, composition, call);
    await first.cache();
    const second = await render(studio, composition, call);
    expect(second.output).to.include({ reusedFrames: 10, bytes: (await stat(second.path)).size });
    expect(second.output.streams).to.deep.equal(first.output.streams);
    const report = await c2paReport(second.path, authorityOf(certificates));
    expect(report.validation_state).to.equal('Trusted');
    const bare = await render(studio, composition, { sharedCache });
    expect(bare.output.reusedFrom).to.equal(second.output.reusedFrom);
    expect(bare.output.bytes).to.be.below(second.output.bytes);
    await Promise.all([first, second, bare].map((file) => file.dispose()));
  });

  it('show the hosts and paths of sources only with CONTENT_CREDENTIALS_SOURCES=full', async () => {
    await studio.make('clip.mp4', ...lavfi('testsrc2=s=64x36:r=10:d=1'));
    const { certificates, privateKey } = await testCertificate(new Date());
    const composition = compositionOf({ duration: 1000, fps: 10, canvas: { width: 64, height: 36 } }, [
      { type: 'video', source: 'clip.mp4', timeFrame: { start: 0, end: 1000 } },
    ]);
    const shownWith = async (shown: 'name' | 'full') => {
      const credentials = c2paCredentials(certificateSigner(certificates, privateKey), shown);
      const file = await render(studio, composition, { credentials });
      const [source] = file.provenance.sources;
      const bytes = await readFile(file.path);
      await file.dispose();
      return { name: bytes.includes('clip.mp4'), host: bytes.includes(new URL(source?.url ?? '').host) };
    };
    expect(await shownWith('name')).to.deep.equal({ name: true, host: false });
    expect(await shownWith('full')).to.deep.equal({ name: true, host: true });
  });

  it('are off with CONTENT_CREDENTIALS=off: no manifest, and the same streams', async () => {
    const settings = {
      credentialsSources: 'name',
      credentialsCertificate: undefined,
      credentialsKey: undefined,
      dataDir: studio.folder,
    } as const;
    const composition = compositionOf({ duration: 1000, fps: 10, canvas: { width: 64, height: 36 } }, []);
    const renderWith = async (mode: 'on' | 'off') => {
      const credentials = await contentCredentials(
        { ...settings, contentCredentials: mode },
        () => undefined,
      );
      return render(studio, composition, credentials ? { credentials } : {});
    };
    const [on, off] = [await renderWith('on'), await renderWith('off')];
    expect((await readFile(on.path)).includes('c2pa')).to.equal(true);
    expect((await readFile(off.path)).includes('c2pa')).to.equal(false);
    expect(off.output.streams).to.deep.equal(on.output.streams);
    expect(off.output.bytes)
      .to.equal((await stat(off.path)).size)
      .and.below(on.output.bytes);
    await Promise.all([on, off].map((file) => file.dispose()));
  });
});
