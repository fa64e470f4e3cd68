import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import sharp from 'sharp';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { blocksOf, textOfPage } from '../support/docs/code-blocks.js';
import { notTested, printed } from '../support/processes/optional-programs.js';
import { quotedUrl } from '../support/processes/programs.js';
import { type SharedStandalone, sharedStandalone } from '../support/service/shared-standalone.js';
import { LONG } from '../support/long-form.js';

const run = promisify(execFile);
const DOCS = join(packageRoot, 'docs');
/** The pages of the short form: first steps in two languages, and a recipe with a picture. */
const SHORT = /^(?:start\/(?:curl|typescript)|cookbook\/(?:index|logo))\.md$/;
/** Bytes of the picture of a page. */
const LARGEST_PICTURE = 40_000;

const pagesOf = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(DOCS, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file));

/** How the programs of a page are started, by language. A program names its file in its first line. */
const PROGRAMS: Readonly<Record<string, ReadonlyArray<string>>> = {
  ts: [process.execPath, '--import=tsx'],
  python: ['python3'],
  csharp: ['dotnet', 'run'],
};

describe('The pages of docs/start and docs/cookbook', function () {
  // The hundred variants take up to four minutes, as their page says.
  this.timeout(600_000);
  let service: SharedStandalone;
  let functions: string;
  before(async () => {
    service = await sharedStandalone();
    functions = blocksOf('docs/cookbook/index.md', 'sh').join('\n');
  });

  /** A folder with the files that recipes take as given, and what runs a command in it as an owner of the page. */
  const workspace = async (page: string) => {
    const folder = await mkdtemp(join(tmpdir(), 'framewright-cookbook-'));
    await sharp(
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240"><circle cx="120" cy="120" r="110" fill="#F2B705"/><path d="M85 60 185 120 85 180Z" fill="#12263F"/></svg>',
      ),
    )
      .png()
      .toFile(join(folder, 'logo.png'));
    const font = 'node_modules/@fontsource/pacifico/files/pacifico-latin-400-normal.woff2';
    await copyFile(join(packageRoot, font), join(folder, 'font.woff2'));
    await copyFile(join(packageRoot, 'samples/media/talk.m4a'), join(folder, 'voice.m4a'));
    await copyFile(join(packageRoot, 'samples/media/piano.m4a'), join(folder, 'music.m4a'));
    await symlink(join(packageRoot, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    const key = await service.issueKey(`docs-${basename(page, '.md')}`);
    const env = { ...process.env, BASE: service.baseUrl, KEY: key };
    return {
      folder,
      run: async (command: string, ...args: ReadonlyArray<string>) => {
        try {
          return (await run(command, args, { cwd: folder, env, maxBuffer: 2 ** 26 })).stdout;
        } catch (error) {
          const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
          throw new Error(`${page}: ${stdout}\n${stderr}`, { cause: error });
        }
      },
    };
  };

  const runPage = async (page: string): Promise<void> => {
    const blocksIn = (language: string) => blocksOf(join('docs', page), language);
    const text = textOfPage(join('docs', page));
    for (const [language, [command = '']] of Object.entries(PROGRAMS))
      if (blocksIn(language).length > 0 && printed(command, '--version') === '')
        return notTested(page, command);
    const { folder, run: runIn } = await workspace(page);
    try {
      // The short form renders four of the hundred variants.
      const shell = blocksIn('sh')
        .join('\n')
        .replace('seq 1 100', LONG ? 'seq 1 100' : 'seq 1 4');
      if (shell !== '') await runIn('bash', '-euo', 'pipefail', '-c', `${functions}\n${shell}`);
      for (const [language, [command = '', ...args]] of Object.entries(PROGRAMS))
        for (const code of blocksIn(language)) {
          const [, name] = /^(?:\/\/|#) ([\w-]+\.\w+)\n/.exec(code) ?? [];
          if (name === undefined) throw new Error(`${page}: a ${language} program does not name its file`);
          if (/receiver/i.test(name)) continue; // test/workers/webhook/receivers.test.ts runs these
          // The package is built when it is packed.
          await writeFile(
            join(folder, name),
            code.replace(`'@framewright/client'`, quotedUrl('clients/typescript/core/client')),
          );
          expect(await runIn(command, ...args, name)).to.include('hello.mp4');
        }
      if (page.startsWith('start/') && /^```(?!console)\w/m.test(text))
        expect((await readFile(join(folder, 'hello.mp4'))).subarray(4, 8).toString()).to.equal('ftyp');
      const [, picture] = /\]\((pictures\/[\w-]+\.webp)\)/.exec(text) ?? [];
      if (picture === undefined) return;
      const [made, kept] = [join(folder, 'picture.webp'), join(DOCS, dirname(page), picture)];
      if (page.startsWith('start/')) {
        await runIn('ffmpeg', '-v', 'error', '-ss', '1', '-i', 'hello.mp4', '-frames:v', '1', 'frame.png');
        await sharp(join(folder, 'frame.png')).webp().toFile(made);
      }
      if (process.env['UPDATE_DOCS'] === '1') await copyFile(made, kept);
      expect((await stat(kept)).size, picture).to.be.at.most(LARGEST_PICTURE);
      const [a, b] = await Promise.all([made, kept].map((file) => sharp(file).removeAlpha().stats()));
      for (const [channel, { mean }] of a!.channels.entries())
        expect(mean, `${picture} shows the result (UPDATE_DOCS=1 writes it)`).to.be.closeTo(
          b!.channels[channel]!.mean,
          3,
        );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  for (const page of [...pagesOf('start'), ...pagesOf('cookbook')].filter((name) => LONG || SHORT.test(name)))
    it(`do as they say, in the languages that they show: ${page}`, () => runPage(page));

  it('have a picture of the result', async () => {
    for (const page of [...pagesOf('start'), ...pagesOf('cookbook')])
      if (!/index|webhooks|no-code/.test(page))
        expect(textOfPage(join('docs', page)), page).to.match(/!\[[^\]]{15,}\]\(pictures\/[\w-]+\.webp\)/);
  });
});
