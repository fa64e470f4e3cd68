import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { format, resolveConfig } from 'prettier';
import { settingsReference } from '../../infrastructure/platform/config.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';

const PAGE = join(packageRoot, 'docs/settings.md');

const INTRODUCTION = `# Settings

Settings are environment variables. \`npm start\` needs none of them; a process that runs by itself needs
\`EVENTSTORE_URL\`, \`DATABASE_URL\` and \`NATS_URL\`. An empty value counts as unset. This page is made from the
settings in \`infrastructure/platform/settings/\`.
`;

const page = async (): Promise<string> => {
  const rows = settingsReference.map(
    ({ variable, meaning }) => `| \`${variable}\` | ${meaning.replaceAll('|', '\\|')} |`,
  );
  const text = [INTRODUCTION, '| variable | meaning |', '| --- | --- |', ...rows, ''].join('\n');
  return format(text, { ...(await resolveConfig(PAGE)), filepath: PAGE });
};

describe('docs/settings.md', () => {
  it('is what the settings say (UPDATE_DOCS=1 writes it)', async () => {
    if (process.env['UPDATE_DOCS'] === '1') await writeFile(PAGE, await page());
    expect(await readFile(PAGE, 'utf8')).to.equal(await page());
  });
});
