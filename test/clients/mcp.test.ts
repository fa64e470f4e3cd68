import { readFile, writeFile } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { expect } from 'chai';
import { createClient } from '../../clients/typescript/core/client.js';
import { startMcpHttp } from '../../clients/typescript/mcp/http.js';
import { createMcpServer } from '../../clients/typescript/mcp/server.js';
import { renderOutcomes } from '../../application/renders/render-outcomes.js';
import type { RenderId } from '../../domain/ids.js';
import type { RenderOutput } from '../../domain/render/render-output.js';
import { provenance, renderOutput } from '../support/renders/ended-renders.js';
import { rightOf } from '../support/right-of.js';
import { sharedService } from '../support/service/service.js';
import { commandLine } from './command-line.js';
import { PUBLIC_BASE_URL } from '../support/service/public-base-url.js';
import { forSuite } from '../support/for-suite.js';

const VIDEO = {
  metadata: { name: 'By an agent', duration: 1000 },
  clips: [
    {
      type: 'text',
      timeFrame: { end: 1000 },
      textProperties: { content: 'Hello', fontSize: 40, color: '#FFFFFF' },
    },
  ],
};

const TOOLS = [
  'read_format',
  'list_fonts',
  'read_samples',
  'validate_video',
  'get_video',
  'read_variables',
  'list_videos',
  'create_video',
  'patch_video',
  'list_assets',
  'upload_from_url',
  'look_at_frame',
  'render_video',
  'cancel_render',
  'render_batch',
  'read_batch',
  'cancel_batch',
  'wait_for_render',
  'fetch_output',
];

