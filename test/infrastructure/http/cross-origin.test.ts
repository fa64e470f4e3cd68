import { expect } from 'chai';
import { startApiProcess } from '../../support/service/api-process.js';
import { apiClient } from '../../support/service/http-client.js';
import { sharedService } from '../../support/service/service.js';

const ORIGIN = 'https://app.example.org';

/** What an API process with these settings permits a page of the origin, according to a preflight request. */
const preflight = async (settings: Readonly<Record<string, string>>) => {
  const process = await startApiProcess(await sharedService(), settings);
  try {
    const headers = { origin: ORIGIN, 'access-control-request-method': 'PATCH' };
    const answer = await apiClient(process.baseUrl)('OPTIONS', '/v1/videos/x', { headers });
    const plain = await apiClient(process.baseUrl)('GET', '/v1/videos', { headers: { origin: ORIGIN } });
    return {
      origin: answer.headers.get('access-control-allow-origin'),
      headers: answer.headers.get('access-control-allow-headers')?.split(',') ?? [],
      onAnswers: plain.headers.get('access-control-allow-origin'),
      vary: plain.headers.get('vary') ?? '',
    };
  } finally {
    await process.stop();
  }
};

describe('HTTP API: cross-origin requests', function () {
  this.timeout(60_000);

  it('are refused by default', async () => {
    const { origin, onAnswers } = await preflight({});
    expect([origin, onAnswers]).to.deep.equal([null, null]);
  });

  it('may use editor tokens from an allowed origin, but no API keys', async () => {
    const { origin, headers, onAnswers, vary } = await preflight({ CORS_ORIGINS: ORIGIN });
    expect([origin, onAnswers]).to.deep.equal([ORIGIN, ORIGIN]);
    expect(vary).to.include('Origin');
    expect(headers).to.include('authorization').and.to.not.include('x-api-key');
    expect((await preflight({ CORS_ORIGINS: 'https://other.example.org' })).origin).to.equal(null);
  });

  it('may use API keys if that is allowed too', async () => {
    const { headers } = await preflight({ CORS_ORIGINS: '*', CORS_API_KEYS: 'true' });
    expect(headers).to.include('x-api-key');
  });
});
