import { expect } from 'chai';
import { apiForSuite } from '../../support/service/service.js';

const clip = (more: object) => ({
  type: 'text',
  timeFrame: { end: 10 },
  textProperties: { content: 'x' },
  ...more,
});
const video = (metadata: object = {}, clips: ReadonlyArray<object> = [], more: object = {}) => ({
  metadata: { name: 'v', duration: 1000, ...metadata },
  clips,
  ...more,
});
const nested = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

/** Bodies that are refused when they are parsed. */
const hostile: Readonly<Record<string, string | Uint8Array>> = {
  'invalid JSON': '{"metadata":',
  'an empty body': '',
  'an array': '[]',
  'bytes that are not UTF-8': Uint8Array.from([0x22, 0xff, 0xfe, 0x22]),
  '33 levels of nesting': `{"metadata":{"name":"v","duration":1},"clips":[],"additional":${nested(32)}}`,
  'a hundred thousand levels of nesting': '['.repeat(100_000),
  __proto__: '{"metadata":{"name":"v","duration":1},"clips":[],"__proto__":{"polluted":1}}',
  'an escaped __proto__ deep inside':
    '{"metadata":{"name":"v","duration":1},"clips":[],"additional":{"a":{"__pro\\u0074o__":{"polluted":1}}}}',
  constructor: '{"metadata":{"name":"v","duration":1},"clips":[],"additional":{"constructor":{}}}',
  'a number out of range': '{"metadata":{"name":"v","duration":1e999},"clips":[]}',
  'a number out of range in the free-form part':
    '{"metadata":{"name":"v","duration":1},"clips":[],"additional":{"n":-1e999}}',
  NaN: '{"metadata":{"name":"v","duration":NaN},"clips":[]}',
  'an escaped lone surrogate': '{"metadata":{"name":"\\ud800","duration":1},"clips":[]}',
  'an escaped NUL in a field name':
    '{"metadata":{"name":"v","duration":1},"clips":[],"additional":{"\\u0000":1}}',
};

describe('HTTP API: request validation', () => {
  const api = apiForSuite();

  it('names the field of each problem, which test/domain/codecs lists', async () => {
    const image = { type: 'image', timeFrame: { end: 10 }, source: 'https://a:b@c.example/' };
    const body = video({ backgroundColor: 'red' }, [clip({ voulme: 1 }), image]);
    const reply = await api('POST', '/v1/videos', { body });
    expect(reply.status).to.equal(400);
    expect(reply.body.message).to.have.members([
      'metadata.backgroundColor must be transparent or a colour like #RGB, #RRGGBB or #RRGGBBAA',
      'clips[0].voulme is not a known field; did you mean volume?',
      'clips[1].source must be an absolute http: or https: URL without credentials or whitespace',
    ]);
  });

  for (const [name, raw] of Object.entries(hostile))
    it(`refuses ${name}`, async () => {
      const reply = await api('POST', '/v1/videos', { raw });
      expect(reply.status, reply.text).to.equal(400);
      expect(reply.body.message).to.have.length.greaterThan(0);
      expect(({} as { polluted?: unknown }).polluted).to.equal(undefined);
    });

  it('says where a body is not JSON', async () => {
    for (const [raw, problem] of [
      ['{\n  "name": "v",\n}', ': Expected double-quoted property name at line 3, column 1'],
      ['{"clips": [1 2]}', ": Expected ',' or ']' after array element at line 1, column 14"],
      ['{"clips": [', ': it ends too early'],
      ['[hello]', ''],
    ] as const)
      expect((await api('POST', '/v1/videos', { raw })).body.message).to.deep.equal([
        `body must be JSON${problem}`,
      ]);
  });

  it('accepts 1 MiB and refuses one byte more', async () => {
    const json = JSON.stringify(video());
    const exactly = json + ' '.repeat(1024 * 1024 - json.length);
    expect((await api('POST', '/v1/videos', { raw: exactly })).status).to.equal(201);
    expect((await api('POST', '/v1/videos', { raw: `${exactly} ` })).status).to.equal(413);
  });

  it('refuses bodies that are not plain JSON', async () => {
    for (const headers of [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json; charset=latin1' },
      { 'content-encoding': 'gzip' },
    ] as ReadonlyArray<Record<string, string>>) {
      const reply = await api('POST', '/v1/videos', { body: video(), headers });
      expect(reply.status, JSON.stringify(headers)).to.equal(415);
    }
    expect((await api('POST', '/v1/renders')).status).to.equal(400);
  });

  it('refuses unknown and malformed query parameters', async () => {
    for (const query of [
      'pgae=1',
      'page=0',
      'page=1.5',
      'page=x',
      'limit=0',
      'limit=101',
      'page=1&page=2',
      'cursor=x',
    ])
      expect((await api('GET', `/v1/videos?${query}`)).status, query).to.equal(400);
    for (const query of ['createdAfter=yesterday', 'createdBefore=2026-13-01T00:00:00Z', 'name='])
      expect((await api('GET', `/v1/videos?${query}`)).status, query).to.equal(400);
    expect((await api('GET', '/v1/renders')).body.message).to.deep.equal(['videoId is required']);
    expect((await api('GET', '/v1/renders?videoId=x&status=done')).status).to.equal(400);
  });
});
