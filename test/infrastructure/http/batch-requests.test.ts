import { expect } from 'chai';
import { loadState } from '../../../application/commands/cached-stream-heads.js';
import type { RenderId } from '../../../domain/ids.js';
import { renderDecider, renderStream } from '../../../domain/render/render.js';
import { storeTemplate } from '../../support/api/batch-template.js';
import { eventually } from '../../support/eventually.js';
import { type Api, apiClient } from '../../support/service/http-client.js';
import { rightOf } from '../../support/right-of.js';
import { sharedService } from '../../support/service/service.js';
import { renderTask } from '../../../workers/render/ports/renderer.js';
import { forSuite } from '../../support/for-suite.js';

describe('HTTP API: requests of batches', () => {
  const service = forSuite(sharedService);
  let api: Api;
  let videoId: string;
  let owners = 0;
  beforeEach(async () => {
    const key = await service.issueKey(`batch-requests-${(owners += 1)}`);
    api = apiClient(service.baseUrl, key);
    videoId = await storeTemplate(service.baseUrl, key);
  });

  const request = (body: object, headers = {}) =>
    api('POST', `/v1/renders/${videoId}/batch`, { body, headers });

  it('refuses the whole batch if one row is invalid, and lists rows and names', async () => {
    const { status, body } = await request({
      rows: [{ name: 'Ann' }, { nmae: 'Bob' }, { name: 'Cy', size: 'large', color: 'red' }],
    });
    expect(status).to.equal(400);
    expect(body.message).to.deep.equal([
      'rows[1].nmae is not a variable of the video, which has shown, size, name, color',
      'rows[1].name is required',
      'rows[2].size must be of type number',
    ]);
    const unfit = await request({ rows: [{ name: 'Ann' }, { name: 'Cy', color: 'red' }] });
    expect(unfit.body.message).to.have.length(1);
    expect(unfit.body.message[0]).to.match(/^rows\[1\]: clips\[0\]\.textProperties\.color must be/);
    expect((await request({ rows: [] })).body.message).to.deep.equal(['rows must have at least one row']);
    expect((await request({})).body.message).to.deep.equal(['rows is required, unless there is csv']);
    expect((await request({ rows: [{ name: 'a' }], csv: 'name\na' })).status).to.equal(400);
    const many = Array.from({ length: 1001 }, () => ({ name: 'a' }));
    expect((await request({ rows: many })).body.message).to.deep.equal(['rows must have at most 1000 items']);
    expect((await api('GET', '/v1/batches')).body.pagination.total).to.equal(0);
    expect((await api('GET', '/v1/renders/search')).body.pagination.total).to.equal(0);
  });

  it('accepts CSV, with quotes, a byte order mark, empty cells and typed columns', async () => {
    const csv = '\uFEFFname,color,shown\r\n"Ann, ""A"" Lee",#00FF00,true\r\nBob,,false\r\n';
    const posted = await api('POST', `/v1/renders/${videoId}/batch`, {
      raw: csv,
      headers: { 'content-type': 'text/csv; charset=utf-8' },
    });
    expect(posted.status, posted.text).to.equal(201);
    const results = await api('GET', `/v1/batches/${posted.body.data._id}/results`);
    expect(results.body.data.map(({ merge }: { readonly merge: object }) => merge)).to.deep.equal([
      { name: 'Ann, "A" Lee', color: '#00FF00', shown: true },
      { name: 'Bob', shown: false },
    ]);
    expect((await request({ csv, priority: 'high' })).status).to.equal(201);
    for (const separated of ['name;shown\nAnn;true', 'name\tshown\nAnn\ttrue'])
      expect((await request({ csv: separated })).status, separated).to.equal(201);
    const refusals: ReadonlyArray<readonly [string, string]> = [
      ['name\n"Ann', 'csv: CSV_QUOTE_NOT_CLOSED in line 2'],
      ['name,color\nAnn', 'csv: CSV_RECORD_INCONSISTENT_FIELDS_LENGTH in line 2'],
      ['name,name\na,b', 'csv: the column name occurs twice'],
      ['name', 'csv must have a line with names and at least one row'],
      [`name\n${'a\n'.repeat(1001)}`, 'csv must have at most 1000 rows'],
      [
        'name,price\nAnn,1\nBob,2',
        'rows[0].price is not a variable of the video, which has shown, size, name, color',
      ],
      ['name,shown\nAnn,maybe', 'rows[0].shown must be of type boolean'],
      ['name,__proto__\nAnn,x', 'csv: __proto__ must not be the name of a column'],
    ];
    for (const [text, problem] of refusals)
      expect((await request({ csv: text })).body.message, text.slice(0, 20)).to.deep.equal([problem]);
  });

  it('states what kind of media its outputs are, as a single request does, in terms of IPTC', async () => {
    const rows = [{ name: 'Ann' }];
    const stated = { digitalSourceType: 'compositeCapture' };
    const batch = (await request({ rows, ...stated })).body.data;
    const results = async () => (await api('GET', `/v1/batches/${batch._id}/results`)).body.data;
    await eventually(async () => expect((await results())[0].status).to.equal('pending'));
    const single = await api('POST', `/v1/renders/${videoId}`, { body: { merge: rows[0], ...stated } });
    for (const id of [(await results())[0].renderId, single.body.data._id] as ReadonlyArray<RenderId>) {
      const render = rightOf(
        await loadState(renderDecider, service.dependencies.eventStore)(renderStream(id))(),
      );
      if (render._tag === 'NoRender') throw new Error('the render is not requested');
      expect(renderTask(render, 'a')).to.include(stated);
    }
    const retired = await api('POST', '/v1/renders', { body: { digitalSourceType: 'digitalArt' } });
    expect(retired.status).to.equal(400);
    expect(retired.body.message.join()).to.include('digitalSourceType must be one of');
  });
});
