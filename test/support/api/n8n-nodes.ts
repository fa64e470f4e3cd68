import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { ICredentialType, INode, INodeType, INodeTypes } from 'n8n-workflow';
import type * as n8nWorkflow from 'n8n-workflow';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';

const PACKAGE = join(packageRoot, 'clients/n8n');
const require = createRequire(import.meta.url);
const { NodeHelpers, Workflow } = require('n8n-workflow') as typeof n8nWorkflow;

/** Loads a class as n8n does: the file is named after it. */
const load = (path: string): unknown => {
  const name = /([^/]+?)\.(?:node|credentials)\.js$/.exec(path)?.[1] ?? '';
  const loaded = require(join(PACKAGE, path)) as Record<string, new () => unknown>;
  const Loaded = loaded[name];
  if (Loaded === undefined) throw new Error(`${path} exports no ${name}`);
  return new Loaded();
};

/** Builds the package, and loads what its manifest names. */
export const loadNodes = async (): Promise<{
  readonly render: INodeType;
  readonly trigger: INodeType;
  readonly credential: ICredentialType;
}> => {
  await promisify(execFile)('npm', ['run', 'build'], { cwd: PACKAGE });
  const { n8n } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8')) as {
    readonly n8n: { readonly credentials: ReadonlyArray<string>; readonly nodes: ReadonlyArray<string> };
  };
  const [render, trigger] = n8n.nodes.map(load) as [INodeType, INodeType];
  const [credential] = n8n.credentials.map(load) as [ICredentialType];
  return { render, trigger, credential };
};

/** A node, and the credential that its user has set up. */
interface Installed {
  readonly type: INodeType;
  readonly credential: ICredentialType;
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** A request of a node. */
interface Requested {
  readonly method: string;
  readonly url: string;
  readonly body?: object;
  readonly json?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What n8n gives a node: parameters with their defaults, and requests with the credential applied by its expressions. */
export const contextOf = (
  { type, credential, baseUrl, apiKey }: Installed,
  given: INode['parameters'],
  beforeRequest = async () => {},
  binary: Buffer = Buffer.alloc(0),
) => {
  const { description } = type;
  const node: INode = {
    id: '1',
    name: description.displayName,
    type: description.name,
    typeVersion: 1,
    position: [0, 0],
    parameters: given,
  };
  const parameters =
    NodeHelpers.getNodeParameters(description.properties, given, true, false, node, description) ?? {};
  const nodeTypes = { getByName: () => type, getByNameAndVersion: () => type } as unknown as INodeTypes;
  const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
  const credentials = { baseUrl: `${baseUrl}/`, apiKey };
  const resolved = (value: string): string =>
    workflow.expression.getParameterValue(value, null, 0, 0, node.name, [], 'internal', {
      $credentials: credentials,
    }) as string;
  const httpRequestWithAuthentication = async (
    name: string,
    { method, url, body, json: asJson, headers: own = {} }: Requested,
  ): Promise<unknown> => {
    expect(name).to.equal(credential.name);
    await beforeRequest();
    const { headers } = (
      credential.authenticate as { properties: { headers: Readonly<Record<string, string>> } }
    ).properties;
    const response = await fetch(url, {
      method,
      headers: {
        'content-type': 'application/json',
        ...own,
        ...Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, resolved(value)])),
      },
      ...(body === undefined ? {} : { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json: unknown = text === '' ? undefined : JSON.parse(text);
    if (!response.ok)
      throw Object.assign(new Error(`status ${response.status}`), {
        httpCode: String(response.status),
        response: { body: json },
      });
    return asJson === false ? text : json;
  };
  const stored: Record<string, unknown> = {};
  return {
    getInputData: () => [{ json: {} }],
    getNode: () => node,
    getNodeParameter: (name: string, _item?: number, fallback?: unknown) =>
      name
        .split('.')
        .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], parameters) ??
      fallback,
    getCredentials: async () => credentials,
    continueOnFail: () => false,
    logger: { warn: () => undefined },
    getWorkflowStaticData: () => stored,
    getNodeWebhookUrl: () => 'https://n8n.example.org/webhook/1/webhook',
    helpers: {
      httpRequestWithAuthentication,
      returnJsonArray: (json: object) => [{ json }],
      assertBinaryData: () => ({ fileName: 'logo.svg' }),
      getBinaryDataBuffer: async () => binary,
    },
  };
};
