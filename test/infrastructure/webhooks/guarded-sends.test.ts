import { expect } from 'chai';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import type { SendResult } from '../../../application/ports/webhook-deliveries.js';
import { guardedAgents, type GuardOptions } from '../../../infrastructure/net/guarded-agents.js';
import { gotWebhookSender } from '../../../infrastructure/webhooks/got-webhook-sender.js';
import { guardedWebhookAddresses } from '../../../infrastructure/webhooks/webhook-addresses.js';
import { startCanaryServer } from '../../support/servers/canary-server.js';
import { LOOPBACK_HOSTS, PRIVATE_ADDRESSES } from '../net/address-spellings.js';
import { forSuite } from '../../support/for-suite.js';

const send = async (url: string, options: GuardOptions): Promise<SendResult> => {
  const agents = guardedAgents(options);
  const sender = gotWebhookSender(agents);
  const request = { url, headers: { 'x-signature': 'f00' }, body: Buffer.from('{"a":"ü"}') };
  const result = await sender.send(request, new AbortController().signal)();
  agents.destroy();
  return result;
};

describe('webhook addresses', () => {
  const canary = forSuite(startCanaryServer, (opened) => opened.close());

  const asHost = (address: string): string =>
    address.includes(':') ? `[${address.replace(/%.*/, '')}]` : address;
  const hosts = [...new Set([...Object.values(PRIVATE_ADDRESSES).flat().map(asHost), ...LOOPBACK_HOSTS])];
  /** Some resolvers do not know `localhost.`: a name that cannot be resolved cannot be connected to. */
  const isKnown = (url: string): Promise<boolean> =>
    lookup(new URL(url).hostname.replace(/^\[|\]$/g, '')).then(
      () => true,
      () => false,
    );
  const urls = (port: number): ReadonlyArray<string> =>
    hosts.flatMap((host) => ['http', 'https'].map((scheme) => `${scheme}://${host}:${port}/hook`));

  it(`are refused at registration and at every send in ${hosts.length} spellings, without a connection`, async () => {
    expect(hosts.length).to.be.at.least(150);
    const addresses = guardedWebhookAddresses([]);
    for (const url of urls(canary.port)) {
      expect(URL.canParse(url), url).to.equal(true);
      const result = await send(url, { allowedPrivateHosts: [] });
      if (await isKnown(url)) {
        expect(await addresses.areAllowed(url)(), url).to.equal(false);
        expect(result, url).to.include({ _tag: 'NotAnswered', stage: 'address' });
      } else expect(result, url).to.include({ _tag: 'NotAnswered' });
    }
    expect(canary.connections()).to.equal(0);
  });

  it('are refused if a name becomes private after it was registered', async () => {
    const rebound: LookupFunction = (_host, options, answer) =>
      options.all ? answer(null, [{ address: '127.0.0.1', family: 4 }]) : answer(null, '127.0.0.1', 4);
    const url = `http://rebound.example.org:${canary.port}/`;
    expect(await send(url, { allowedPrivateHosts: [], lookup: rebound })).to.include({ stage: 'address' });
    expect(canary.connections()).to.equal(0);
  });

  it('fail alike if the name is private and if it is unknown, so that no answer tells which names exist', async () => {
    const unknown: LookupFunction = (host, _options, answer) =>
      answer(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }), '', 4);
    const known: LookupFunction = (_host, options, answer) =>
      options.all ? answer(null, [{ address: '10.0.0.1', family: 4 }]) : answer(null, '10.0.0.1', 4);
    const [one, other] = await Promise.all(
      [unknown, known].map((lookup) => send('http://name.example.org/', { allowedPrivateHosts: [], lookup })),
    );
    expect(one).to.deep.equal(other);
  });

  it('are allowed if they are public or listed as exceptions', async () => {
    const addresses = guardedWebhookAddresses(['10.1.0.0/16']);
    expect(await addresses.areAllowed('https://93.184.216.34/')()).to.equal(true);
    expect(await addresses.areAllowed('https://10.1.2.3/')()).to.equal(true);
    expect(await addresses.areAllowed('https://10.2.2.3/')()).to.equal(false);
  });
});
