import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { decode } from '../../../domain/codec/codec.js';
import { CreateVideoBody } from '../../../domain/composition/requests.js';
import { blocksOf } from '../../support/docs/code-blocks.js';
import type { Api } from '../../support/service/http-client.js';
import { clientOfNewOwner, sharedService } from '../../support/service/service.js';
import { PUBLIC_BASE_URL } from '../../support/service/public-base-url.js';
import { forSuite } from '../../support/for-suite.js';

const ADDRESS = `${PUBLIC_BASE_URL}/schema/video.json`;
const project = { $schema: ADDRESS, metadata: { name: 'Edited', duration: 1000 }, clips: [] };

describe('HTTP API: the JSON Schema of a video', () => {
  const service = forSuite(sharedService);
  let api: Api;
  let isValid: (document: unknown) => boolean;

  before(async () => {
    api = await clientOfNewOwner();
    const response = await fetch(`${service.baseUrl}/schema/video.json`);
    expect(response.headers.get('content-type')).to.equal('application/schema+json; charset=utf-8');
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
    addFormats.default(ajv);
    const validate = ajv.compile((await response.json()) as object);
    isValid = (document) => validate(document);
  });

  it('accepts every example of the documentation', () => {
    const examples = ['composition', 'look', 'text', 'subtitles', 'sound']
      .flatMap((page) => blocksOf(`docs/${page}.md`, 'json'))
      .map((json) => JSON.parse(json) as object)
      .filter((document) => 'clips' in document);
    expect(examples).to.have.length(10);
    for (const example of examples) {
      expect(isValid({ ...example, $schema: ADDRESS }), JSON.stringify(example)).to.equal(true);
      expect(decode(CreateVideoBody, example)).to.satisfy(E.isRight);
    }
  });

  it('rejects what the service rejects', () => {
    const text = { type: 'text', timeFrame: { end: 1000 }, textProperties: { content: 'Hello' } };
    const invalid = [
      { ...project, unknown: 1 },
      { ...project, metadata: { name: 'No duration' } },
      { ...project, clips: [{ ...text, type: 'texts' }] },
      { ...project, clips: [{ ...text, volume: 11 }] },
      { ...project, clips: [{ type: 'group', timeFrame: { end: 1000 }, clips: [{ ...text, speed: 2 }] }] },
    ];
    expect(isValid({ ...project, clips: [text] })).to.equal(true);
    for (const document of invalid) {
      expect(isValid(document), JSON.stringify(document)).to.equal(false);
      expect(decode(CreateVideoBody, document)).to.satisfy(E.isLeft);
    }
  });

  it('accepts placeholders where the service does, and so does that of a record', async () => {
    const place = '{{name|1}}';
    const text = (more: object, properties: object = {}) => ({
      type: 'text',
      timeFrame: { start: place, end: place },
      textProperties: { content: 'Hello {{name}}', fontSize: place, color: place, ...properties },
      ...more,
    });
    const keyframes = { property: 'position.x', points: [{ time: place, value: place, easing: place }] };
    const withClip = (clip: object, metadata: object = {}) => ({
      ...project,
      metadata: { ...project.metadata, ...metadata },
      variables: { name: { default: 1 } },
      clips: [clip],
    });
    const valid = [
      withClip(text({ position: { x: place, y: '{{ y }}' }, size: { width: place, height: 10 } })),
      withClip(text({ when: place, effects: { opacity: place } }, { textAlign: place, underline: place })),
      withClip(text({}), { duration: place, fps: place, canvas: { width: place }, backgroundColor: place }),
      withClip({ type: 'video', source: '{{url}}', timeFrame: { end: 'source', loop: place } }),
      withClip(text({ effects: { borderRadius: [place, 0, 0, 0] }, keyframes: [keyframes] })),
      withClip({ type: 'group', timeFrame: { end: place }, clips: [text({})] }),
    ];
    for (const document of valid) {
      expect(decode(CreateVideoBody, document), JSON.stringify(document)).to.satisfy(E.isRight);
      expect(isValid(document), JSON.stringify(document)).to.equal(true);
      // The client of the tests compares records with the OpenAPI document.
      expect((await api('POST', '/v1/videos', { body: document })).status).to.equal(201);
    }
    const invalid = [
      withClip(text({ type: place })),
      withClip(text({ position: place })),
      withClip(text({}, { fontSize: 'large' })),
      withClip(text({}, { color: '{name}' })),
      withClip(text({}), { duration: '{{}}' }),
      { ...project, clips: place },
    ];
    for (const document of invalid) {
      expect(decode(CreateVideoBody, document), JSON.stringify(document)).to.satisfy(E.isLeft);
      expect(isValid(document), JSON.stringify(document)).to.equal(false);
    }
  });

  it('may be named in the body of a video, a patch and a render, and is not stored', async () => {
    const created = await api('POST', '/v1/videos', { body: project });
    expect(created.status).to.equal(201);
    expect(created.body.data).not.to.have.property('$schema');
    const path = `/v1/videos/${created.body.data._id}`;
    const patched = await api('PATCH', path, { body: { $schema: ADDRESS } });
    expect(patched.headers.get('etag')).to.equal(created.headers.get('etag'));
    const rendered = await api('POST', '/v1/renders', { body: project });
    expect(rendered.body.data.videoData).not.to.have.property('$schema');
    const refused = await api('PATCH', path, { body: { $schema: 1 } });
    expect(refused.body.message).to.deep.equal(['$schema must be a string']);
  });
});
