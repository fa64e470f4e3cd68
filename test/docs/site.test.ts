import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Router } from '@koa/router';
import { expect } from 'chai';
import Koa from 'koa';
import MiniSearch, { type SearchOptions } from 'minisearch';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { guideRoutes } from '../../infrastructure/http/routes/pages/guide.js';
import { accessibilityProblems, startBrowser, type WebBrowser } from '../support/web/browser.js';
import { LONG } from '../support/long-form.js';

/** What newcomers search for, written before the pages were read, and the pages that answer. */
const QUESTIONS: Readonly<Record<string, ReadonlyArray<string>>> = {
  'getting started with python': ['start/python'],
  'hello world C#': ['start/csharp'],
  'install n8n node': ['start/no-code'],
  'add a logo': ['cookbook/logo'],
  'use my own font': ['cookbook/fonts'],
  'csv many videos': ['cookbook/variants'],
  'webhook receiver': ['webhooks', 'cookbook/webhooks'],
  'verify webhook signature': ['webhooks', 'cookbook/webhooks'],
  'vertical video captions': ['cookbook/captions'],
  'upload a file': ['assets'],
  'fade in text': ['look', 'text'],
  'background music volume': ['sound', 'cookbook/voice-over'],
  'subtitles srt': ['subtitles', 'cookbook/subtitles'],
  'speech to text': ['transcription'],
  'export gif': ['outputs'],
  'template variables': ['templates'],
  'import from shotstack': ['import'],
  'rate limit 429': ['errors/too-many-requests', 'video-api'],
  'cancel a render': ['video-api', 'reference/api'],
  'validate before rendering': ['checks'],
  'share link with a customer': ['cookbook/links'],
  'backup and restore': ['operate/backup'],
  'upgrade to a new version': ['operate/backup'],
  'install on ubuntu server': ['operate/one-machine'],
  'docker compose': ['operate/platforms'],
  kubernetes: ['operate/platforms', 'operating'],
  'S3 bucket': ['operate/three-workers', 'settings'],
  'how many renders per hour': ['operate/sizing'],
  'is this video authentic': ['verify/file'],
  'environment variables': ['settings'],
  'create api key': ['operating'],
  'http port': ['settings'],
  'data folder': ['settings'],
  minio: ['settings'],
  'localhost webhook': ['cookbook/webhooks'],
  'background music': ['cookbook/voice-over', 'sound'],
  'how long does a render take': ['operate/sizing'],
};

/** One page of each kind; the long form opens all of them. */
const KINDS = /^(?:index|start\/curl|cookbook\/logo|reference\/api|errors\/conflict|look)\.html$/;

interface SiteConfig {
  readonly themeConfig: {
    readonly search: {
      readonly options: { readonly miniSearch: { readonly searchOptions: SearchOptions } };
    };
  };
}

describe('The documentation site', function () {
  if (!LONG) return;
  this.timeout(900_000);
  let site: string;
  let server: Server;
  let browser: WebBrowser;
  before(async () => {
    site = await mkdtemp(join(tmpdir(), 'framewright-site-'));
    const vitepress = join(packageRoot, 'node_modules/vitepress/bin/vitepress.js');
    await promisify(execFile)(
      process.execPath,
      [vitepress, 'build', 'docs', '--outDir', join(site, 'guide')],
      {
        cwd: packageRoot,
      },
    );
    const router = new Router();
    guideRoutes(router, join(site, 'guide'));
    server = new Koa().use(router.routes()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    browser = await startBrowser();
  });
  after(async () => {
    await browser.close();
    server.close();
    await rm(site, { recursive: true });
  });

  const imported = async (...path: ReadonlyArray<string>): Promise<unknown> =>
    ((await import(pathToFileURL(join(...path)).href)) as { readonly default: unknown }).default;

  it('answers the questions of newcomers with the right page first', async () => {
    const chunks = join(site, 'guide/assets/chunks');
    const file = readdirSync(chunks).find((name) => name.startsWith('@localSearchIndex')) ?? '';
    const { themeConfig } = (await imported(packageRoot, 'docs/.vitepress/config.js')) as SiteConfig;
    const index = MiniSearch.loadJSON((await imported(chunks, file)) as string, {
      fields: ['title', 'titles', 'text'],
      searchOptions: { prefix: true, ...themeConfig.search.options.miniSearch.searchOptions },
    });
    const wrong = Object.entries(QUESTIONS).flatMap(([question, pages]) => {
      const [first] = index.search(question);
      const page = String(first?.id).replace(/^\/guide\/|#.*$/g, '');
      return pages.includes(page) ? [] : [`${question}: ${page}`];
    });
    expect(Object.keys(QUESTIONS).length).to.be.at.least(37);
    expect(wrong).to.deep.equal([]);
  });

  it('links only to files and headings that it has, and to pages of the service', () => {
    const files = readdirSync(join(site, 'guide'), { recursive: true, encoding: 'utf8' });
    // The service never sends 404.html.
    const pages = new Map(
      files
        .filter((file) => /(?<!404)\.html$/.test(file))
        .map((file) => [`/guide/${file.slice(0, -5)}`, readFileSync(join(site, 'guide', file), 'utf8')]),
    );
    const broken = [...pages].flatMap(([page, html]) =>
      [...html.matchAll(/ (?:href|src)="(?!https?:|data:)([^"]+)"/g)].flatMap(([, link = '']) => {
        const { pathname, hash } = new URL(link.replaceAll('&amp;', '&'), `http://site${page}`);
        if (['/dashboard', '/docs'].includes(pathname)) return [];
        const target = pages.get(pathname.replace(/\/$/, '/index'));
        const found = target === undefined ? files.includes(pathname.slice('/guide/'.length)) : hash === '';
        return found || target?.includes(` id="${decodeURIComponent(hash.slice(1))}"`)
          ? []
          : [`${page}: ${link}`];
      }),
    );
    expect(broken).to.deep.equal([]);
  });

  it('has pages without problems of accessibility, in light and dark', async () => {
    const { port } = server.address() as AddressInfo;
    const base = `http://127.0.0.1:${port}/`;
    const pages = readdirSync(join(site, 'guide'), { recursive: true, encoding: 'utf8' }).filter(
      // The service never sends 404.html: it has an answer of its own.
      (name) => (LONG ? /(?<!404)\.html$/ : KINDS).test(name),
    );
    expect(pages.length).to.be.at.least(6);
    const { page, context, complaints } = await browser.open(base);
    const problems: string[] = [];
    for (const name of pages) {
      await page.goto(`${base}guide/${name}`);
      await page.waitForSelector('.VPContent, .NotFound');
      problems.push(...(await accessibilityProblems(page)).map((problem) => `${name}: ${problem}`));
    }
    await context.close();
    expect(problems).to.deep.equal([]);
    expect(complaints).to.deep.equal([]);
  });
});
