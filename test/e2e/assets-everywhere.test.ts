import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import type { SignedReceipt } from '../../application/records/receipt-record.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { eventually } from '../support/eventually.js';
import { studioForSuite } from '../support/renders/render.js';
import { type Api, apiClient } from '../support/service/http-client.js';
import { sharedStandalone } from '../support/service/shared-standalone.js';
import { lavfi } from '../support/renders/lavfi.js';

const SIZE = { width: 64, height: 36 };
const METADATA = { name: 'Assets', duration: 400, fps: 10, canvas: SIZE };
const timeFrame = { start: 0, end: 400 };
const style = { fontSize: 12, color: '#FFFFFF' };

describe('npm start: assets wherever a source stands', () => {
  const studio = studioForSuite();
  let api: Api;
  let baseUrl: string;
  let key: string;
  const hashes: { [source: string]: string } = {};
  let picture: string;
  before(async () => {
    const service = await sharedStandalone();
    ({ baseUrl } = service);
    key = await service.issueKey('assets-everywhere');
    api = apiClient(baseUrl, key);
    picture = await upload(await drawn('red'));
  });

  const drawn = (background: string) =>
    sharp({ create: { ...SIZE, channels: 3, background } })
      .png()
      .toBuffer();

  /** Uploads a file. @returns the source that names it */
  const upload = async (content: Buffer | string): Promise<string> => {
    const headers = { 'content-type': 'application/octet-stream' };
    const { _id } = (await api('POST', '/v1/assets', { raw: Buffer.from(content), headers })).body.data;
    const source = `asset:${_id}`;
    await eventually(async () =>
      expect((await api('GET', `/v1/assets/${_id}`)).body.data.status).to.equal('ready'),
    );
    return source;
  };
  const note = async (content: Buffer | string): Promise<string> => {
    const source = await upload(content);
    hashes[source] = createHash('sha256').update(content).digest('hex');
    return source;
  };
  const completed = async (path: string) =>
    eventually(async () => {
      const { data } = (await api('GET', path)).body;
      expect(data.status, data.error).to.equal('completed');
      return data;
    }, 120_000);
  const sourcesOf = async (render: string) =>
    Object.fromEntries(
      (
        (await api('GET', `/v1/renders/${render}/receipt`)).body as { data: SignedReceipt }
      ).data.receipt.sources.map(({ url, sha256 }) => [url, sha256]),
    );
  const imageOf = (source: string) => ({ type: 'image', source, timeFrame, size: SIZE });

  it('are drawn and heard, and named with their SHA-256 by the version and by the receipt', async () => {
    const sine = [...lavfi('sine=440:r=48000'), '-t', '0.4'];
    const metadata = {
      ...METADATA,
      soundtrack: { source: await note(await readFile(await studio.make('music.wav', ...sine))) },
      fonts: [
        {
          family: 'House',
          source: await note(
            await readFile(
              join(packageRoot, 'node_modules/@fontsource/anton/files/anton-latin-400-normal.woff2'),
            ),
          ),
        },
      ],
    };
    const mask = { source: await note(await drawn('white')) };
    const lut = await note('LUT_3D_SIZE 2\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n');
    const effects = { mask, filters: [{ type: 'lut', source: lut }] };
    const clips = [
      { ...imageOf(await note(await drawn('blue'))), effects },
      {
        type: 'text',
        timeFrame,
        size: SIZE,
        textProperties: { content: 'Hi', fontFamily: 'House', ...style },
      },
      {
        type: 'caption',
        timeFrame,
        size: SIZE,
        captionProperties: {
          highlightTextProperties: style,
          nonHighlightTextProperties: style,
          subtitles: { source: await note('WEBVTT\n\n00:00.000 --> 00:00.400\nword\n') },
        },
      },
      {
        type: 'waveform',
        timeFrame,
        size: SIZE,
        waveformProperties: {
          source: await note(await readFile(await studio.make('talk.wav', ...sine, '-af', 'volume=0.5'))),
          color: '#FFD60A',
        },
      },
    ];
    const created = await api('POST', '/v1/videos', { body: { metadata, clips } });
    expect(created.status, JSON.stringify(created.body)).to.equal(201);
    const id = created.body.data._id as string;
    const ids = Object.fromEntries(Object.entries(hashes).map(([source, hash]) => [source.slice(6), hash]));
    expect((await api('GET', `/v1/videos/${id}/versions`)).body.data[0].assets).to.deep.equal(ids);
    const render = (await api('POST', `/v1/renders/${id}`, { body: {} })).body.data._id as string;
    await completed(`/v1/renders/${render}`);
    expect(await sourcesOf(render)).to.deep.equal(hashes);
  });

  it('are values of template variables, and of rows of a batch', async () => {
    const body = {
      metadata: METADATA,
      variables: { picture: { type: 'url' } },
      clips: [imageOf('{{picture}}')],
    };
    // Not with `api`: what is described does not have placeholders.
    const created = await fetch(`${baseUrl}/v1/videos`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify(body),
    });
    const id = ((await created.json()) as { data: { _id: string } }).data._id;
    const merged = await api('POST', `/v1/renders/${id}`, { body: { merge: { picture } } });
    expect(merged.status, JSON.stringify(merged.body)).to.equal(201);
    await completed(`/v1/renders/${merged.body.data._id}`);
    const batch = await api('POST', `/v1/renders/${id}/batch`, { body: { rows: [{ picture }] } });
    expect(batch.status, JSON.stringify(batch.body)).to.equal(201);
    await completed(`/v1/batches/${batch.body.data._id}`);
    const [ofRow] = (await api('GET', `/v1/renders/search?batchId=${batch.body.data._id}`)).body.data;
    for (const render of [merged.body.data._id, ofRow._id])
      expect(Object.keys(await sourcesOf(render))).to.deep.equal([picture]);
  });
});
