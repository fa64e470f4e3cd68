import { readFileSync } from 'node:fs';
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

const code = (text: string): string => `\`${text}\``;

const problems = Object.entries(PROBLEM_PAGES) as ReadonlyArray<[ProblemType, ProblemPage]>;

/** `AssetIsUsed` as a heading: `Asset is used`. */
const titleOf = (type: ProblemType): string => {
  const words = slugOf(type).replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

const problemPage = (type: ProblemType, { why, fix, example }: ProblemPage): string => {
  const { status, message } = problemResponse(example);
  return `# ${titleOf(type)}

> ${status}: ${message.join('; ')}

${why}

${fix}
`;
};

const errorsPage = (): string => {
  const statusOf = ([, { example }]: (typeof problems)[number]): number => problemResponse(example).status;
  const statuses = [...new Set(problems.map(statusOf))].toSorted((a, b) => a - b);
  const rows = statuses.map((status) => {
    const ofStatus = problems.filter((problem) => statusOf(problem) === status);
    const links = ofStatus.map(([type]) => `[${titleOf(type)}](../errors/${slugOf(type)}.md)`);
    return `- **${status}**: ${links.join(', ')}`;
  });
  const body = problemJson(problemResponse(PROBLEM_PAGES.RequestIsInvalid.example));
  return `# Errors

Every error has a body like this one:
${code(body)}

\`type\` is the address of one of these pages on the service, which says what to do. It never changes: compare it in
programs. \`message\` is for people, and names all problems at once, each with its path; after the first 100, a last line
gives the number of the others.

${rows.join('\n')}
`;
};

const SETTING_GROUPS = [
  ['Servers, data folder and storage (S3, MinIO)', serverSettings],
  ['Renders', renderSettings],
  ['Address, port and limits of the API', apiSettings],
  ['Every process', processSettings],
] as const;

const settingsList = (
  group: Readonly<Record<string, Pick<Setting<unknown>, 'variable' | 'meaning'>>>,
): string =>
  Object.values(group)
    .map(({ variable, meaning }) => `- ${code(variable)}: ${meaning}`)
    .join('\n');

const settingsPage = (): string => `# Settings: environment variables

Settings are environment variables. \`npm start\` needs none of them; a process that runs by itself needs
\`EVENTSTORE_URL\`, \`DATABASE_URL\` and \`NATS_URL\`. An empty value counts as unset.

${SETTING_GROUPS.map(([title, group]) => `## ${title}\n\n${settingsList(group)}\n`).join('\n')}`;

const apiPage = (): string => {
  const tags = [...new Set(allOperations.map(({ tag }) => tag))];
  const sections = tags.map((tag) => {
    const rows = allOperations
      .filter((operation) => operation.tag === tag)
      .map(({ method, path, summary }) => `- ${code(`${method} ${path}`)}: ${summary}`);
    return `## ${tag}\n\n${rows.join('\n')}\n`;
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

/** The fields of an object as text. */
const fieldsOf = ({ properties = {}, required = [] }: Schema): ReadonlyArray<string> =>
  Object.entries(properties).map(([name, field]) => {
    const { default: value } = field;
    if (required.includes(name)) return `**${code(name)}**`;
    const short = value !== undefined && JSON.stringify(value).length < 8;
    return code(short ? `${name}=${JSON.stringify(value)}` : name);
  });

interface Described {
  readonly name: string;
  readonly fields: ReadonlyArray<string>;
}

/** Objects of one kind, after the fields that all of them have. */
const kindOf = (all: ReadonlyArray<Described>, kind: string): string => {
  const found = all.filter(({ name }) => name.endsWith(kind));
  const common = (found[0]?.fields ?? []).filter((field) =>
    found.every(({ fields }) => fields.includes(field)),
  );
  const rest = found.map(({ name, fields }) => ({
    name,
    fields: fields.filter((field) => !common.includes(field)),
  }));
  return `## ${kind}s\n\nEach has ${common.join(', ')}.\n\n${listOf(rest)}`;
};

const listOf = (objects: ReadonlyArray<Described>): string =>
  objects.map(({ name, fields }) => `- ${name}: ${fields.join(', ') || 'no others'}`).join('\n');

const compositionPage = (): string => {
  const schema = videoSchema('');
  const all = Object.entries(schema['$defs'] as Readonly<Record<string, Schema>>)
    .filter(([, { properties }]) => properties !== undefined)
    .map(([name, object]) => ({ name, fields: fieldsOf(object) }));
  return `# Composition

Every object of [the format](../composition.md) and its fields: required ones in bold, with short defaults.
\`/schema/video.json\` of a service has their meaning, types and bounds, which editors show while you type.

${listOf(all.filter(({ name }) => !/(?:Clip|Filter|Transition)$/.test(name)))}

${['Clip', 'Filter', 'Transition'].map((kind) => kindOf(all, kind)).join('\n\n')}
`;
};

const eventsPage = (): string => `# Events

The facts that the event store holds. Their names and shapes never change: a new shape is a new type, and old types stay
readable. \`GET /v1/videos/{id}/events\` and the like return those of one resource, with the hash of each. All have
\`ownerId\` and \`at\`, those of renders and replays also \`renderId\`, \`videoId\` and \`videoVersion\`, and these data:

${Object.entries(EVENT_CODECS)
  .map(([type, codec]) => `- ${code(type)}: ${dataOf(codec) || 'none'}`)
  .join('\n')}
`;

interface StoredCodec {
  readonly required?: Readonly<Record<string, unknown>>;
  readonly optional?: object;
}

/** The names of the fields of an event's data, required ones first. */
const dataOf = (codec: unknown): string => {
  const data = (codec as StoredCodec).required?.['data'] as StoredCodec;
  const required = Object.keys(data.required ?? {});
  const isOfRender = required.includes('renderId');
  const common = new Set(['ownerId', 'at', ...(isOfRender ? ['renderId', 'videoId', 'videoVersion'] : [])]);
  return [...required, ...Object.keys(data.optional ?? {}).map((name) => `${name}?`)]
    .filter((name) => !common.has(name))
    .map(code)
    .join(', ');
};

const metricsPage = (): string => {
  const sections = Object.entries(declaredMetrics()).map(([process, metrics]) => {
    const own = metrics.filter(({ name }) => name.startsWith('framewright_'));
    return `## ${process}\n\n${own.map(({ name, help }) => `- ${code(name)}: ${help}`).join('\n')}\n`;
  });
  return `# Metrics

Every process serves \`/metrics\`: the API on \`PORT\`, the others on \`METRICS_PORT\`. Each also has the usual metrics of
Node processes (\`process_*\`, \`nodejs_*\`). [Alerts](../operate/alerts.md) use them.

${sections.join('\n')}`;
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
  const rows = groups[0].rules.map(
    ({ alert, labels, annotations }) =>
      `- ${code(alert.replace('Framewright', ''))} (${labels.severity}): ${annotations.summary} ${annotations.remedy}`,
  );
  return `# Alerts

The rules are in \`deploy/prometheus/alerts.yml\`; their names begin with \`Framewright\`. Start with
\`npm run -s admin -- doctor\`, which checks every server, disk and setting and says how to solve what it finds.

${rows.join('\n')}
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
