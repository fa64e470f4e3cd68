import { expect } from 'chai';
import Koa from 'koa';
import { crossOrigin } from '../../../infrastructure/http/server/cross-origin.js';
import { startServer } from '../../../infrastructure/http/server/server.js';
import { readConfig } from '../../../infrastructure/platform/config.js';
import { rightOf } from '../../support/right-of.js';
import { sharedService } from '../../support/service/service.js';

const ORIGIN = 'https://app.example.org';

/** What a service permits a page of the origin, according to a preflight request and to a plain one. */
const permitted = async (baseUrl: string, origin = ORIGIN) => {
  const headers = { origin, 'access-control-request-method': 'PATCH' };
  const answer = await fetch(`${baseUrl}/v1/videos/x`, { method: 'OPTIONS', headers });
  const plain = await fetch(`${baseUrl}/v1/videos`, { headers: { origin } });
  return {
    origins: [answer, plain].map((reply) => reply.headers.get('access-control-allow-origin')),
    headers: answer.headers.get('access-control-allow-headers')?.split(',') ?? [],
    vary: plain.headers.get('vary') ?? '',
  };
};

describe('HTTP API: cross-origin requests', () => {
  it('may use editor tokens from an allowed origin, but no API keys', async () => {
    const { baseUrl } = await sharedService();
    const { origins, headers, vary } = await permitted(baseUrl);
    expect(origins).to.deep.equal([ORIGIN, ORIGIN]);
    expect(vary).to.include('Origin');
    expect(headers).to.include('authorization').and.to.not.include('x-api-key');
    const other = await permitted(baseUrl, 'https://other.example.org');
    expect(other.origins).to.deep.equal([null, null]);
  });

  it('may use API keys if that is allowed too', async () => {
    const { corsOrigins, corsApiKeys } = rightOf(readConfig({ CORS_ORIGINS: '*', CORS_API_KEYS: 'true' }));
    const app = new Koa().use(crossOrigin({ origins: corsOrigins, apiKeys: corsApiKeys }));
    const { address, drain } = await startServer(app, { host: '127.0.0.1', port: 0 });
    const { origins, headers } = await permitted(`http://127.0.0.1:${address.port}`);
    expect(origins).to.deep.equal([ORIGIN, ORIGIN]);
    expect(headers).to.include('x-api-key');
    await drain();
  });

  it('are refused by default', () => {
    expect(rightOf(readConfig({}))).to.deep.include({ corsOrigins: [], corsApiKeys: false });
  });
});
