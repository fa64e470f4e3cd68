import { expect } from 'chai';
import { apiClient, minimalVideo } from '../../support/service/http-client.js';
import { sharedService } from '../../support/service/service.js';
import { forSuite } from '../../support/for-suite.js';

describe('HTTP API: fonts', () => {
  const service = forSuite(sharedService);

  it('lists the families with their weights, styles and axes', async () => {
    const api = apiClient(service.baseUrl, await service.issueKey('fonts'));
    const { status, body } = await api('GET', '/v1/fonts');
    expect(status).to.equal(200);
    expect(body.data).to.have.length(46);
    expect(body.data.find(({ family }: { family: string }) => family === 'Oswald')).to.deep.equal({
      family: 'Oswald',
      weights: [200, 300, 400, 500, 600, 700],
      styles: ['normal'],
      axes: [{ tag: 'wght', minimum: 200, maximum: 700 }],
    });
  });

  it('accepts valid fonts with a video, and refuses others', async () => {
    const api = apiClient(service.baseUrl, await service.issueKey('fonts'));
    const post = (fonts: unknown) =>
      api('POST', '/v1/videos', { body: { ...minimalVideo, metadata: { name: 'f', duration: 1, fonts } } });
    const font = { family: 'Own', source: 'https://example.org/own.woff2' };
    const stored = await post([{ ...font, weight: 700, style: 'italic' }]);
    expect(stored.status).to.equal(201);
    expect(stored.body.data.metadata.fonts).to.deep.equal([{ ...font, weight: 700, style: 'italic' }]);
    for (const wrong of [
      [{ ...font, family: '!!!' }],
      [{ ...font, weight: 1000 }],
      [{ ...font, style: 'oblique' }],
      [{ ...font, source: 'file:///etc/passwd' }],
      Array.from({ length: 33 }, () => font),
    ])
      expect((await post(wrong)).status, JSON.stringify(wrong).slice(0, 80)).to.equal(400);
  });
});
