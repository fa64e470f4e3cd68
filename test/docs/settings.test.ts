import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { settingsReference } from '../../infrastructure/platform/config.js';

describe('The table of settings in README.md', () => {
  it('lists exactly the settings that exist', async () => {
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
    const section = readme.split('## Settings\n')[1]?.split('\n## ')[0] ?? '';
    const named = [...section.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, variable]) => variable);
    expect(named).to.have.members(settingsReference.map(({ variable }) => variable));
  });
});