describe('The MCP server', () => {
  const service = forSuite(sharedService);
  let apiKey: string;
  let agent: McpClient;
  let owners = 0;
  beforeEach(async () => {
    apiKey = await service.issueKey(`mcp-${(owners += 1)}`);
    agent = new McpClient({ name: 'test', version: '1' });
  });
  afterEach(() => agent.close());

  /** Connects the agent to a server in this process. */
  const connect = async (): Promise<void> => {
    const client = createClient({ baseUrl: service.baseUrl, apiKey, sleep: async () => undefined });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await createMcpServer(client).connect(theirs);
    await agent.connect(ours);
  };

  const call = async (name: string, args: Record<string, unknown> = {}): Promise<CallToolResult> =>
    (await agent.callTool({ name, arguments: args })) as CallToolResult;
  const textOf = ({ content: [first] }: CallToolResult): string => (first?.type === 'text' ? first.text : '');
  // oxlint-disable-next-line typescript/no-explicit-any -- results of every shape
  const json = async (name: string, args?: Record<string, unknown>): Promise<any> =>
    JSON.parse(textOf(await call(name, args)));

  const complete = async (id: RenderId, output: RenderOutput = renderOutput(id)): Promise<void> => {
    const outcomes = renderOutcomes(service.dependencies, 'a-worker');
    rightOf(await outcomes.start(id)());
    rightOf(await outcomes.complete(id, 1, output, provenance)());
  };

  it('offers tools from the format to the output', async () => {
    await connect();
    expect((await agent.listTools()).tools.map(({ name }) => name)).to.deep.equal(TOOLS);
    expect(agent.getInstructions()).to.contain('JSON');
  });

  it('keeps a file from a URL, and lists what clips can name', async () => {
    await connect();
    const refused = await call('upload_from_url', { url: 'https://media.invalid/logo.png' });
    expect([refused.isError, textOf(refused)]).to.satisfy(
      ([isError, text]: [boolean, string]) => isError && text.includes('HTTP status 422'),
    );
    const stored = await fetch(`${service.baseUrl}/v1/assets?name=logo`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'image/png' },
      body: 'some bytes',
    });
    const { data } = (await stored.json()) as { readonly data: { readonly _id: string } };
    expect(await json('list_assets', { name: 'log' })).to.deep.equal([
      { source: `asset:${data._id}`, name: 'logo', status: 'uploading' },
    ]);
    expect(await json('list_assets', { kind: 'audio' })).to.deep.equal([]);
  });

  it('lets an agent read the format, definition by definition', async () => {
    await connect();
    const { definitions, video } = await json('read_format');
    expect(definitions).to.include('TextProperties');
    expect(video.required).to.deep.equal(['metadata', 'clips']);
    const text = await json('read_format', { definition: 'TextProperties' });
    expect(text.properties).to.have.property('fontSize');
    expect(await json('list_fonts')).to.include('Inter');
    expect(await json('read_samples')).to.have.nested.property('[1]._id', 'quote-card');
    const absent = await call('read_samples', { id: 'no-such' });
    expect([absent.isError, textOf(absent)]).to.satisfy(
      ([isError, text]: [boolean, string]) =>
        isError && /^there is no sample no-such, only .*quote-card/.test(text),
    );
    const sample = await json('read_samples', { id: 'quote-card' });
    expect(await json('validate_video', { video: sample })).to.deep.include({ ok: true, problems: [] });
  });

  it('validates, stores, changes and lists videos, and hides editor links', async () => {
    await connect();
    expect(await json('validate_video', { video: VIDEO })).to.deep.include({ ok: true, problems: [] });
    const wrong = { ...VIDEO, clips: [{ ...VIDEO.clips[0], volume: 'loud', timeFrame: { end: 'x' } }] };
    const { problems } = await json('validate_video', { video: wrong });
    expect(problems).to.have.length(2);
    expect(JSON.stringify(problems).length).to.be.lessThan(250);
    const created = await call('create_video', { video: VIDEO });
    expect(textOf(created)).not.to.contain('redirectUrl');
    const { _id } = JSON.parse(textOf(created)) as { _id: string };
    await call('patch_video', { videoId: _id, patch: { metadata: { fps: 60 } } });
    expect((await json('get_video', { videoId: _id })).metadata.fps).to.equal(60);
    expect(await json('list_videos', { name: 'agent' })).to.have.nested.property('[0]._id', _id);
  });

  it('tells the agent what to correct', async () => {
    await connect();
    const refused = await call('create_video', { video: { ...VIDEO, metadata: { name: 'No duration' } } });
    expect([refused.isError, textOf(refused)]).to.deep.equal([
      true,
      'HTTP status 400\nmetadata.duration is required',
    ]);
    expect((await call('get_video', { videoId: 'nothing' })).isError).to.equal(true);
  });

  it('renders, waits and fetches the output', async () => {
    await connect();
    const { _id: videoId } = await json('create_video', { video: VIDEO });
    const { _id: renderId, ...pending } = await json('render_video', { videoId });
    expect(pending).to.include({ status: 'pending' }).and.not.have.property('videoData');
    expect((await call('fetch_output', { renderId })).isError).to.equal(true);
    await complete(renderId as RenderId);
    expect(await json('wait_for_render', { renderId })).to.include({ status: 'completed' });
    const { content } = await call('fetch_output', { renderId });
    expect(content[1])
      .to.include({ type: 'resource_link' })
      .and.property('uri')
      .match(/\.mp4$/);
  });

  it('fills templates, renders batches and cancels', async () => {
    await connect();
    const [clip] = VIDEO.clips;
    const content = 'Hello {{name}}';
    const template = { ...VIDEO, clips: [{ ...clip, textProperties: { ...clip?.textProperties, content } }] };
    const values = { name: 'Ada' };
    expect(await json('validate_video', { video: template, values })).to.include({ ok: true });
    const { _id: videoId } = await json('create_video', { video: template });
    expect(await json('read_variables', { videoId })).to.have.nested.property('[0].name', 'name');
    expect((await call('render_video', { videoId })).isError).to.equal(true);
    const { _id: renderId } = await json('render_video', { videoId, values, output: { format: 'webm' } });
    expect(await json('cancel_render', { renderId })).to.include({ status: 'cancelled' });
    const { _id: batchId } = await json('render_batch', { videoId, rows: [values, { name: 'Bob' }] });
    const { results } = await json('read_batch', { batchId });
    expect(results.map(({ row }: { readonly row: number }) => row)).to.deep.equal([0, 1]);
    expect(await json('cancel_batch', { batchId })).to.include({ status: 'cancelled' });
  });

  it('serves streamable HTTP, with the key of each user', async () => {
    const server = await startMcpHttp({ baseUrl: service.baseUrl, host: '127.0.0.1', port: 0 });
    const url = new URL(server.url);
    const headers = { authorization: `Bearer ${apiKey}` };
    try {
      await agent.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
      const { _id } = await json('create_video', { video: VIDEO });
      expect((await json('list_videos'))[0]).to.include({ _id });
      expect((await fetch(url, { method: 'POST' })).status).to.equal(401);
    } finally {
      await agent.close();
      await server.close();
    }
  });

  it('serves the standard input and output of `framewright mcp`', async () => {
    const cli = await commandLine(service.baseUrl, apiKey);
    const [input, output] = [new PassThrough(), new PassThrough()];
    const serving = cli.run(['mcp'], { input, output });
    await agent.connect(new StdioServerTransport(output, input)); // the same framing, the other way round
    expect(await json('list_videos')).to.deep.equal([]);
    await agent.close();
    input.end();
    expect(await serving).to.deep.equal({ code: 0, output: '', errors: '' });
    await cli.remove();
  });

  it('saves outputs in the folder that the user named', async () => {
    const cli = await commandLine(service.baseUrl, apiKey);
    const [input, replies] = [new PassThrough(), new PassThrough()];
    const fetchOutput: typeof fetch = (url) =>
      fetch((url as string).replace(PUBLIC_BASE_URL, service.baseUrl));
    const serving = cli.run(['mcp', '--save-to', 'new/outputs'], {
      input,
      output: replies,
      fetch: fetchOutput,
    });
    await agent.connect(new StdioServerTransport(replies, input));
    const { _id: videoId } = await json('create_video', { video: VIDEO });
    const { _id: renderId } = await json('render_video', { videoId });
    const output = { ...renderOutput(renderId as RenderId), key: `${renderId}.m3u8`, format: 'hls' };
    const segments = { ...output, key: `${renderId}.m4s`, role: 'segments', output: 0 };
    for (const { key } of [output, segments]) {
      await writeFile(cli.path(key), key);
      rightOf(await service.objectStorage.put(key, cli.path(key))());
    }
    await complete(renderId as RenderId, { ...output, files: [segments] });
    await call('wait_for_render', { renderId });
    const { path } = await json('fetch_output', { renderId });
    expect(path).to.equal(`${cli.folder}/new/outputs/${renderId}.m3u8`);
    for (const { key } of [output, segments])
      expect(await readFile(cli.path(`new/outputs/${key}`), 'utf8')).to.equal(key);

    rightOf(await service.objectStorage.remove(output.key)());
    const gone = await call('fetch_output', { renderId });
    expect(gone.isError).to.equal(true);
    expect(textOf(gone)).to.match(/^HTTP status 410\nthe output is no longer stored\nto render/);
    await agent.close();
    input.end();
    await serving;
    await cli.remove();
  });
});
