/**
 * Makes the gallery page, the page of the samples, and the pictures of both: `npm run gallery`. Look at each picture that
 * changes.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { EXAMPLES } from './examples.js';
import { FOLDER, PAGE, pageOf } from './page.js';
import { encoded, endingOf, openPainter } from './pictures.js';
import { sampleCatalog, sampleMedia } from '../../infrastructure/platform/shipped-samples.js';
import { makeSampleSounds, SOUNDS } from './sample-sounds.js';
import { openSamplePainter, PICTURES, SAMPLES_PAGE, samplesPage } from './samples.js';

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
// Delete a sound to make it again: encoders and voices of other releases give other bytes.
if (sampleMedia().length < 2) await makeSampleSounds(SOUNDS);
const samplePainter = await openSamplePainter();
await mkdir(PICTURES, { recursive: true });
for (const sample of sampleCatalog())
  await writeFile(`${PICTURES}/${sample.id}.webp`, await samplePainter.pictureOf(sample));
await samplePainter.dispose();
await writeFile(SAMPLES_PAGE, await samplesPage());
console.log(`${EXAMPLES.length} examples are in ${PAGE}, the samples in ${SAMPLES_PAGE}`);
