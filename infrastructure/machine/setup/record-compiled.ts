/**
 * `node record-compiled.js BUNDLE`: lets a bundled program load, and writes what V8 has compiled of it when the program ends,
 * for `runBundle`.
 */
import { writeFileSync } from 'node:fs';
import { compiledFile, runBundle } from '../../platform/bundled-program.js';

const [bundle] = process.argv.slice(2);
if (bundle === undefined) throw new Error('name a bundle');
const script = runBundle(bundle);
process.once('exit', () => writeFileSync(compiledFile(bundle), script.createCachedData()));
