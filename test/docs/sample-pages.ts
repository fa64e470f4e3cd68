import { format, resolveConfig } from 'prettier';
import sharp from 'sharp';
import { countClips, withClipIds } from '../../domain/composition/clips/clip-ids.js';
import { CreateVideoBody } from '../../domain/composition/requests.js';
import {
  type CatalogEntry,
  sampleCatalog,
  sampleProject,
} from '../../infrastructure/platform/shipped-samples.js';
import { filledTemplate } from '../../domain/template/merge.js';
import { previewsHere } from '../support/renders/previews.js';
import { PUBLIC_BASE_URL } from '../support/service/public-base-url.js';
import { rightOf } from '../support/right-of.js';

/** Where the pictures and the page of the samples lie, from the root of the repository. */
export const PICTURES = 'samples/pictures';
export const SAMPLES_PAGE = 'docs/samples.md';

/** The longer side of a picture, px. */
const SIDE = 480;

/** Draws the pictures of samples, with the code that renders. */
export const openSamplePainter = async () => {
  const { previews, close } = await previewsHere();
  const pictureOf = async ({ id, pictureMs: ms }: CatalogEntry): Promise<Buffer> => {
    const body = rightOf(CreateVideoBody.decode(sampleProject(id, PUBLIC_BASE_URL)));
    const ids = Array.from({ length: countClips(body.clips) }, (_, index) => `clip ${index}`);
    const composition = rightOf(filledTemplate({ ...body, clips: withClipIds(body.clips, [], ids) }, {}));
    const { signal } = new AbortController();
    const frame = rightOf(await previews.frame({ composition, ms, format: 'png' }, signal)());
    return sharp(frame)
      .resize({ width: SIDE, height: SIDE, fit: 'inside' })
      .webp({ quality: 86, effort: 6 })
      .toBuffer();
  };
  return { pictureOf, dispose: close };
};

/** The page of the samples. */
export const samplesPage = async (): Promise<string> => {
  const parts = sampleCatalog().map(
    ({ id, name, description }) =>
      `## ${name}\n\n![${name}](../${PICTURES}/${id}.webp)\n\n${description} [\`samples/${id}.json\`](../samples/${id}.json)\n`,
  );
  const text = `# Samples

Projects to start from. Their pictures are inline SVG. Their music and speech are synthesized and served by the
service at \`/samples/media\`: \`GET /v1/samples\`, from which the dashboard takes them, has the addresses. In the files, they
are paths, which \`npm run render\` reads. \`UPDATE_DOCS=1 npx mocha test/docs/samples.test.ts\` makes this page and its
pictures; without it, the test draws the frames again and compares.

\`\`\`sh
npm run render -- samples/slideshow.json slideshow.mp4
framewright render samples/quote-card.json -o quote.mp4
\`\`\`

${parts.join('\n')}`;
  return format(text, { ...(await resolveConfig(SAMPLES_PAGE)), parser: 'markdown' });
};
