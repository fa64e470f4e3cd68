import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import sharp from 'sharp';
import { createClient } from '../../clients/typescript/core/client.js';
import { decode } from '../../domain/codec/codec.js';
import { CreateVideoBody } from '../../domain/composition/requests.js';
import {
  sampleCatalog,
  sampleMedia,
  sampleMediaFile,
  sampleProject,
} from '../../infrastructure/platform/shipped-samples.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { openSamplePainter, PICTURES, SAMPLES_PAGE, samplesPage } from './sample-pages.js';
import { sharedService } from '../support/service/service.js';
import { PUBLIC_BASE_URL } from '../support/service/public-base-url.js';
import { rightOf } from '../support/right-of.js';
import { sampled } from '../support/long-form.js';

/** Whether the page and the pictures are written instead, to be looked at. */
const WRITES = process.env['UPDATE_DOCS'] === '1';
/** Mean difference of a channel: encoders of other releases may choose other bits. */
const NEAR = 3;

describe('The samples', () => {
  let painter: Awaited<ReturnType<typeof openSamplePainter>>;
  before(async () => {
    painter = await openSamplePainter();
  });
  after(() => painter.dispose());

  const ids = sampleCatalog().map(({ id }) => id);

  it('are at least ten, each with a project and a picture', async () => {
    expect(ids.length).to.be.at.least(10);
    const files = async (folder: string, ending: string) =>
      (await readdir(join(packageRoot, folder)))
        .filter((name) => name.endsWith(ending) && name !== 'catalog.json')
        .map((name) => name.replace(ending, ''))
        .toSorted();
    expect(await files('samples', '.json')).to.deep.equal(ids.toSorted());
    expect(await files(PICTURES, '.webp')).to.deep.equal(ids.toSorted());
  });

  it('have variables in about half, each used, with a default and a description', () => {
    const templates = sampleCatalog().flatMap(({ id }) => {
      const body = rightOf(CreateVideoBody.decode(sampleProject(id, PUBLIC_BASE_URL)));
      return body.variables === undefined ? [] : [body];
    });
    expect(templates).to.have.lengthOf(Math.ceil(ids.length / 2));
    for (const { variables = {}, clips } of templates)
      for (const [name, variable] of Object.entries(variables)) {
        expect(JSON.stringify(clips)).to.include(`"{{${name}}}"`);
        expect(variable).to.have.all.keys('type', 'default', 'description');
      }
  });

  for (const sample of WRITES ? sampleCatalog() : sampled(sampleCatalog(), 3))
    it(`look as in their pictures: ${sample.id}`, async () => {
      const project = sampleProject(sample.id, PUBLIC_BASE_URL);
      expect(decode(CreateVideoBody, project)).to.satisfy(E.isRight);
      expect(project).to.have.nested.property('metadata.name', sample.name);
      for (const [, source = ''] of JSON.stringify(project).matchAll(/"source":"([^"]*)"/g))
        expect(sampleMediaFile(PUBLIC_BASE_URL, source), source).not.to.equal(undefined);
      const pixels = (from: Buffer) => sharp(from).removeAlpha().raw().toBuffer();
      const file = join(packageRoot, PICTURES, `${sample.id}.webp`);
      const picture = await painter.pictureOf(sample);
      if (WRITES) await writeFile(file, picture);
      const kept = await pixels(await readFile(file));
      const made = await pixels(picture);
      expect(kept.length).to.equal(made.length);
      const apart = kept.reduce((sum, value, index) => sum + Math.abs(value - (made[index] ?? 0)), 0);
      expect(apart / kept.length).to.be.below(NEAR);
    });

  it('are on the page that is generated from the catalog', async () => {
    const page = join(packageRoot, SAMPLES_PAGE);
    if (WRITES) await writeFile(page, await samplesPage());
    expect(await readFile(page, 'utf8')).to.equal(await samplesPage());
  });

  it('are served with their pictures, and can be stored as they are', async () => {
    const service = await sharedService();
    const key = await service.issueKey('samples');
    const client = createClient({ baseUrl: service.baseUrl, apiKey: key });
    const samples = await client.samples();
    expect(samples.map(({ _id }) => _id)).to.deep.equal(ids);
    for (const { name, picture, video } of samples) {
      expect((await client.videos.create(video)).metadata.name).to.equal(name);
      const response = await fetch(`${service.baseUrl}${picture}`);
      expect(response.headers.get('content-type')).to.equal('image/webp');
      expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).format).to.equal('webp');
    }
    expect((await fetch(`${service.baseUrl}/samples/catalog.json`)).status).to.equal(404);
    for (const name of sampleMedia()) {
      const response = await fetch(`${service.baseUrl}/samples/media/${name}`);
      expect(response.headers.get('content-type')).to.equal('audio/mp4');
      const file = await readFile(join(packageRoot, 'samples/media', name));
      expect(Buffer.from(await response.arrayBuffer()).equals(file)).to.equal(true);
    }
    expect((await fetch(`${service.baseUrl}/samples/media/..%2Fcatalog.json`)).status).to.equal(404);
    const slideshow = samples.find(({ _id }) => _id === 'slideshow');
    const { _id } = await client.videos.create(slideshow!.video);
    const sound = await fetch(`${service.baseUrl}/v1/videos/${_id}/source`, {
      headers: { 'x-api-key': key },
    });
    expect((await sound.arrayBuffer()).byteLength, 'music for the preview in the browser').to.be.above(
      50_000,
    );
  });
});
