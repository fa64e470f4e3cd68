import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { checkTables } from '../../../../../workers/render/run/sources/plan-sources.js';
import { cubes } from '../../../../hostile/corpus/cubes.js';
import { contentOf } from '../../../../hostile/corpus/hostile-case.js';

describe('Colour tables', () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'tables-'))));
  after(() => rm(folder, { recursive: true }));

  for (const table of cubes()) {
    const { name, outcome } = table;
    it(`${outcome === 'fails' ? 'are refused with the name of their filter' : 'are accepted'} if hostile: ${name}`, async () => {
      const content = await contentOf(table);
      if (typeof content === 'function') throw new Error('a table is a file');
      const path = join(folder, name);
      await writeFile(path, content);
      const at = 'clips[0].effects.filters[0]';
      const use = { at, role: 'table', from: { _tag: 'Url', url: 'https://a.example/a.cube' } } as const;
      const failure = await checkTables({ sources: [{ use, path }], assets: [] }).then(
        () => undefined,
        (error: { readonly cause?: object }) => error.cause,
      );
      if (outcome === 'fails')
        expect(failure).to.include({ _tag: 'SourceUnusable', stage: 'decode', clip: at });
      else expect(failure).to.equal(undefined);
    });
  }
});
