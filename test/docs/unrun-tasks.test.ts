import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../infrastructure/platform/package-root.js';

const LOST = [
  'store(1);',
  'void store(2);',
  'await store(3);',
  'TE.right(4);',
  'if (flag) store(5);',
  'flag && store(6);',
  'flag ? store(7) : undefined;',
];
const RUN = [
  'await store(1)();',
  'void store(2)();',
  'let kept = store(3);',
  'kept = store(4);',
  'await kept();',
  'flag && void store(5)();',
  'console.log(store);',
];

const PREAMBLE = `
  import * as TE from 'fp-ts/lib/TaskEither.js';
  declare const flag: boolean;
  declare const console: { log(value: unknown): void };
  const store = (value: number): TE.TaskEither<Error, number> => TE.right(value);`;

describe('npm run lint: tasks that are never run', () => {
  it('refuses exactly the statements that discard a TaskEither', async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'unrun-')));
    try {
      const code = [...LOST, ...RUN];
      await symlink(join(packageRoot, 'node_modules'), join(folder, 'node_modules'));
      await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
      await writeFile(
        join(folder, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: { module: 'NodeNext', target: 'ES2023', strict: true, types: [] },
          files: ['tasks.ts'],
        }),
      );
      await writeFile(join(folder, 'tasks.ts'), [PREAMBLE.trim().replaceAll('\n', ' '), ...code].join('\n'));
      const program = join(packageRoot, 'lint/unrun-tasks.js');
      const [exitCode, printed] = await new Promise<[number, string]>((resolve) => {
        const child = execFile(
          process.execPath,
          [program, 'tsconfig.json'],
          { cwd: folder },
          (_, __, stderr) => resolve([child.exitCode ?? -1, stderr]),
        );
      });
      const found = [...printed.matchAll(/tasks\.ts:(\d+)/g)].map(([, line]) => code[Number(line) - 2]);
      expect(found).to.deep.equal(LOST);
      expect(exitCode).to.equal(1);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
