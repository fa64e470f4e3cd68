import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as v1 from 'kubernetes-models/v1';
import type { MetricObject } from 'prom-client';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, requireServers, settingsReference } from '../../infrastructure/platform/config.js';
import { blocksOf } from '../support/docs/code-blocks.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { notTested, printed } from '../support/processes/optional-programs.js';
import { codeFile } from '../support/processes/programs.js';
import { declaredMetrics } from '../../docs/generate/metrics.js';

const read = (file: string): string => readFileSync(join(packageRoot, 'deploy', file), 'utf8');

/** The series that Prometheus stores of a metric. */
const seriesOf = ({ name, type }: MetricObject): ReadonlyArray<string> =>
  String(type) === 'histogram' ? ['_bucket', '_count', '_sum'].map((part) => name + part) : [name];

const existingSeries = (): ReadonlySet<string> =>
  new Set(
    Object.values(declaredMetrics())
      .flat()
      .flatMap((metric) => seriesOf(metric)),
  );

/** The names of series in PromQL expressions. */
const namedIn = (expressions: ReadonlyArray<string>): ReadonlyArray<string> =>
  expressions.flatMap((text) => text.match(/\b(?:framewright|process|nodejs)_\w+/g) ?? []);

interface Rules {
  readonly groups: ReadonlyArray<{ readonly rules: ReadonlyArray<{ readonly expr: string }> }>;
}
/** What Node and the client of S3 read themselves. */
const OUTSIDE_SETTINGS = ['NODE_ENV', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
/** Options of systemd that keep bubblewrap from making namespaces or mounting a fresh /proc. */
const FORBID_SANDBOX = [
  'RestrictNamespaces',
  'PrivateUsers',
  'ProtectProc',
  'ProcSubset',
  'ProtectKernelTunables',
  'ProtectKernelLogs',
  'ProtectHostname',
  'MemoryDenyWriteExecute',
];
const PROCESSES = ['api', 'projector', 'worker', 'webhooks'];

describe('deploy/', () => {
  it('names only metrics that exist, in every alert rule and panel', () => {
    const rules = (parse(read('prometheus/alerts.yml')) as Rules).groups.flatMap((group) => group.rules);
    const dashboard = JSON.parse(read('grafana/framewright.json')) as {
      readonly panels: ReadonlyArray<{ readonly targets: ReadonlyArray<{ readonly expr: string }> }>;
    };
    const targets = dashboard.panels.flatMap((panel) => panel.targets);
    const existing = existingSeries();
    for (const { expr } of [...rules, ...targets]) {
      const named = namedIn([expr]);
      expect(named, expr).to.not.have.length(0);
      for (const name of named) expect(existing.has(name), `${name} in ${expr}`).to.equal(true);
    }
  });

  it('configures the processes in Kubernetes completely', () => {
    const { configMapGenerator, resources } = parse(read('kubernetes/kustomization.yaml')) as {
      configMapGenerator: [{ literals: ReadonlyArray<string> }];
      resources: ReadonlyArray<string>;
    };
    const lines = [
      ...configMapGenerator[0].literals,
      ...read('kubernetes/secret.example.env').trim().split('\n'),
    ];
    const environment = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    const config = E.chain(requireServers)(readConfig(environment));
    expect(config).to.have.property('_tag', 'Right');
    const files = readdirSync(join(packageRoot, 'deploy/kubernetes'));
    expect(files.filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')).to.have.members([
      ...resources,
    ]);
  });

  it('has settings in docs/operate that the processes accept', () => {
    for (const page of ['one-machine', 'three-workers']) {
      const text = blocksOf(`docs/operate/${page}.md`, 'ini').join('\n');
      const lines = [...text.matchAll(/^(?:Environment=)?([A-Z][A-Z_\d]+)='?(.*?)'?$/gm)];
      expect(lines).to.have.length.above(2);
      const environment = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
      const known = new Set([...settingsReference.map(({ variable }) => variable), ...OUTSIDE_SETTINGS]);
      for (const name of Object.keys(environment)) expect(known.has(name), name).to.equal(true);
      const config = readConfig(environment);
      expect(page === 'three-workers' ? E.chain(requireServers)(config) : config).to.have.property(
        '_tag',
        'Right',
      );
    }
  });

  it('has a systemd unit that runs every process, leaves decoders their sandbox and shuts out the rest', () => {
    const unit = read('systemd/framewright@.service');
    const options = new Map(
      [...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
    );
    for (const name of ['standalone', ...PROCESSES]) {
      const [, program = ''] = / dist\/(\S+)\.js$/.exec(options.get('ExecStart') ?? '') ?? [];
      expect(existsSync(codeFile(program.replace('%i', name))), name).to.equal(true);
    }
    for (const name of FORBID_SANDBOX) expect(options.has(name), name).to.equal(false);
    expect([options.get('NoNewPrivileges'), options.get('ProtectSystem')]).to.deep.equal(['yes', 'strict']);
    if (printed('systemd-analyze', '--version') === '') return notTested('the unit by systemd', 'systemd');
    const folder = mkdtempSync(join(tmpdir(), 'framewright-unit-'));
    const [template, instance] = ['framewright@.service', 'framewright@worker.service'].map((name) =>
      join(folder, name),
    ) as [string, string];
    writeFileSync(
      template,
      unit.replace('/usr/bin/node', process.execPath).replace('/opt/framewright', packageRoot),
    );
    const analyze = (...args: ReadonlyArray<string>) =>
      spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    const verified = analyze('verify', instance);
    expect([verified.status, verified.stderr]).to.deep.equal([0, '']);
    expect(analyze('security', '--offline=true', '--threshold=35', template).status).to.equal(0);
    writeFileSync(
      template,
      unit.replace('ProtectSystem', 'ProtectSytem').replace('CapabilityBoundingSet=', '#'),
    );
    expect(analyze('verify', instance).stderr).to.include('ProtectSytem');
    expect(analyze('security', '--offline=true', '--threshold=35', template).status).to.not.equal(0);
    rmSync(folder, { recursive: true });
  });

  it('has manifests that the schemas of Kubernetes accept', () => {
    const files = readdirSync(join(packageRoot, 'deploy/kubernetes'));
    for (const file of files.filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml'))
      for (const document of parseAllDocuments(read(`kubernetes/${file}`))) {
        const manifest = document.toJS() as Manifest;
        expect(complaintsAbout(manifest), `${manifest.kind} in ${file}`).to.equal('');
        const damaged = { ...manifest, metadata: { labels: 'none' } };
        expect(complaintsAbout(damaged), 'a damaged one').to.include('must be object');
      }
  });

  it('runs only pods that the Pod Security Standard "restricted" admits', () => {
    const [namespace] = parseAllDocuments(read('kubernetes/namespace.yaml'));
    expect(namespace!.getIn(['metadata', 'labels', 'pod-security.kubernetes.io/enforce'])).to.equal(
      'restricted',
    );
    for (const name of PROCESSES) {
      const pod = parseAllDocuments(read(`kubernetes/${name}.yaml`))[0]!;
      const path = ['spec', 'template', 'spec'];
      const security = pod.toJS() as { spec: { template: { spec: Record<string, unknown> } } };
      const { hostNetwork, hostPID, hostIPC, securityContext } = security.spec.template.spec;
      expect([hostNetwork, hostPID, hostIPC], name).to.deep.equal([undefined, undefined, undefined]);
      expect(securityContext, name).to.deep.include({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(pod.getIn([...path, 'containers', 0, 'securityContext', 'allowPrivilegeEscalation'])).to.equal(
        false,
      );
      expect(
        String(pod.getIn([...path, 'containers', 0, 'securityContext', 'capabilities', 'drop', 0])),
      ).to.equal('ALL');
    }
  });

  for (const name of PROCESSES)
    it(`runs ${name} in Kubernetes with probes, a disruption budget and no shared folder`, () => {
      const documents = parseAllDocuments(read(`kubernetes/${name}.yaml`)).map(
        (one) => one.toJS() as Manifest,
      );
      const deployment = documents.find(({ kind }) => kind === 'Deployment');
      const { template, selector } = deployment!.spec;
      const [container] = template!.spec.containers;
      expect(container!.command.at(-1)).to.equal(`dist/infrastructure/processes/${name}.js`);
      expect(container).to.include.keys('startupProbe', 'livenessProbe', 'readinessProbe', 'resources');
      for (const volume of template!.spec.volumes) expect(volume).to.have.all.keys('name', 'emptyDir');
      expect(template!.metadata.labels).to.deep.equal(selector!.matchLabels);
      const budget = documents.find(({ kind }) => kind === 'PodDisruptionBudget');
      expect(budget!.spec.selector).to.deep.equal(selector);
    });
});

/** The kinds of Kubernetes by their versions, with the published schemas. */
const KINDS: Readonly<Record<string, object>> = {
  v1,
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
};

/** What the schema of its kind has against a manifest. */
const complaintsAbout = (manifest: Pick<Manifest, 'apiVersion' | 'kind'>): string => {
  const kinds = KINDS[manifest.apiVersion] as
    Readonly<Record<string, new (manifest: object) => { readonly validate: () => void }>> | undefined;
  const Kind = kinds?.[manifest.kind];
  if (!Kind) return `there is no ${manifest.kind} in ${manifest.apiVersion}`;
  try {
    new Kind(manifest).validate();
    return '';
  } catch (error) {
    return String(error);
  }
};

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec: {
    readonly selector?: { readonly matchLabels: object };
    readonly template?: {
      readonly metadata: { readonly labels: object };
      readonly spec: {
        readonly containers: ReadonlyArray<{ readonly command: ReadonlyArray<string> }>;
        readonly volumes: ReadonlyArray<{ readonly name: string; readonly emptyDir?: object }>;
      };
    };
  };
}
