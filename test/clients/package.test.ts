import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect } from 'chai';
import { build } from 'vite';
import { renderOutcomes } from '../../application/renders/render-outcomes.js';
import type { RenderId } from '../../domain/ids.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { WEBHOOK_TEST_VECTOR } from '../../application/records/webhook-test-vector.js';
import { startBrowser } from '../support/web/browser.js';
import { provenance, renderOutput } from '../support/renders/ended-renders.js';
import { eventually } from '../support/eventually.js';
import { apiClient } from '../support/service/http-client.js';
import { rightOf } from '../support/right-of.js';
import { sharedService } from '../support/service/service.js';
import { LONG } from '../support/long-form.js';
import { forSuite, folderForSuite } from '../support/for-suite.js';

const run = promisify(execFile);
const CLIENT = join(packageRoot, 'clients/typescript');

/** Packs the client and unpacks it as an installation of it in the folder, with its dependencies and nothing else. */
const install = async (folder: string): Promise<string> => {
  await run('npm', ['pack', '--pack-destination', folder], { cwd: CLIENT });
  const installed = join(folder, 'node_modules/@framewright/client');
  await mkdir(installed, { recursive: true });
  const { version, dependencies } = JSON.parse(await readFile(join(CLIENT, 'package.json'), 'utf8')) as {
    readonly version: string;
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const archive = join(folder, `framewright-client-${version}.tgz`);
  await run('tar', ['-xzf', archive, '-C', installed, '--strip-components=1']);
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(packageRoot, 'node_modules', name), link);
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  return installed;
};

// It builds and packs the client, and starts Node and a browser with it.
if (LONG)
  describe('The packed client', function () {
    this.timeout(300_000);
    const service = forSuite(sharedService);
    const folder = folderForSuite();
    let installed: string;
    let apiKey: string;
    let env: Readonly<Record<string, string>>;

    before(async () => {
      installed = await install(folder);
      apiKey = await service.issueKey('packed-client');
      env = {
        PATH: process.env['PATH'] ?? '',
        HOME: folder,
        FRAMEWRIGHT_URL: service.baseUrl,
        FRAMEWRIGHT_API_KEY: apiKey,
      };
    });

    it('runs the example of its README in Node', async () => {
      const readme = await readFile(join(installed, 'README.md'), 'utf8');
      const example = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? '';
      const program = `${example.replace('https://video.example.org', service.baseUrl)}console.log(outputUrl);\n`;
      await writeFile(join(folder, 'example.js'), program);
      const running = run(process.execPath, ['example.js'], { cwd: folder, env });
      const api = apiClient(service.baseUrl, apiKey);
      await eventually(async () => {
        const { body } = await api('GET', '/v1/renders/search?status=pending');
        const renderId = body.data[0]._id as RenderId;
        const outcomes = renderOutcomes(service.dependencies, 'a-worker');
        rightOf(await outcomes.start(renderId)());
        rightOf(await outcomes.complete(renderId, 1, renderOutput(renderId), provenance)());
      });
      expect((await running).stdout).to.match(/completed.*\nhttps:.*\.mp4\n$/s);
    });

    it('is a command line, and serves agents over the standard input and output', async () => {
      const main = join(installed, 'dist/cli/main.js');
      const listed = await run(process.execPath, [main, 'videos', 'list', '--json'], { cwd: folder, env });
      expect(JSON.parse(listed.stdout)).to.be.an('array');
      const agent = new McpClient({ name: 'test', version: '1' });
      await agent.connect(new StdioClientTransport({ command: process.execPath, args: [main, 'mcp'], env }));
      const names = (await agent.listTools()).tools.map(({ name }) => name);
      expect(names).to.include('look_at_frame');
      await agent.close();
    });

    it('runs in a browser, where it also verifies webhooks', async () => {
      await writeFile(
        join(folder, 'page.js'),
        `import { createClient, verifyWebhook, WebhookRejected } from '@framewright/client';
globalThis.framewright = { createClient, verifyWebhook, WebhookRejected };`,
      );
      await build({
        root: folder,
        configFile: false,
        logLevel: 'silent',
        build: {
          outDir: 'bundle',
          lib: { entry: 'page.js', formats: ['iife'], name: 'page', fileName: () => 'page.js' },
        },
      });
      const bundle = await readFile(join(folder, 'bundle/page.js'), 'utf8');
      expect(bundle).not.to.match(/\brequire\(|['"]node:/);
      const browser = await startBrowser();
      try {
        const { page, context } = await browser.open(service.baseUrl);
        await page.goto(`${service.baseUrl}/healthz`);
        await page.evaluate(bundle);
        const { secret, body, xSignature } = WEBHOOK_TEST_VECTOR;
        const seen = await page.evaluate(`(async () => {
          const { createClient, verifyWebhook, WebhookRejected } = framewright;
          const client = createClient({ baseUrl: location.origin, apiKey: ${JSON.stringify(apiKey)} });
          await client.videos.create({ metadata: { name: 'from a page', duration: 1000 }, clips: [] });
          const names = [];
          for await (const video of client.videos.list({ limit: 1 })) names.push(video.metadata.name);
          const headers = { 'x-signature': ${JSON.stringify(xSignature)} };
          const options = { acceptsXSignature: true };
          const message = await verifyWebhook(${JSON.stringify(body)}, headers, ${JSON.stringify(secret)}, options);
          const forged = await verifyWebhook('{}', headers, ${JSON.stringify(secret)}, options).catch((error) => error);
          return [names[0], message.event, forged instanceof WebhookRejected];
        })()`);
        expect(seen).to.deep.equal(['from a page', 'render.completed', true]);
        await context.close();
      } finally {
        await browser.close();
      }
    });
  });
