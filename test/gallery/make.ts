/** Makes the gallery page and its pictures: `npm run gallery`. Look at each picture that changes. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { EXAMPLES } from './examples.js';
import { FOLDER, PAGE, pageOf } from './page.js';
import { encoded, endingOf, openPainter } from './pictures.js';

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const painter = await openPainter();
const endings = new Map<string, string>();
for (const example of EXAMPLES) {
  const drawn = await painter.framesOf(example);
  const ending = endingOf(drawn);
  endings.set(example.name, ending);
  await writeFile(`${FOLDER}/${example.name}.${ending}`, await encoded(drawn));
}
await painter.dispose();
await writeFile(PAGE, await pageOf(endings));
console.log(`${EXAMPLES.length} examples are in ${PAGE}`);
