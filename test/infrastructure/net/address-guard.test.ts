import { expect } from 'chai';
import * as dns from 'node:dns';
import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { guardedAgents, type GuardOptions } from '../../../infrastructure/net/guarded-agents.js';
import { isPubliclyRoutable, readAddress } from '../../../infrastructure/net/public-address.js';
import { startCanaryServer } from '../../support/servers/canary-server.js';
import { LOOPBACK_HOSTS, PRIVATE_ADDRESSES, PUBLIC_ADDRESSES } from './address-spellings.js';
import { forSuite } from '../../support/for-suite.js';

const isOpen = (text: string): boolean | undefined => {
  const address = readAddress(text);
  return address && isPubliclyRoutable(address);
};

/** Sends a request with guarded agents; returns the status, or the code of the error. */
const ask = async (url: string, options: Partial<GuardOptions> = {}): Promise<number | string> => {
  const agents = guardedAgents({ allowedPrivateHosts: [], ...options });
  try {
    const request = url.startsWith('https')
      ? https.get(url, { agent: agents.https, timeout: 60_000 })
      : http.get(url, { agent: agents.http, timeout: 60_000 });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    response.resume();
    return response.statusCode ?? 0;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  } finally {
    agents.destroy();
  }
};

/** A resolver that returns these results in order, repeating the last one. */
const responding = (...answers: ReadonlyArray<ReadonlyArray<string>>): LookupFunction => {
  let asked = 0;
  return (_hostname, options, answer) => {
    const addresses = (answers[Math.min(asked++, answers.length - 1)] ?? []).map((address) => ({
      address,
      family: ipaddr.parse(address).kind() === 'ipv6' ? 6 : 4,
    }));
    if (options.all) answer(null, addresses);
    else answer(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 4);
  };
};

