import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Router } from '@koa/router';
import { expect } from 'chai';
import Koa from 'koa';
import { PROBLEM_PAGES } from '../../../docs/generate/problems.js';
import { typeAddress } from '../../../infrastructure/http/contract/problem.js';
import { problemResponse } from '../../../infrastructure/http/contract/problem-responses.js';
import { guideRoutes } from '../../../infrastructure/http/routes/pages/guide.js';

const PAGE =
  '<!doctype html><script>start()</script><script type="module" src="/guide/assets/app.js"></script>';

describe('/guide', () => {
  let site: string;
  let server: Server;
  let guide: (path: string) => Promise<Response>;

  before(async () => {
    site = await mkdtemp(join(tmpdir(), 'framewright-guide-'));
    const router = new Router();
    guideRoutes(router, join(site, 'guide'));
    server = new Koa().use(router.routes()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    guide = (path) => fetch(`http://127.0.0.1:${port}/guide/${path}`);
    await mkdir(join(site, 'guide/assets'), { recursive: true });
    await writeFile(join(site, 'guide/index.html'), PAGE);
    await writeFile(join(site, 'guide/assets/app.js'), '0;');
    await writeFile(join(site, 'secret.html'), 'not of the site');
  });
  after(async () => {
    server.close();
    await rm(site, { recursive: true });
  });

  it('serves a page with a policy that allows the scripts in it, and no others', async () => {
    const page = await guide('');
    expect(await page.text()).to.equal(PAGE);
    const policy = page.headers.get('content-security-policy');
    // The SHA-256 of "start()", from another tool.
    expect(policy).to.include("script-src 'self' 'sha256-DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00=';");
    expect(policy).to.not.include('unsafe-eval');
  });

  it('serves what the pages load, for a year', async () => {
    const script = await guide('assets/app.js');
    expect(script.headers.get('content-type')).to.equal('text/javascript; charset=utf-8');
    expect(script.headers.get('cache-control')).to.include('max-age=31536000');
  });

  it('has the page of every type of problem, as Markdown while the site is not built', async () => {
    for (const { example } of Object.values(PROBLEM_PAGES)) {
      const page = await guide(typeAddress(example).replace('/guide/', ''));
      expect(page.status, typeAddress(example)).to.equal(200);
      expect(page.headers.get('content-type')).to.equal('text/markdown; charset=utf-8');
      expect(await page.text()).to.include(`> ${problemResponse(example).status}: `);
    }
  });

  it('serves nothing outside of the site', async () => {
    for (const path of [
      '..%2fsecret',
      '%2e%2e/secret',
      'assets/',
      '.vitepress/config',
      '..%5csecret',
      'a//b',
      '%00',
    ])
      expect((await guide(path)).status, path).to.equal(404);
  });
});
