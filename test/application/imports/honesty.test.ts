import { expect } from 'chai';
import { type ImportFormat, importProject } from '../../../application/imports/import-project.js';
import { RICH } from '../../support/api/rich-projects.js';
import { lossesOf } from '../../support/api/silent-losses.js';
import { rightOf } from '../../support/right-of.js';

describe('An import loses nothing in silence:', () => {
  for (const [format, project] of Object.entries(RICH))
    it(`each field of a project of ${format} has an effect, or is listed`, async () => {
      const document = project as Readonly<Record<string, unknown>>;
      const result = rightOf(await importProject(document, format as ImportFormat));
      expect(await lossesOf(document, result, new Map())).to.deep.equal([]);
    });

  for (const format of Object.keys(RICH))
    it(`lists fields of ${format} that nobody knows, wherever they are`, async () => {
      const named = (value: unknown, path: string): ReadonlyArray<readonly [string, unknown]> => {
        if (Array.isArray(value))
          return value.flatMap((item: unknown, index) =>
            named(item, `${path}[${index}]`).map(
              ([at, inner]) =>
                [at, value.map((other: unknown, at) => (at === index ? inner : other))] as const,
            ),
          );
        if (typeof value !== 'object' || value === null) return [];
        const fields = value as Readonly<Record<string, unknown>>;
        const inner = Object.entries(fields).flatMap(([name, field]) =>
          named(field, path === '' ? name : `${path}.${name}`).map(
            ([at, changed]) => [at, { ...fields, [name]: changed }] as const,
          ),
        );
        return [[path === '' ? 'unheardOf' : `${path}.unheardOf`, { ...fields, unheardOf: 1 }], ...inner];
      };
      for (const [path, project] of named(RICH[format as ImportFormat], '')) {
        if (/variables|metadata|custom/.test(path)) continue; // names are free there
        const result = rightOf(
          await importProject(project as Readonly<Record<string, unknown>>, format as ImportFormat),
        );
        const isListed = result.deviations.some(
          ({ path: at }) => at.endsWith('unheardOf') || (at !== '' && path.startsWith(at)),
        );
        expect(isListed, path).to.equal(true);
      }
    });
});
