import { expect } from 'chai';
import { type Api, minimalVideo } from '../../support/service/http-client.js';
import { clientOfNewOwner } from '../../support/service/service.js';

const encoded = (text: string): string => Buffer.from(text).toString('base64url');

describe('HTTP API: hostile requests', () => {
  let api: Api;
  let path: string;
  before(async () => {
    api = await clientOfNewOwner();
    path = `/v1/videos/${(await api('POST', '/v1/videos', { body: minimalVideo })).body.data._id}`;
  });

  it('refuses instants that do not exist or that the database cannot store', async () => {
    for (const instant of [
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00%2B14:00',
      '9999-12-31T23:59:59-14:00',
      '2026-02-30T00:00:00Z',
      '2026-01-01T24:00:00Z',
      '2026-01-01T12:00:00',
    ])
      for (const name of ['createdAfter', 'createdBefore'])
        expect((await api('GET', `/v1/videos?${name}=${instant}`)).body.message, instant).to.deep.equal([
          `${name} must be a date-time like 2026-01-31T12:00:00Z`,
        ]);
    for (const instant of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2028-02-29T00:00:00.5%2B02:00'])
      expect((await api('GET', `/v1/videos?createdAfter=${instant}`)).status, instant).to.equal(200);
  });

  it('refuses forged cursors', async () => {
    const id = '019a0000-0000-7000-8000-000000000000';
    for (const [at, of, page] of [
      ['2026-01-01T00:00:00.000Z', '-'.repeat(36), '1'],
      ['0000-01-01T00:00:00.000Z', id, '1'],
      ['2026-02-31T00:00:00.000Z', id, '1'],
      ['2026-01-01T00:00:00.000Z', id, '0'],
      ['2026-01-01T00:00:00.000Z', `${id}'`, '1'],
    ])
      for (const list of ['/v1/videos?', `/v1/renders?videoId=${path.slice(11)}&`])
        expect((await api('GET', `${list}cursor=${encoded(`${at} ${of} ${page}`)}`)).status, at).to.equal(
          400,
        );
  });

  it('refuses queries with invalid escapes', async () => {
    for (const name of ['%', '%f', '%ff', '%ED%A0%80', '%C0%AF']) {
      const reply = await api('GET', `/v1/videos?name=${name}`);
      expect(reply.status, name).to.equal(400);
      expect(reply.body.message).to.deep.equal(['query must be percent-encoded UTF-8']);
    }
  });

  it('refuses a repeated field, however it is escaped and however deeply it is nested', async () => {
    for (const raw of [
      '{"metadata":{"name":"a","duration":1},"clips":[],"metadata":{"name":"b","duration":1}}',
      '{"metadata":{"name":"a","n\\u0061me":"b","duration":1},"clips":[]}',
      '{"metadata":{"name":"a","duration":1},"clips":[],"additional":{"a":[{"b":1,"b":1}]}}',
    ]) {
      const reply = await api('POST', '/v1/videos', { raw });
      expect(reply.status, raw).to.equal(400);
      expect(reply.body.message).to.deep.equal(['body must not repeat a field name in an object']);
    }
    const raw =
      '{"metadata":{"name":"a:\\":","duration":1},"clips":[],"additional":{"a":{"b":1},"c":{"b":":"}}}';
    expect((await api('POST', '/v1/videos', { raw })).status).to.equal(201);
  });

  it('names the limit if the video is too large because of its defaults', async () => {
    const clip = { type: 'text', timeFrame: { end: 1 }, textProperties: { content: 'x'.repeat(800) } };
    const body = { ...minimalVideo, clips: Array.from({ length: 1000 }, () => clip) };
    const reply = await api('POST', '/v1/videos', { body });
    expect(reply.status).to.equal(413);
    expect(reply.body.message).to.deep.equal([
      'the stored video, including defaults, must be at most 1040000 bytes as JSON',
    ]);
  });
});
