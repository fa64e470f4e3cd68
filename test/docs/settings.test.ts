import { join } from 'node:path';
import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { settingsReference } from '../../infrastructure/platform/config.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';

describe('The table of settings in README.md', () => {
  it('lists exactly the settings that exist', async () => {
    const readme = await readFile(join(packageRoot, 'README.md'), 'utf8');
    const section = readme.split('## Settings\n')[1]?.split('\n## ')[0] ?? '';
    const named = [...section.matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, variable]) => variable);
    expect(named).to.have.members(settingsReference.map(({ variable }) => variable));
  });
});
