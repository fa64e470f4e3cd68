import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { parse } from 'yaml';
import { EVENT_CODECS } from '../../domain/events.js';
import { problemJson, problemResponse } from '../../infrastructure/http/contract/problem-responses.js';
import { type ProblemType, slugOf } from '../../infrastructure/http/contract/problem.js';
import { videoSchema } from '../../infrastructure/http/contract/video-schema.js';
import { allOperations } from '../../infrastructure/http/routes/all-operations.js';
import { apiSettings } from '../../infrastructure/platform/settings/api-settings.js';
import { processSettings } from '../../infrastructure/platform/settings/process-settings.js';
import { renderSettings } from '../../infrastructure/platform/settings/render-settings.js';
import { serverSettings } from '../../infrastructure/platform/settings/server-settings.js';
import type { Setting } from '../../infrastructure/platform/settings/setting.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { declaredMetrics } from './metrics.js';
import { PROBLEM_PAGES, type ProblemPage } from './problems.js';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const code = (text: string): string => `\`${text}\``;

const table = (columns: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [columns, columns.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

const problems = Object.entries(PROBLEM_PAGES) as ReadonlyArray<[ProblemType, ProblemPage]>;

/** `AssetIsUsed` as a heading: `Asset is used`. */
const titleOf = (type: ProblemType): string => {
  const words = slugOf(type).replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

const problemPage = (type: ProblemType, { why, fix, example }: ProblemPage): string => {
  const response = problemResponse(example);
  const json = JSON.stringify(JSON.parse(problemJson(response)), undefined, 2);
  const headers = Object.entries(response.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}`, ...headers].join('\n');
  return `# ${titleOf(type)}

${why}

**What to do:** ${fix}

\`\`\`http
${head}

${json}
\`\`\`

[All errors](../reference/errors.md)
`;
};

const errorsPage = (): string => {
  const rows = problems
    .map(([type, { example }]) => ({ type, status: problemResponse(example).status }))
    .toSorted((a, b) => a.status - b.status)
    .map(({ type, status }) => [String(status), `[${titleOf(type)}](../errors/${slugOf(type)}.md)`]);
  return `# Errors

The body of every error names its type: \`type\` is the path of a page at the service, which says what the error means
and what to do. The paths never change, so programs may compare them. \`message\` is for people.

${table(['status', 'type'], rows)}
`;
};

const SETTING_GROUPS = [
  ['Servers, data folder and storage (S3, MinIO)', serverSettings],
  ['Renders', renderSettings],
  ['Address, port and limits of the API', apiSettings],
  ['Every process', processSettings],
] as const;

const settingsTable = (
  group: Readonly<Record<string, Pick<Setting<unknown>, 'variable' | 'meaning'>>>,
): string =>
  table(
    ['variable', 'meaning'],
    Object.values(group).map(({ variable, meaning }) => [code(variable), meaning]),
  );

const settingsPage = (): string => `# Settings: environment variables

Settings are environment variables. \`npm start\` needs none of them; a process that runs by itself needs
\`EVENTSTORE_URL\`, \`DATABASE_URL\` and \`NATS_URL\`. An empty value counts as unset. This page is made from the
settings in \`infrastructure/platform/settings/\`.

${SETTING_GROUPS.map(([title, group]) => `## ${title}\n\n${settingsTable(group)}\n`).join('\n')}`;

const apiPage = (): string => {
  const tags = [...new Set(allOperations.map(({ tag }) => tag))];
  const sections = tags.map((tag) => {
    const rows = allOperations
      .filter((operation) => operation.tag === tag)
      .map(({ method, path, summary }) => [code(`${method} ${path}`), summary]);
    return `## ${tag}\n\n${table(['operation', 'what it does'], rows)}\n`;
  });
  return `# API

A running service has the complete reference, with schemas and examples in four languages, at \`/docs\`, and the OpenAPI
document at \`/openapi.json\`. [The API](../video-api.md) explains the resources.

${sections.join('\n')}`;
};

interface Schema {
  readonly properties?: Readonly<Record<string, { readonly default?: unknown }>>;
  readonly required?: ReadonlyArray<string>;
}

const fieldsOf = ({ properties = {}, required = [] }: Schema): string =>
  Object.entries(properties)
    .map(([name, field]) => {
      const { default: value } = field;
      if (required.includes(name)) return `**${code(name)}**`;
      const short = value !== undefined && JSON.stringify(value).length < 8;
      return short ? `${code(name)} = ${code(JSON.stringify(value))}` : code(name);
    })
    .join(', ');

const compositionPage = (): string => {
  const schema = videoSchema('');
  const objects = Object.entries(schema['$defs'] as Readonly<Record<string, Schema>>).filter(
    ([, { properties }]) => properties !== undefined,
  );
  return `# Composition

Every object of the format and its fields: required ones in bold, with short defaults. \`/schema/video.json\` of a running
service has their meaning, types and bounds, which editors show while you type;
[the format](../composition.md) explains them.

${table(
  ['object', 'fields'],
  objects.map(([name, object]) => [name, fieldsOf(object)]),
)}
`;
};

const eventsPage = (): string => `# Events

The facts that the event store holds. Their names and shapes never change: a new shape is a new type, and old types stay
readable. \`GET /v1/videos/{id}/events\` and the like return those of one resource, with the hash of each.

${table(
  ['event', 'data'],
  Object.entries(EVENT_CODECS).map(([type, codec]) => [code(type), dataOf(codec)]),
)}
`;

interface StoredCodec {
  readonly required?: Readonly<Record<string, unknown>>;
  readonly optional?: object;
}

/** The names of the fields of an event's data, required ones first. */
const dataOf = (codec: unknown): string => {
  const data = (codec as StoredCodec).required?.['data'] as StoredCodec;
  return [...Object.keys(data.required ?? {}), ...Object.keys(data.optional ?? {}).map((name) => `${name}?`)]
    .map(code)
    .join(', ');
};

const metricsPage = (): string => {
  const rows = Object.entries(declaredMetrics()).flatMap(([process, metrics]) =>
    metrics
      .filter(({ name }) => name.startsWith('framewright_'))
      .map(({ name, help }) => [code(name), process, help]),
  );
  return `# Metrics

Every process serves \`/metrics\`: the API on \`PORT\`, the others on \`METRICS_PORT\`. Each also has the usual metrics of
Node processes (\`process_*\`, \`nodejs_*\`). [Alerts](../operate/alerts.md) use them.

${table(['metric', 'of', 'meaning'], rows)}
`;
};

interface Alerts {
  readonly groups: readonly [
    {
      readonly rules: ReadonlyArray<{
        readonly alert: string;
        readonly labels: { readonly severity: string };
        readonly annotations: { readonly summary: string; readonly remedy: string };
      }>;
    },
  ];
}

const alertsPage = (): string => {
  const { groups } = parse(readFileSync(join(packageRoot, 'deploy/prometheus/alerts.yml'), 'utf8')) as Alerts;
  const rows = groups[0].rules.map(({ alert, labels, annotations }) => [
    code(alert.replace('Framewright', '')),
    labels.severity,
    annotations.summary,
    annotations.remedy,
  ]);
  return `# Alerts

The rules are in \`deploy/prometheus/alerts.yml\`; their names begin with \`Framewright\`. Start with
\`npm run -s admin -- doctor\`, which checks every server, disk and setting and says how to solve what it finds.

${table(['alert', 'severity', 'what it means', 'what to do'], rows)}
`;
};

/** Every page that follows from the code, by its path in docs/. */
export const generatedPages = (): Readonly<Record<string, string>> => ({
  'settings.md': settingsPage(),
  'operate/alerts.md': alertsPage(),
  'reference/api.md': apiPage(),
  'reference/composition.md': compositionPage(),
  'reference/errors.md': errorsPage(),
  'reference/events.md': eventsPage(),
  'reference/metrics.md': metricsPage(),
  ...Object.fromEntries(
    problems.map(([type, page]) => [`errors/${slugOf(type)}.md`, problemPage(type, page)]),
  ),
});