describe('the address guard', () => {
  const canary = forSuite(startCanaryServer, (opened) => opened.close());

  const spellings = Object.values(PRIVATE_ADDRESSES).flat();

  it('is tested with at least 150 private addresses', () => {
    expect(new Set(spellings).size).to.be.at.least(150);
  });

  for (const [kind, addresses] of Object.entries(PRIVATE_ADDRESSES)) {
    it(`classifies ${kind} addresses as not publicly routable`, () => {
      expect(addresses.filter((address) => isOpen(address) !== false)).to.deep.equal([]);
    });
  }

  it('classifies public addresses as publicly routable', () => {
    expect(PUBLIC_ADDRESSES.filter((address) => isOpen(address) !== true)).to.deep.equal([]);
  });

  it('parses nothing that is not an address', () => {
    const none = [
      '',
      'localhost',
      'example.com',
      '127.0.0.1:80',
      '1.2.3.4.5',
      '::g',
      '256.1.1.1',
      ' ',
      '%eth0',
    ];
    expect(none.filter((text) => readAddress(text) !== undefined)).to.deep.equal([]);
  });

  it('makes no connection to any of them as the host of a URL', async () => {
    const hosts = [
      ...spellings
        .filter((address) => !address.includes('%'))
        .map((address) => (address.includes(':') ? `[${address}]` : address)),
      ...LOOPBACK_HOSTS,
    ];
    const outcomes = await Promise.all(
      hosts.flatMap((host) =>
        ['http', 'https'].map(async (scheme) => {
          const url = `${scheme}://${host}:${canary.port}/`;
          return { url, outcome: URL.canParse(url) ? await ask(url) : 'not a URL' };
        }),
      ),
    );
    const refused = new Set(['ADDRESS_REFUSED', 'ENOTFOUND', 'not a URL']);
    expect(outcomes.filter(({ outcome }) => !refused.has(String(outcome)))).to.deep.equal([]);
    expect(outcomes.filter(({ outcome }) => outcome === 'ADDRESS_REFUSED').length).to.be.at.least(300);
    expect(canary.connections()).to.equal(0);
  });

  it('makes no connection to a host passed without a URL, nor to a unix socket', async () => {
    const agents = guardedAgents({ allowedPrivateHosts: [] });
    const targets = [
      ...['127.0.0.1', '0x7f.1', '2130706433', '0177.1', '::1', '::7f00:1', 'localhost'].map((host) => ({
        host,
      })),
      {},
      { socketPath: '/var/run/docker.sock' },
    ];
    for (const target of targets) {
      const request = http.get({ ...target, port: canary.port, agent: agents.http });
      const failed = (await once(request, 'response').catch((error: unknown) => error)) as Error;
      expect(failed, JSON.stringify(target))
        .to.have.property('code')
        .that.is.oneOf(['ADDRESS_REFUSED', 'ENOTFOUND']);
    }
    expect(canary.connections()).to.equal(0);
  });

  it('refuses a name that resolves to a private address, alone or along with a public one', async () => {
    for (const address of spellings.filter((spelling) => !spelling.includes('%'))) {
      for (const answers of [[address], ['8.8.8.8', address], [address, '8.8.8.8']]) {
        const outcome = await ask(`http://rebind.test:${canary.port}/`, { lookup: responding(answers) });
        expect(outcome, answers.join()).to.equal('ADDRESS_REFUSED');
      }
    }
    expect(canary.connections()).to.equal(0);
  });

  it('connects to the address it checked, even if the name resolves to another one later', async () => {
    const outcome = await ask(`http://rebind.test:${canary.port}/`, {
      lookup: responding(['::ffff:127.0.0.9'], ['127.0.0.1']),
      allowedPrivateHosts: ['127.0.0.9'],
    });
    expect(outcome).to.be.oneOf([200, 'ECONNREFUSED']);
    const rebound = await ask(`http://rebind.test:${canary.port}/`, {
      lookup: responding(['127.0.0.1'], ['127.0.0.9']),
      allowedPrivateHosts: ['127.0.0.9'],
    });
    expect(rebound).to.equal('ADDRESS_REFUSED');
  });

  it('refuses a name without addresses, and passes on errors of the resolver', async () => {
    const nothing = await ask(`http://empty.test:${canary.port}/`, { lookup: responding([]) });
    expect(nothing).to.equal('ADDRESS_REFUSED');
    const failing: LookupFunction = (_hostname, _options, answer) =>
      answer(Object.assign(new Error('no such host'), { code: dns.NOTFOUND }), '', 0);
    expect(await ask('http://none.test/', { lookup: failing })).to.equal(dns.NOTFOUND);
  });

  describe('with exceptions', () => {
    let server: http.Server;
    let port: number;
    before(async () => {
      server = http.createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
      await once(server, 'listening');
      port = (server.address() as AddressInfo).port;
    });
    after((done) => {
      server.close(done);
      server.closeAllConnections();
    });

    const opening: ReadonlyArray<readonly [string, string]> = [
      ['127.0.0.1', '127.0.0.1'],
      ['127.0.0.0/8', '127.0.0.1'],
      ['127.0.0.1/32', '[::ffff:127.0.0.1]'],
      ['localhost', 'localhost'],
      ['LOCALHOST', 'localhost.'],
      ['127.0.0.1', 'localhost'],
    ];
    for (const [entry, host] of opening) {
      it(`${entry} allows ${host}`, async () => {
        const lookup: LookupFunction = (_name, options, answer) =>
          options.all ? answer(null, [{ address: '127.0.0.1', family: 4 }]) : answer(null, '127.0.0.1', 4);
        expect(await ask(`http://${host}:${port}/`, { allowedPrivateHosts: [entry], lookup })).to.equal(200);
      });
    }

    const stayingShut: ReadonlyArray<readonly [string, string]> = [
      ['localhost', '127.0.0.1'],
      ['media.test', 'localhost'],
      ['127.0.0.2', '127.0.0.1'],
      ['10.0.0.0/8', '127.0.0.1'],
      ['::1', '127.0.0.1'],
      ['::/0', '127.0.0.1'],
      ['0.0.0.0/0', '[::1]'],
      ['127.0.0.1', '[64:ff9b::7f00:1]'],
      ['127.0.0.1', '[::7f00:1]'],
    ];
    for (const [entry, host] of stayingShut) {
      it(`${entry} does not allow ${host}`, async () => {
        const outcome = await ask(`http://${host}:${port}/`, { allowedPrivateHosts: [entry] });
        expect(outcome).to.equal('ADDRESS_REFUSED');
      });
    }

    it('reuses a connection for the same name only', async () => {
      const lookup = responding(['127.0.0.1'], ['10.0.0.1']);
      const agents = guardedAgents({ allowedPrivateHosts: ['127.0.0.1'], lookup });
      const [first] = (await once(
        http.get(`http://one.test:${port}/`, { agent: agents.http }),
        'response',
      )) as [http.IncomingMessage];
      first.resume();
      await once(first, 'end');
      const second = http.get(`http://two.test:${port}/`, { agent: agents.http });
      const failed = (await once(second, 'response').catch((error: unknown) => error)) as Error;
      expect(failed).to.have.property('code', 'ADDRESS_REFUSED');
      agents.destroy();
    });
  });
});
