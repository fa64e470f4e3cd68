import { API_KEY_SCOPES } from '../../../domain/api-key/events.js';
import { expect } from 'chai';
import { MAX_BODY_BYTES } from '../../../infrastructure/http/server/json-body.js';
import { description } from '../../support/api/api-description.js';
import { longestTurn } from '../../support/processes/longest-turn.js';
import { type Api, apiClient } from '../../support/service/http-client.js';
import { MAX_VERIFY_BYTES } from '../../support/service/service-app.js';
import { sharedService } from '../../support/service/service.js';
import { LONG, sampled } from '../../support/long-form.js';

/** The longest time that a request may keep the process from answering others, in ms of processor time. */
const PROMISED_MS = 100;
/** On a slower machine: how many times as long as an ordinary video with a thousand texts. */
const TIMES_ORDINARY = 4;
const ATTEMPTS = 3;
/** The short form sends what every operation reads with the same code to one of them. */
const SAMPLED = LONG ? undefined : ['createVideo'];
/** Previews need a worker, which this service has not, after the body was accepted. */
const ACCEPTED = [200, 201, 204, 422, 503];

const TIME = { start: 0, end: 1000 };
const times = <A>(count: number, one: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => one(index));
const text = (more: object = {}, content = 'x') => ({
  type: 'text',
  timeFrame: TIME,
  textProperties: { content },
  ...more,
});
const video = (clips: ReadonlyArray<object>, more: object = {}) => ({
  metadata: { name: 'large', duration: 1000 },
  clips,
  ...more,
});
const image = (svg: string) => video([{ type: 'image', timeFrame: TIME, svg }]);
const shape = (path: string) => ({ type: 'shape', timeFrame: TIME, shapeProperties: { type: 'path', path } });
const named = (count: number, value: unknown) =>
  Object.fromEntries(times(count, (index) => [`name${index}`, value]));

const ORDINARY = video(times(1000, (index) => text({}, 'x'.repeat(200) + index)));

/** Lists of clips whose comparison with each other takes long, if it is done in pairs or along chains. */
const RELATED: Readonly<Record<string, ReadonlyArray<object>>> = {
  'equal clips': times(1000, () => text()),
  'clips that differ in their last value': times(1000, (index) =>
    text({
      keyframes: [{ property: 'position.x', points: [0, 1, 2].map((t) => ({ time: t, value: index + t })) }],
    }),
  ),
  'clips that push each other': times(1000, (index) =>
    text({
      id: `c${index}`,
      transition: { in: { type: 'push', duration: 10 }, out: { type: 'push', duration: 10 } },
    }),
  ),
  'a chain of masks': times(1000, (index) =>
    text({ id: `c${index}`, ...(index < 999 ? { effects: { mask: { clip: `c${index + 1}` } } } : {}) }),
  ),
  'a chain of times': times(1000, (index) =>
    text({ id: `c${index}`, timeFrame: index === 0 ? TIME : { after: `c${index - 1}`, end: 1000 } }),
  ),
};

/** Large bodies that a decoder, a validator or a parser may read again and again. */
const LARGE: Readonly<Record<string, object>> = {
  'unknown fields': { ...named(60_000, 1), ...video([]) },
  'clips of the wrong kind': video(times(1000, () => named(50, 1))),
  'groups in groups': video(
    times(100, () =>
      times(8, () => 0).reduce<object>(
        (inner) => ({ type: 'group', timeFrame: TIME, clips: [inner] }),
        text(),
      ),
    ),
  ),
  'placeholders without an end': video(times(9, () => text({}, '{{'.repeat(49_000)))),
  placeholders: video(
    times(9, () => text({}, '{{a}}'.repeat(19_000))),
    { variables: { a: { default: 'x' } } },
  ),
  'path data that ends wrongly': video(times(15, () => shape(`M0 0${'1 '.repeat(32_000)}!`))),
  'digits in path data': video(times(15, () => shape(`M0 0${'1'.repeat(65_000)}!`))),
  'attributes without an end in SVG': image(`<svg ${'a="'.repeat(80_000)}`),
  'brackets in SVG': image(`<svg>${'<'.repeat(250_000)}`),
  'comments without an end in CSS': image(`<svg><style>${'/*'.repeat(120_000)}</style></svg>`),
  'addresses without an end in CSS': image(`<svg><style>${'url('.repeat(60_000)}</style></svg>`),
  properties: video([], { additional: named(5000, 1) }),
};

