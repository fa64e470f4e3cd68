import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { decode } from '../../domain/codec/codec.js';
import { CreateVideoBody } from '../../domain/composition/requests.js';
import { settingsReference } from '../../infrastructure/platform/config.js';
import { codeFile } from '../support/processes/programs.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { schemaProblems } from '../support/api/api-description.js';
import {
  blocksOf,
  type CodeBlock,
  codeBlocks,
  textOfPage,
  withOwnPrograms,
} from '../support/docs/code-blocks.js';
import { apiClient } from '../support/service/http-client.js';
import { dataFolder } from '../support/service/standalone.js';
import { type SharedStandalone, sharedStandalone } from '../support/service/shared-standalone.js';
import { LONG, itIfLong } from '../support/long-form.js';

const run = promisify(execFile);

/** The tests that run the blocks of other pages: which pages, in which languages. This file runs all other blocks. */
const RUN_ELSEWHERE: ReadonlyArray<readonly [page: RegExp, languages: RegExp, test: string]> = [
  [/^README|^docs\/(?:audit|verify\/(?:file|replay))\.md/, /^sh$/, 'test/e2e/walk-through.test.ts'],
  [/^docs\/(?:start|cookbook)\//, /^(?:sh|ts|python|csharp)$/, 'test/docs/cookbook.test.ts'],
  [/^docs\/(?:cookbook\/)?webhooks\.md/, /^(?:js|python|json)$/, 'test/workers/webhook/receivers.test.ts'],
  [/^docs\/verify\/leaf\.md/, /^(?:json|text)$/, 'test/docs/leaf.test.ts'],
];

/** What no test can run, and how it is examined instead. */
const EXAMINED: Readonly<Record<string, (code: string) => void>> = {
  /** A unit of systemd, or a file of environment variables. */
  ini: (code) => {
    const variables = [...code.matchAll(/^(?:Environment=)?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
    const known = settingsReference.map(({ variable }) => variable);
    expect([...known, 'NODE_ENV']).to.include.members(variables);
    for (const [, program = ''] of code.matchAll(/ dist\/(\S+)\.js$/gm))
      expect(existsSync(codeFile(program)), program).to.equal(true);
  },
  /** Commands of an administrator, for a machine with systemd. */
  console: (code) => {
    const { scripts } = JSON.parse(textOfPage('package.json')) as { readonly scripts: object };
    for (const [, script = ''] of code.matchAll(/npm run (?:-s )?(\w+)/g))
      expect(scripts).to.have.property(script);
  },
  /** A Caddyfile, which leads to the port of the unit on the same page. */
  txt: (code) => {
    const [, port] = /reverse_proxy 127\.0\.0\.1:(\d+)/.exec(code) ?? [];
    expect(blocksOf('docs/operate/one-machine.md', 'ini').join('')).to.include(`PORT=${port}\n`);
  },
  mermaid: (code) => expect(code).to.match(/^flowchart LR\n(?: {2}\w.*(?:-->|-- .* -->).*\n)+$/),
};

const pages = [
  'README.md',
  ...readdirSync(join(packageRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.startsWith('.'))
    .map((file) => join('docs', file)),
];
/** Only the long form runs these, which take long. test/docs/samples.test.ts draws all samples. */
const SLOW = new Set(['docs/samples.md', 'docs/operating.md']);
const isRunElsewhere = (page: string, language: string): boolean =>
  RUN_ELSEWHERE.some(([paths, languages]) => paths.test(page) && languages.test(language));
const ownPages = pages
  .map((page) => ({
    page,
    blocks: codeBlocks(textOfPage(page)).filter(({ language }) => !isRunElsewhere(page, language)),
  }))
  .filter(({ blocks }) => blocks.length > 0);

const TEMPLATE = {
  metadata: { name: 'Sale', duration: '{{seconds|2000}}' },
  clips: [
    {
      type: 'text',
      timeFrame: { end: 1000 },
      textProperties: { content: '{{title}}', color: '{{accent|#FFFFFF}}' },
    },
    {
      type: 'group',
      forEach: '{{items}}',
      timeFrame: { end: 1000 },
      size: { width: 9, height: 9 },
      clips: [],
    },
  ],
  variables: { seconds: { type: 'number', default: 2000 }, items: { type: 'list', default: [] } },
};
const HELLO = {
  metadata: { name: 'Hello', duration: 2000, canvas: { width: 64, height: 36 } },
  clips: [
    { type: 'shape', timeFrame: { end: 2000 }, shapeProperties: { shape: 'ellipse', fill: '#FFD60A' } },
  ],
};
const SHOTSTACK = {
  timeline: { tracks: [{ clips: [{ asset: { type: 'title', text: 'Hello' }, start: 0, length: 2 }] }] },
  output: { format: 'mp4', size: { width: 640, height: 360 } },
};
const ASSET_ID = '019ac3a0-0000-7000-8000-000000000000';
const EDITLY = `{ outPath: 'a.mp4', clips: [{ duration: 2, layers: [{ type: 'title', text: 'Hello' }] }] }`;

describe('Code blocks of the documentation', () => {
  let service: SharedStandalone;
  let api: ReturnType<typeof apiClient>;
  let env: NodeJS.ProcessEnv;
  let cwd: string;
  before(async () => {
    service = await sharedStandalone();
    cwd = await mkdtemp(join(tmpdir(), 'framewright-blocks-'));
    const key = await service.issueKey('code-blocks');
    api = apiClient(service.baseUrl, key);
    const video = await api('POST', '/v1/videos', { body: HELLO });
    env = {
      ...process.env,
      BASE: service.baseUrl,
      KEY: key,
      VIDEO: video.body.data._id as string,
      FRAMEWRIGHT_URL: service.baseUrl,
      FRAMEWRIGHT_API_KEY: key,
      DATA_DIR: service.path,
      CURL_HOME: cwd,
    };
    await writeFile(join(cwd, '.curlrc'), 'fail-with-body\n');
    await symlink(join(packageRoot, 'node_modules'), join(cwd, 'node_modules'));
    await symlink(join(packageRoot, 'samples'), join(cwd, 'samples'));
    await copyFile(join(packageRoot, 'docs/film.mp4'), join(cwd, 'holiday.mp4'));
    await writeFile(join(cwd, 'project.json'), JSON.stringify(HELLO));
    await writeFile(join(cwd, 'edit.json'), JSON.stringify(SHOTSTACK));
    await writeFile(join(cwd, 'edit.json5'), EDITLY);
  });
  after(() => rm(cwd, { recursive: true }));

  /** The status of a request with a block as its body. */
  const sent = async (path: string, body: string, contentType: string): Promise<number> => {
    const post = (to: string, content: string, type: string) => {
      const headers = { 'x-api-key': env['KEY'] ?? '', 'content-type': type };
      return fetch(service.baseUrl + to, { method: 'POST', headers, body: content });
    };
    const created = await post('/v1/videos', JSON.stringify(TEMPLATE), 'application/json');
    const { data } = (await created.json()) as { readonly data: { readonly _id: string } };
    return (await post(`/v1/renders/${data._id}${path}`, body, contentType)).status;
  };

  /** A body of a request is sent, a clip is one of a video, and a response has the shape that the API describes. */
  const json = async (code: string): Promise<void> => {
    const value = JSON.parse(code.replaceAll('019a…', ASSET_ID)) as object;
    if ('rows' in value) expect(await sent('/batch', code, 'application/json')).to.equal(201);
    else if ('merge' in value) expect(await sent('', code, 'application/json')).to.equal(201);
    else if ('output' in value) {
      const response = await api('POST', `/v1/renders/${env['VIDEO']}`, { body: value });
      expect(response.status).to.equal(201);
    } else if ('data' in value) {
      const schema = 'problems' in (value.data as object) ? 'CheckResponse' : 'AssetResponse';
      expect(schemaProblems({ $ref: `#/components/schemas/${schema}` }, value)).to.deep.equal([]);
    } else
      expect(decode(CreateVideoBody, 'clips' in value ? value : { ...HELLO, clips: [value] })).to.satisfy(
        E.isRight,
      );
  };

  const shell = async (code: string): Promise<void> => {
    await run('bash', ['-euo', 'pipefail', '-c', withOwnPrograms(code)], { cwd, env, maxBuffer: 2 ** 26 });
  };

  const LANGUAGES: Readonly<Record<string, (code: string) => Promise<void>>> = {
    json,
    sh: shell,
    js: async (code) => {
      await writeFile(join(cwd, 'program.mjs'), code);
      await run(process.execPath, ['program.mjs'], { cwd, env });
    },
    csv: async (code) => {
      expect(await sent('/batch', code, 'text/csv')).to.equal(201);
    },
  };

  const runBlock = async ({ language, code }: CodeBlock): Promise<void> => {
    const examine = EXAMINED[language];
    if (examine) return examine(code);
    const runIt = LANGUAGES[language];
    if (!runIt) throw new Error(`no test runs blocks of "${language}": run them here or remove them`);
    await runIt(code);
  };

  for (const { page, blocks } of ownPages)
    if (page !== 'docs/operate/backup.md' && (LONG || !SLOW.has(page)))
      it(`run as written: ${page}`, async () => {
        for (const block of blocks) await runBlock(block);
      });

  itIfLong('run as written: docs/operate/backup.md, whose copy is restored to an empty folder', async () => {
    const [backup = '', restore = '', ...others] = blocksOf('docs/operate/backup.md', 'sh');
    expect(others).to.deep.equal([]);
    const inFolder = (code: string) => code.replaceAll('/srv/backups/', `${cwd}/`);
    await shell(inFolder(backup));
    const empty = await dataFolder();
    try {
      await shell(`export DATA_DIR=${empty.path} RUN_AS=root\n${inFolder(restore)}`);
    } finally {
      await empty.remove();
    }
  });

  it('are run by the test that this file names, if they are not run here', () => {
    for (const [paths, languages, test] of RUN_ELSEWHERE) {
      expect(existsSync(join(packageRoot, test)), test).to.equal(true);
      const blocks = pages.filter((page) => paths.test(page)).flatMap((page) => codeBlocks(textOfPage(page)));
      expect(
        blocks.filter(({ language }) => languages.test(language)),
        test,
      ).not.to.deep.equal([]);
    }
  });
});
