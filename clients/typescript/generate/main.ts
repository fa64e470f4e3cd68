/** Writes `core/api.ts`: the types of the API, generated from the OpenAPI document that the service serves. */
import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import { openApiDocument } from '../../../infrastructure/http/contract/openapi.js';
import { withoutPlaceholders } from '../../../infrastructure/http/contract/placeholder-schema.js';

const TARGET = new URL('../core/api.ts', import.meta.url);

const document = JSON.stringify(withoutPlaceholders(openApiDocument('http://localhost:8080')));
const hash = createHash('sha256').update(document).digest('hex');
const header = `// Generated from the OpenAPI document with the SHA-256 hash ${hash}.\n`;

const written = await readFile(TARGET, 'utf8').catch(() => '');
if (!written.startsWith(header)) {
  const types = await openapiTS(document, { defaultNonNullable: false });
  // Renamed into place: several checks may generate the types at once.
  const draft = new URL(`api.ts.${process.pid}`, TARGET);
  await writeFile(draft, header + astToString(types));
  await rename(draft, TARGET);
}