/** The longest HTML that an import reads, in characters. */
const HTML = 16 * 1024;
const filled = (part: string, length = HTML): string => part.repeat(Math.floor(length / part.length));
const styled = (css: string, html = '<p>x'): string => `<style>${css.slice(0, HTML - 2000)}</style>${html}`;
const edit = (...html: ReadonlyArray<string>) => ({
  timeline: {
    tracks: [{ clips: html.map((one) => ({ asset: { type: 'html', html: one }, start: 0, length: 3 })) }],
  },
  output: {},
});
const paragraphs = '<p>x'.repeat(280);

/** Projects of other systems whose texts a parser may read again and again. */
const IMPORTED: Readonly<Record<string, object>> = {
  'elements of HTML with brackets': edit(...times(60, () => filled('<'))),
  'deeply nested tags': edit(...times(60, () => filled('<div>'))),
  'many tags': edit(...times(60, () => filled('<b>x</b><p>'))),
  'declarations of CSS': edit(...times(50, () => styled(`p{${filled('color:red;')}}`, paragraphs))),
  'custom properties': edit(
    `<div style="${times(1000, (index) => `--a${index}:1`).join(';')}">${'<p>x'.repeat(290)}`,
  ),
  'selectors of CSS': edit(
    ...times(20, () => styled(`${filled('p p,', HTML - 2100)}p{color:red}`, paragraphs)),
  ),
  'rules of CSS': edit(...times(30, () => styled('p{color:red;font-size:1em}'.repeat(98), paragraphs))),
  'shadows of CSS': edit(...times(50, () => `<p style="text-shadow:${filled('1 1 1,', HTML - 50)}">x`)),
  'parentheses of CSS': edit(...times(50, () => `<p style="background:${filled('( ', HTML - 50)}">x`)),
  'white space in a style': {
    visuals: [{ type: 'TEXT', text: 'x', style: { color: '\n'.repeat(500_000) } }],
  },
  'the name of a family': {
    timeline: {
      tracks: [
        {
          clips: [
            { asset: { type: 'text', text: 'x', font: { family: filled('[', 1e6) } }, start: 0, length: 1 },
          ],
        },
      ],
    },
    output: {},
  },
  'marks in a text': {
    width: 100,
    height: 100,
    elements: [{ type: 'text', text: filled('[weight 700]', 1e6) }],
  },
  'a path': {
    width: 100,
    height: 100,
    elements: [{ type: 'shape', path: filled('M0 0', 1e6), fill_color: 'red' }],
  },
  'subtitles without an end': { elements: [{ type: 'subtitles', captions: filled('-->', 1e6) }] },
  'names of variables': { scenes: [{ elements: [{ type: 'text', text: filled('{{', 1e6) }] }] },
};

const CSV: Readonly<Record<string, string>> = {
  'columns with the same name': 'a,'.repeat(350_000),
  'columns without a name': ','.repeat(1_000_000),
  'many columns': times(120_000, (index) => `c${index}`).join(','),
  'quoted cells': `a\n${'"b",'.repeat(250_000)}`,
  'a single cell': `a\n"${'""'.repeat(500_000)}"`,
  'empty cells': `${times(500, (index) => `c${index}`).join(',')}\n`.concat(
    `${','.repeat(499)}\n`.repeat(1000),
  ),
};

/** A project of nearly the largest size of a body. */
const PROJECT = video(times(500, (index) => text({}, 'x'.repeat(1350) + index)));
const LINE = 'x'.repeat(1_000_000);
const MERGE = { a: 'x'.repeat(99_000) };
const EVENTS = times(50_000, () => 'render.completed');
const ADDRESS = `https://media.example.org/${LINE}`;

