/**
 * Makes the screenshots of the README with a running service: `npm run screenshots -- http://localhost:8080 fw_...`. It
 * stores videos from samples. Look at each picture that changes.
 */
import { join } from 'node:path';
import sharp from 'sharp';
import { createClient } from '../../clients/typescript/core/client.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { startBrowser } from '../support/web/browser.js';
import { eventually } from '../support/eventually.js';

/** The largest width of the pictures, px. */
const WIDTH = 960;

const [baseUrl, apiKey] = process.argv.slice(2);
if (baseUrl === undefined || apiKey === undefined)
  throw new Error('usage: npm run screenshots -- BASE_URL API_KEY');

const client = createClient({ baseUrl, apiKey });
const samples = await client.samples();
const browser = await startBrowser();
const { page } = await browser.open(baseUrl);

const save = async (name: string, shown = page): Promise<void> => {
  const path = join(packageRoot, 'docs/screenshots', `${name}.webp`);
  await sharp(await shown.screenshot())
    .resize({ width: WIDTH, withoutEnlargement: true })
    .webp({ quality: 70 })
    .toFile(path);
};

/** Waits until so many pictures of videos are loaded. */
const posters = (count: number): Promise<void> =>
  eventually(async () => {
    const loaded = await page.evaluate<number>(
      '[...document.querySelectorAll(".poster img")].filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).length',
    );
    if (loaded < count) throw new Error(`${loaded} of ${count} pictures of videos are loaded`);
  });

const create = async (name: string) => {
  const sample = samples.find(({ _id }) => _id === name);
  if (!sample) throw new Error(`the sample ${name} is missing`);
  return client.videos.create(sample.video);
};

type Stored = Awaited<ReturnType<typeof create>>;

/** Opens the editor at a time, ms. @param names of the slider of the time and of the picture, in the language of the page */
const open = async (
  { _id, metadata }: Stored,
  at: number,
  shown = page,
  names = ['Time', 'Frame at'],
): Promise<void> => {
  const [slider = '', picture = ''] = names;
  await shown.goto(`${baseUrl}/editor/${_id}${new URL(metadata.redirectUrl ?? '').hash}`);
  await shown.getByRole('slider', { name: new RegExp(`^${slider}`) }).fill(String(at));
  await shown.getByRole('img', { name: `${picture} ${at / 1000} s` }).waitFor();
  await shown.evaluate('document.querySelector(".canvas > img").decode()'); // otherwise it may not be painted yet
};

for (const name of ['countdown', 'quote-card', 'slideshow']) await create(name);
const captioned = await create('vertical-clip');
const promo = await create('product-promo');

await open(promo, 5000);
await page.locator('.bar-clip.text').first().focus();
await save('editor');

// Only one page has the video open: others are shown.
await page.goto(`${baseUrl}/healthz`);
const { page: german } = await browser.open(baseUrl, 'de-DE');
await open(promo, 5000, german, ['Zeit', 'Bild bei']);
await german.locator('.bar-clip.text').first().focus();
await save('editor-german', german);
await german.close();

await page.setViewportSize({ width: 390, height: 844 });
await open(promo, 5000);
await save('editor-phone');
await page.setViewportSize({ width: 1280, height: 800 });
await open(promo, 5000);

await page.getByRole('tab', { name: 'Edit' }).click();
await client.videos.update(promo._id, { metadata: { backgroundColor: '#E3EEFF' } });
await page.reload();
await page.getByRole('tab', { name: 'Versions' }).click();
for (const version of [1, 2]) await page.getByRole('checkbox', { name: `Version ${version}` }).check();
await page.getByRole('button', { name: 'Compare the chosen two' }).click();
const dialog = page.getByRole('dialog', { name: 'Versions' });
await dialog.getByRole('slider', { name: /^Time/ }).fill('5000');
for (const version of [1, 2]) await dialog.getByRole('img', { name: `Version ${version} at 5 s` }).waitFor();
await save('versions');

await page.emulateMedia({ colorScheme: 'dark' });
await open(captioned, 3000);
await page.locator('.bar-clip.caption').first().focus();
await save('editor-dark');
await page.emulateMedia({ colorScheme: 'light' });

await page.goto(`${baseUrl}/dashboard`);
await page.getByLabel('API key').fill(apiKey);
await page.getByRole('button', { name: 'Sign in' }).click();
await page.getByRole('heading', { name: 'Videos' }).waitFor();
await posters(5);
await save('dashboard');
await browser.close();
