import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';
import { description } from '../../support/api/api-description.js';
import { apiForSuite } from '../../support/service/service.js';
import { LONG } from '../../support/long-form.js';

const run = promisify(execFile);
const bin = (name: string): string => join(packageRoot, 'node_modules/.bin', name);

describe('HTTP API: OpenAPI document and reference', function () {
  this.timeout(240_000);
  const api = apiForSuite();

  for (const [path, version] of [
    ['/openapi.json', '3.1.1'],
    ['/openapi-3.0.json', '3.0.4'],
  ] as const)
    // The linters take up to ten seconds of processor time.
    it(`is valid OpenAPI ${version} at ${path}${LONG ? ', without errors of Spectral and Redocly' : ''}`, async () => {
      const { body } = await api('GET', path);
      expect(body.openapi).to.equal(version);
      expect(await new Validator().validate(body)).to.deep.include({ valid: true });
      if (!LONG) return;
      const folder = await mkdtemp(join(tmpdir(), 'framewright-openapi-'));
      const file = join(folder, 'api.json');
      await writeFile(file, JSON.stringify(body));
      const rules = join(folder, 'rules.json');
      await writeFile(rules, '{ "extends": ["spectral:oas"] }');
      const lint = async (...command: ReadonlyArray<string>): Promise<void> => {
        await run(process.execPath, command, { env: { ...process.env, REDOCLY_TELEMETRY: 'off' } }).catch(
          ({ stdout, stderr }: { stdout: string; stderr: string }) => expect.fail(stdout + stderr),
        );
      };
      await lint(bin('redocly'), 'lint', file, '--extends', 'recommended');
      await lint(bin('spectral'), 'lint', file, '-r', rules, '--fail-severity', 'error', '-q');
      await rm(folder, { recursive: true });
    });

  it('describes every operation, parameter and field', () => {
    const silent: string[] = [];
    const look = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const { properties } = node as { properties?: Record<string, Record<string, unknown>> };
      for (const [name, property] of Object.entries(properties ?? {}))
        if (!('description' in property) && !('$ref' in property) && name !== 'data')
          silent.push(`${path}.${name}`);
      for (const [key, value] of Object.entries(node)) look(value, `${path}.${key}`);
    };
    look(description.components.schemas, 'schemas');
    for (const [path, operations] of Object.entries(description.paths))
      for (const [method, operation] of Object.entries(operations))
        for (const part of [operation, ...(operation.parameters ?? [])])
          if (!('description' in part)) silent.push(`${method} ${path}`);
    expect(silent).to.deep.equal([]);
  });

  it('is readable in a browser, without resources from other hosts', async () => {
    const page = await api('GET', '/docs');
    expect(page.status).to.equal(200);
    expect(page.headers.get('content-security-policy')).to.include("default-src 'self'");
    expect(page.text).to.not.match(/(?:src|href)="(?:https?:)?\/\//);
    for (const [, asset = ''] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
      const reply = await api('GET', `/${asset}`);
      expect(reply.status, asset).to.equal(200);
      expect(reply.text.length, asset).to.be.greaterThan(100);
    }
  });
});
