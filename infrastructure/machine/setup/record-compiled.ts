/**
 * `node record-compiled.js BUNDLE PROGRAM [ARGUMENT...]`: runs a bundled program, and writes what V8 has compiled of it when
 * it ends, for `runBundle`.
 */
import { writeFileSync } from 'node:fs';
import { compiledFile, runBundle } from '../../platform/bundled-program.js';

const [bundle, program] = process.argv.splice(2, 2);
if (bundle === undefined || program === undefined) throw new Error('name a bundle and one of its programs');
runBundle(bundle, program, (script) =>
  process.once('exit', () => writeFileSync(compiledFile(bundle, program), script.createCachedData())),
);