/** For every operation that takes a body: one with the largest fields that it may take, by operation id. */
const LARGEST: Readonly<Record<string, object>> = {
  createVideo: PROJECT,
  updateVideo: { clips: PROJECT.clips },
  checkVideo: { merge: MERGE },
  checkProject: PROJECT,
  importProject: {
    timeline: {
      tracks: times(10, () => ({
        clips: times(90, () => ({ asset: { type: 'text', text: 'x'.repeat(600) }, start: 0, length: 3 })),
      })),
    },
    output: { resolution: 'hd' },
  },
  createLink: { access: LINE },
  moveVideo: { folder: LINE },
  addComment: { text: LINE },
  replyToComment: { text: LINE },
  resolveComment: { name: LINE },
  reopenComment: { name: LINE },
  approveVersion: { text: LINE },
  sendVersionBack: { text: LINE },
  showPresence: { tab: LINE },
  drawFrame: PROJECT,
  drawPlayback: PROJECT,
  probeMedia: { url: ADDRESS },
  createRender: PROJECT,
  createRenderOfVideo: { merge: MERGE },
  createBatch: { rows: times(500, (index) => ({ a: 'x'.repeat(1900) + index })) },
  createAsset: { url: ADDRESS },
  updateAsset: { tags: times(100_000, () => 'x') },
  createApiKey: { name: 'a', scopes: times(50_000, () => 'read') },
  createWebhook: { url: ADDRESS, events: [] },
  updateWebhook: { events: EVENTS },
  rotateWebhookSecret: { xSignatureSwitchesAt: '2'.repeat(1_000_000) },
  redeliverFailedWebhooks: { since: '2'.repeat(1_000_000) },
  verifyFile: { sha256: 'e'.repeat(1_000_000) },
};

/** Operations with short fields only: they refuse the bodies above, and accept white space. */
const WITH_SHORT_FIELDS: ReadonlySet<string> = new Set([
  'createLink',
  'addComment',
  'replyToComment',
  'resolveComment',
  'reopenComment',
  'moveVideo',
  'approveVersion',
  'sendVersionBack',
  'showPresence',
  'probeMedia',
  'updateAsset',
  'createAsset',
  'createApiKey',
  'createWebhook',
  'updateWebhook',
  'rotateWebhookSecret',
  'redeliverFailedWebhooks',
  'verifyFile',
]);

/** Every operation that takes a body, with what works as its body. */
const OPERATIONS = Object.entries(description.paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, { operationId, requestBody }]) => {
    const media = requestBody?.content['application/json'];
    return media ? [{ path, method: method.toUpperCase(), operationId, example: media.example ?? {} }] : [];
  }),
);

