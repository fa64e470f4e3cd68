import { expect } from 'chai';
import { DAY_MS } from '../../../application/outputs/retention.js';
import { endRender, renderOutput } from '../../support/renders/ended-renders.js';
import { apiClient } from '../../support/service/http-client.js';
import { outputServer } from '../../support/service/output-server.js';
import { RETENTION_DAYS } from '../../support/service/service-app.js';
import { sharedService } from '../../support/service/service.js';

describe('HTTP API: deleted outputs', () => {
  it('explains with a 410 that an output was deleted, and how to render it again', async () => {
    const service = await sharedService();
    const api = apiClient(service.baseUrl, await service.issueKey('deleted-outputs'));
    const renderId = await endRender(service, api);
    const deleted = renderOutput(renderId).key;
    const { data } = (await api('GET', `/v1/renders/${renderId}`)).body;
    const finishedAt = Date.parse(data.finishedAt);
    expect(Date.parse(data.outputsExpireAt) - finishedAt).to.equal(RETENTION_DAYS * DAY_MS);

    const early = await api('GET', `/outputs/${deleted}`);
    expect(early.status).to.equal(410);
    const [why, how] = early.body.message;
    expect(why).to.equal('the output is no longer stored');

    const late = await outputServer(service, {
      clock: { now: () => new Date(finishedAt + RETENTION_DAYS * DAY_MS) },
    });
    try {
      for (const method of ['GET', 'HEAD'])
        expect((await fetch(`${late.url}/outputs/${deleted}`, { method })).status).to.equal(410);
      const problem = await (await fetch(`${late.url}/outputs/${deleted}`)).json();
      expect(problem).to.deep.equal({
        statusCode: 410,
        message: [
          `the output expired at ${data.outputsExpireAt} and was deleted: outputs are kept for ${RETENTION_DAYS} days`,
          how,
        ],
        error: 'Gone',
        type: '/guide/errors/output-is-gone',
      });
    } finally {
      late.close();
    }

    expect(how).to.include(`GET /v1/renders/${renderId} to POST /v1/renders`);
    const { metadata, clips } = data.videoData;
    const again = await api('POST', '/v1/renders', { body: { metadata, clips } });
    expect(again.status).to.equal(201);
    expect(again.body.data.videoData).to.deep.include({ metadata, clips });
  });
});
