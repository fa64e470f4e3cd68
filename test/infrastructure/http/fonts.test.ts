import { expect } from 'chai';
import { apiClient } from '../../support/service/http-client.js';
import { sharedService } from '../../support/service/service.js';
import { forSuite } from '../../support/for-suite.js';

describe('HTTP API: fonts', () => {
  const service = forSuite(sharedService);

  it('lists the families with their weights, styles and axes', async () => {
    const api = apiClient(service.baseUrl, await service.issueKey('fonts'));
    const { status, body } = await api('GET', '/v1/fonts');
    expect(status).to.equal(200);
    expect(body.data).to.have.length(51);
    expect(body.data.find(({ family }: { family: string }) => family === 'Oswald')).to.deep.equal({
      family: 'Oswald',
      weights: [200, 300, 400, 500, 600, 700],
      styles: ['normal'],
      axes: [{ tag: 'wght', minimum: 200, maximum: 700 }],
    });
  });
});