describe('HTTP API: the largest bodies', function () {
  this.timeout(240_000);
  let api: Api;

  /**
   * Expects that a request lets the process answer others in time: no turn of the event loop takes longer than promised, or
   * than it may on a machine that is as slow as this one is at that moment.
   */
  const expectShort = async (request: () => Promise<unknown>, what: string): Promise<void> => {
    let took = Infinity;
    let most = PROMISED_MS;
    for (let attempt = 0; attempt < ATTEMPTS && took > most; attempt += 1) {
      took = await longestTurn(request);
      if (took <= most) continue;
      const ordinary = await longestTurn(() => api('POST', '/v1/videos', { body: ORDINARY }));
      most = Math.max(PROMISED_MS, TIMES_ORDINARY * ordinary);
    }
    expect(took, what).to.be.at.most(most);
  };

  before(async () => {
    const service = await sharedService();
    api = apiClient(service.baseUrl, await service.issueKey('largest-bodies', {}, API_KEY_SCOPES));
  });

  it('are known of every operation that takes one', () =>
    expect(OPERATIONS.map(({ operationId }) => operationId)).to.have.members(Object.keys(LARGEST)));

  const withLongFields = OPERATIONS.filter(({ operationId }) => !WITH_SHORT_FIELDS.has(operationId));
  for (const { path, method, operationId, example } of LONG ? OPERATIONS : sampled(withLongFields, 2))
    it(`lets the process answer while it reads the largest body of ${operationId}`, async () => {
      const smallest = JSON.stringify(example);
      const padded = smallest + ' '.repeat(MAX_BODY_BYTES - Buffer.byteLength(smallest));
      const isShort = WITH_SHORT_FIELDS.has(operationId);
      const bodies = [
        ['large fields', JSON.stringify(LARGEST[operationId]), isShort ? [400] : ACCEPTED],
        ...(SAMPLED?.includes(operationId) === false
          ? []
          : ([
              ['unknown fields', JSON.stringify({ ...named(60_000, 1), ...example }), [200, 400]],
              ['white space', padded, ACCEPTED],
            ] as const)),
      ] as const;
      const isOfWebhook = path.startsWith('/v1/webhooks');
      const isOfAsset = path.startsWith('/v1/assets');
      const variables = { a: { default: 'x' } };
      const thing = isOfWebhook
        ? { url: 'https://hooks.example.org/' }
        : video([text({}, '{{a}}')], { variables });
      const made = isOfAsset
        ? await api('POST', '/v1/assets', { raw: 'a', headers: { 'content-type': 'text/plain' } })
        : await api('POST', isOfWebhook ? '/v1/webhooks' : '/v1/videos', { body: thing });
      const query = operationId === 'importProject' ? '?from=shotstack' : '';
      const id = made.body.data._id as string;
      const comment = path.includes('{commentId}')
        ? await api('POST', `/v1/videos/${id}/comments`, { body: { text: 'a' } })
        : undefined;
      const address = path
        .replace('{id}', id)
        .replace('{version}', '1')
        .replace('{commentId}', String(comment?.body.data._id))
        .concat(query);
      for (const [what, raw, answers] of bodies) {
        expect(Buffer.byteLength(raw), what).to.be.at.most(MAX_BODY_BYTES);
        await expectShort(async () => {
          const call = { raw, headers: { 'content-type': 'application/json' } };
          expect((await api(method, address, call)).status, what).to.be.oneOf(answers);
        }, what);
      }
    });

  it('lets the process answer while it receives the largest file', () =>
    expectShort(async () => {
      const call = { raw: Buffer.alloc(MAX_VERIFY_BYTES), headers: { 'content-type': 'video/mp4' } };
      expect((await api('POST', '/v1/verify', call)).status).to.equal(200);
    }, 'POST'));

  for (const [what, clips] of sampled(Object.entries(RELATED), 5))
    it(`lets the process answer while it stores, changes and compares ${what}`, async () => {
      let id = '';
      await expectShort(async () => {
        const { status, body } = await api('POST', '/v1/videos', { body: video(clips) });
        expect(status).to.equal(201);
        id = body.data._id as string;
      }, 'POST');
      let x = 0;
      await expectShort(async () => {
        x += 1;
        const moved = clips.map((clip) => ({ ...clip, position: { x, y: 0, z: 0 } }));
        const { status } = await api('PATCH', `/v1/videos/${id}`, { body: { clips: moved } });
        expect(status).to.equal(200);
      }, 'PATCH');
      for (const read of ['versions/2/diff', 'versions/2/diff?format=json', 'timeline'])
        await expectShort(async () => {
          expect((await api('GET', `/v1/videos/${id}/${read}`)).status).to.equal(200);
        }, read);
    });

  for (const [what, body] of sampled(Object.entries(LARGE), 5))
    it(`lets the process answer while it reads ${what}`, () =>
      expectShort(async () => {
        expect((await api('POST', '/v1/videos', { body })).status).to.be.lessThan(500);
      }, 'POST'));

  for (const [what, body] of sampled(Object.entries(IMPORTED), 6))
    it(`lets the process answer while it imports ${what}`, () =>
      expectShort(async () => {
        expect((await api('POST', '/v1/import', { body })).status).to.be.oneOf([200, 400, 422]);
      }, 'import'));

  for (const [what, csv] of sampled(Object.entries(CSV), 5))
    it(`lets the process answer while it reads a CSV with ${what}`, async () => {
      const { body } = await api('POST', '/v1/videos', { body: video([text({}, '{{a}}')]) });
      const call = { raw: csv, headers: { 'content-type': 'text/csv' } };
      await expectShort(async () => {
        const { status } = await api('POST', `/v1/renders/${body.data._id}/batch`, call);
        expect(status).to.be.oneOf([400, 413]);
      }, 'batch');
    });
});
