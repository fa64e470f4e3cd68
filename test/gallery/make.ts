/**
 * `npm run gallery` makes the gallery of a release in `gallery/`, and the page of the samples and its pictures. Look at each
 * picture.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { sampleCatalog, sampleMedia } from '../../infrastructure/platform/shipped-samples.js';
import { METADATA } from './example.js';
import { EXAMPLES } from './examples.js';
import { encoded, openPainter } from './pictures.js';
import { makeSampleSounds, SOUNDS } from './sample-sounds.js';
import { openSamplePainter, PICTURES, SAMPLES_PAGE, samplesPage } from './samples.js';

const FOLDER = 'gallery';

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER);
const { width, height } = METADATA.canvas;
const page = [
  '# Gallery',
  `What the composition format can show, one feature at a time. Each picture is made from the JSON below it, in a video of ${METADATA.duration} ms and ${width} × ${height} px.`,
];
const painter = await openPainter();
let section = '';
for (const example of EXAMPLES) {
  const { name, title, clips, metadata } = example;
  const drawn = await painter.framesOf(example);
  const file = `${name}.${drawn.length > 1 ? 'gif' : 'png'}`;
  await writeFile(`${FOLDER}/${file}`, await encoded(drawn));
  if (example.section !== section) page.push(`## ${example.section}`);
  ({ section } = example);
  const json = JSON.stringify(metadata === undefined ? { clips } : { metadata, clips }, undefined, 2);
  page.push(`### ${title}`, `![${name}](${file})`, `\`\`\`json\n${json}\n\`\`\``);
}
await painter.dispose();
await writeFile(`${FOLDER}/README.md`, `${page.join('\n\n')}\n`);

// Delete a sound to make it again: encoders and voices of other releases give other bytes.
if (sampleMedia().length < 2) await makeSampleSounds(SOUNDS);
const samplePainter = await openSamplePainter();
await mkdir(PICTURES, { recursive: true });
for (const sample of sampleCatalog())
  await writeFile(`${PICTURES}/${sample.id}.webp`, await samplePainter.pictureOf(sample));
await samplePainter.dispose();
await writeFile(SAMPLES_PAGE, await samplesPage());
console.log(`${EXAMPLES.length} examples are in ${FOLDER}, the samples in ${SAMPLES_PAGE}`);
