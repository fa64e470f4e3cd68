import { pathToFileURL } from 'node:url';

/**
 * The import table: the allow-list that the rules of house-plugin.js enforce. Everything else is refused.
 *
 * A row is a folder. A file belongs to the row with the longest matching path, and may import its own row.
 * - house: the other folders, including subfolders, that the row may import.
 * - npm: the packages and Node modules that it may import. `node:` allows every Node module, and `node:crypto#hash` only
 *   that export of that module.
 * - pure: the layer reads no clock, draws no randomness, sets no timer and does not touch the process.
 * - globals: impure globals that the layer may use nevertheless.
 *
 * `node lint/import-table.js` prints it.
 */
const everything = ['domain', 'application', 'projections', 'workers', 'infrastructure'];
const platform = 'infrastructure/platform';
const processes = 'infrastructure/machine/processes';
const sandbox = 'infrastructure/machine/sandbox';

const s3 = ['@aws-sdk/client-s3', '@aws-sdk/s3-request-presigner'];

export const importTable = {
  domain: { house: [], npm: ['fp-ts', 'io-ts', 'leven'], pure: true },
  application: {
    house: ['domain'],
    npm: [
      'canonicalize',
      'color',
      'css-select',
      'css-tree',
      'domhandler',
      'fast-json-patch',
      'fp-ts',
      'htmlparser2',
      'io-ts',
      'lru-cache',
      'node:crypto#hash',
      'svgpath',
      'yoga-layout',
    ],
    pure: true,
    globals: ['clearTimeout', 'setImmediate', 'setTimeout'],
  },
  projections: { house: ['domain'], npm: ['fp-ts', 'io-ts'], pure: true },
  'workers/files': { house: [], npm: ['node:'] },
  'workers/render': {
    house: ['domain', 'application/permits', 'application/ports', 'workers/files'],
    npm: ['client-zip', 'fp-ts', 'lru-cache', 'node:', 'p-limit'],
  },
  'workers/render/draw': { house: ['domain'], npm: ['fp-ts'], pure: true },
  'workers/render/plan': {
    house: ['domain', 'workers/render/ports', 'workers/render/draw'],
    npm: ['fp-ts'],
    pure: true,
  },
  'workers/render/h264': { house: [], npm: [], pure: true },
  'workers/render/compose': {
    house: ['domain', 'workers/render/ports', 'workers/render/plan', 'workers/render/h264'],
    npm: ['fp-ts'],
    pure: true,
  },
  'workers/render/ways': {
    house: [
      'domain',
      'workers/render/ports',
      'workers/render/plan',
      'workers/render/compose',
      'workers/render/h264',
    ],
    npm: ['fp-ts'],
    pure: true,
  },
  'workers/render/sound': {
    house: ['domain', 'workers/render/ports', 'workers/render/plan', 'workers/render/compose'],
    npm: ['fp-ts'],
    pure: true,
  },
  'workers/render/mp4': {
    house: ['domain', 'workers/files', 'workers/render/h264', 'workers/render/plan'],
    npm: ['node:'],
  },
  'workers/webhook': { house: ['domain', 'application/ports'], npm: ['fp-ts', 'node:', 'standardwebhooks'] },
  'infrastructure/credentials': {
    house: ['domain', 'application', 'workers/render/ports', 'workers/render/mp4', platform],
    npm: ['@peculiar/x509', '@trustnxt/c2pa-ts', 'node:'],
  },
  'infrastructure/eventstore': {
    house: ['domain', 'application', platform],
    npm: ['@eventstore/db-client', '@grpc/grpc-js', 'fp-ts', 'io-ts', 'node:', 'p-limit'],
  },
  'infrastructure/eventstore-node': {
    house: [platform],
    npm: ['@eventstore/db-client', '@grpc/grpc-js', 'lru-cache', 'node:', 'p-limit', 'pg'],
  },
  'infrastructure/http': {
    house: ['domain', 'application', 'workers/files', platform],
    npm: [
      '@koa/cors',
      '@koa/router',
      '@tus/server',
      'busboy',
      'client-zip',
      'csv-parse',
      'csv-stringify',
      'fp-ts',
      'io-ts',
      'jose',
      'koa',
      'lru-cache',
      'node:',
      'range-parser',
      'swagger-ui-dist',
      'uuid',
    ],
  },
  'infrastructure/machine/processes': { house: [platform], npm: ['fp-ts', 'io-ts', 'node:'] },
  'infrastructure/machine/sandbox': { house: [platform], npm: ['node:'] },
  'infrastructure/machine/servers': {
    house: [processes, platform],
    npm: ['fp-ts', 'io-ts', 'node:', 'selfsigned'],
  },
  'infrastructure/machine/setup': { house: [platform], npm: ['node:', 'rolldown'] },
  'infrastructure/machine/supervisor': {
    house: [
      'infrastructure/eventstore',
      processes,
      'infrastructure/machine/servers',
      'infrastructure/nats',
      'infrastructure/postgres',
      'infrastructure/processes/parts',
      platform,
    ],
    npm: ['fp-ts', 'io-ts', 'node:'],
  },
  'infrastructure/nats': {
    house: ['domain', 'application', platform],
    npm: ['fp-ts', 'io-ts', 'nats', 'node:'],
  },
  'infrastructure/net': { house: [platform], npm: ['ipaddr.js', 'node:'] },
  'infrastructure/platform': {
    house: ['application/permits', 'application/ports'],
    npm: [
      '@opentelemetry/api',
      '@opentelemetry/core',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace-node',
      'fp-ts',
      'io-ts',
      'ipaddr.js',
      'node:',
      'pino',
      'uuid',
    ],
  },
  'infrastructure/postgres': {
    house: ['domain', 'application', 'projections', platform],
    npm: ['fp-ts', 'knex', 'node:', 'p-limit', 'pg', 'uuid'],
  },
  'infrastructure/rendering': {
    house: [
      'domain',
      'application/ports',
      'application/keyed-mutex',
      'workers/render/ports',
      'workers/render/draw',
      'workers/render/h264',
      'workers/render/mp4',
      'workers/render/sound',
      'workers/render/plan/sound',
      'workers/render/ways/repeated',
      processes,
      sandbox,
      platform,
    ],
    npm: [
      '@napi-rs/canvas',
      'bidi-js',
      'fluent-ffmpeg',
      'fp-ts',
      'got',
      'harfbuzzjs',
      'hyphen',
      'io-ts',
      'linebreak',
      'node-av',
      'node:',
      'p-limit',
      'sharp',
      'svg-path-properties',
      'wawoff2',
    ],
  },
  'infrastructure/sources': {
    house: [
      'domain',
      'application',
      'workers/files',
      'workers/render/ports',
      sandbox,
      'infrastructure/net',
      'infrastructure/storage/content-cache',
      'infrastructure/storage/store-when-due',
      platform,
    ],
    npm: ['fp-ts', 'got', 'io-ts', 'node:'],
  },
  'infrastructure/signing': { house: ['application/ports', platform], npm: ['node:'] },
  'infrastructure/storage': {
    house: ['application/ports', 'workers/files', platform],
    npm: [...s3, '@tus/file-store', '@tus/s3-store', 'fp-ts', 'node:', 'p-limit'],
  },
  'infrastructure/webhooks': {
    house: ['application/ports', 'infrastructure/net', platform],
    npm: ['fp-ts', 'got', 'node:'],
  },
  'clients/n8n': { house: [], npm: ['n8n-workflow', 'node:'] },
  'clients/typescript/core': { house: [], npm: ['eventsource-parser', 'openapi-fetch', 'standardwebhooks'] },
  'clients/typescript/cli': {
    house: ['clients/typescript/core', 'clients/typescript/mcp'],
    npm: ['@bomb.sh/tab', 'cli-progress', 'commander', 'node:', 'standardwebhooks'],
  },
  'clients/typescript/mcp': {
    house: ['clients/typescript/core'],
    npm: ['@modelcontextprotocol/sdk', 'node:', 'zod'],
  },
  'clients/typescript/generate': { house: ['infrastructure/http'], npm: ['node:', 'openapi-typescript'] },
  'web/src': {
    house: ['domain', 'clients/typescript/core', 'workers/render/draw', 'workers/render/plan'],
    npm: [
      '@codemirror/lang-json',
      '@codemirror/language',
      '@codemirror/lint',
      '@fontsource-variable/inter',
      '@lezer/highlight',
      '@tanstack/react-query',
      'canonicalize',
      'codemirror',
      'csv-parse',
      'flatted',
      'fp-ts',
      'json5',
      'jsonc-parser',
      'lucide-react',
      'mediabunny',
      'p-limit',
      'react',
      'react-aria-components',
      'react-dom',
      'tus-js-client',
    ],
  },
  'infrastructure/cli': {
    house: everything,
    npm: ['commander', 'fp-ts', 'got', 'io-ts', 'json5', 'leven', 'node:', 'sharp'],
  },
  'infrastructure/processes': {
    house: everything,
    npm: ['@eventstore/db-client', 'fp-ts', 'knex', 'node:', 'prom-client'],
  },
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [folder, { house, npm, pure }] of Object.entries(importTable)) {
    process.stdout.write(
      `${folder}${pure ? ' (pure)' : ''}\n  imports ${[...house, ...npm].join(', ') || 'nothing'}\n`,
    );
  }
}
