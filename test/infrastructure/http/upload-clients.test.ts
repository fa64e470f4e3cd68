import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { rolldown } from 'rolldown';
import { contentKey } from '../../../application/assets/asset-content.js';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';
import { sha256OfFile } from '../../../workers/files/file-hash.js';
import { eventually } from '../../support/eventually.js';
import { type ApiProcess, startApiProcess } from '../../support/service/api-process.js';
import { sharedService } from '../../support/service/service.js';
import { startUploadProxy } from '../../support/uploads/upload-proxy.js';
import { startBrowser } from '../../support/web/browser.js';
import { itIfLong } from '../../support/long-form.js';
import { forSuite, folderForSuite } from '../../support/for-suite.js';

const PART = 1024 ** 2;
const SIZE = 6 * PART + 7;

/** The page of Uppy on an address of its own. */
const startUppyPage = async (): Promise<{ readonly url: string; readonly server: Server }> => {
  const bundle = await rolldown({
    input: join(packageRoot, 'test/support/uploads/uppy-page.js'),
    platform: 'browser',
  });
  const [{ code }] = (await bundle.generate({ format: 'iife' })).output;
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? code : '<title>Uppy</title><input type="file"><script src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
};

describe('Clients that we have not written', () => {
  const service = forSuite(sharedService);
  const folder = folderForSuite();
  let file: string;
  before(async () => {
    file = join(folder, 'a.bin');
    await writeFile(file, randomBytes(SIZE));
  });

  const isStored = async (owner: string) => {
    const stored = join(service.dataDir, 'assets', contentKey(owner, await sha256OfFile(file)));
    await eventually(async () =>
      expect((await readFile(stored)).equals(await readFile(file))).to.equal(true),
    );
  };

  itIfLong(
    'upload: Uppy from a page of another origin, which is closed and opened again on the way',
    async () => {
      const page = await startUppyPage();
      const settings = { CORS_ORIGINS: page.url, CORS_API_KEYS: 'true' };
      const api: ApiProcess = await startApiProcess(service, settings);
      const proxy = await startUploadProxy([() => api.baseUrl]);
      const browser = await startBrowser();
      const opened = await browser.open(page.url);
      const query = new URLSearchParams({
        endpoint: `${proxy.url}/v1/assets`,
        key: await service.issueKey('uppy'),
        part: String(PART),
      });
      const address = `${page.url}/?${query.toString()}`;
      const isClosed = new Promise<void>((resolve, reject) =>
        proxy.when(2.5 * PART, () => void opened.page.close().then(resolve, reject)),
      );
      await opened.page.goto(address);
      await opened.page.setInputFiles('input', file);
      await isClosed;
      const again = await opened.context.newPage();
      await again.goto(address);
      await again.setInputFiles('input', file);
      await again.waitForFunction('document.title === "sent"');
      await isStored('uppy');
      expect(proxy.parts().reduce((sum, { bytes }) => sum + bytes, 0)).to.be.within(SIZE, SIZE + PART);
      await opened.context.close();
      await browser.close();
      proxy.close();
      page.server.close();
      await api.stop();
    },
  );

  it('upload: curl, in parts', async () => {
    const key = await service.issueKey('curl');
    const script = `
      send() { curl -sS --fail-with-body -H 'Tus-Resumable: 1.0.0' -H "x-api-key: $KEY" "$@"; }
      part() { send -X PATCH "$BASE$path" -H 'Content-Type: application/offset+octet-stream' "$@"; }
      path=$(send -X POST "$BASE/v1/assets" -H "Upload-Length: $(wc -c < a.bin)" -o /dev/null -w '%header{location}')
      head -c 1000000 a.bin | part -H 'Upload-Offset: 0' --data-binary @-
      offset=$(send --head "$BASE$path" -o /dev/null -w '%header{upload-offset}')
      tail -c +$((offset + 1)) a.bin | part -H "Upload-Offset: $offset" --data-binary @-
    `;
    const env = { PATH: process.env['PATH'], BASE: service.baseUrl, KEY: key };
    await promisify(execFile)('bash', ['-euc', script], { cwd: folder, env });
    await isStored('curl');
  });
});
