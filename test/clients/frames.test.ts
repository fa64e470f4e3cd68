import { readFile } from 'node:fs/promises';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { expect } from 'chai';
import sharp from 'sharp';
import { ApiError } from '../../clients/typescript/core/client.js';
import { createMcpServer } from '../../clients/typescript/mcp/server.js';
import { previewService } from '../support/service/preview-service.js';
import { forSuite } from '../support/for-suite.js';
import { commandLine } from './command-line.js';

const PROJECT = {
  metadata: {
    name: 'red',
    duration: 1000,
    fps: 10,
    canvas: { width: 64, height: 36 },
    backgroundColor: '#FF0000',
  },
  clips: [],
};

/** The format and the width of a picture, and its first pixel as shares of red, green and blue. */
const seenIn = async (bytes: Buffer): Promise<string> => {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixel = [...data.subarray(0, 3)].map((level) => Math.round(level / 25.5) / 10);
  return `${(await sharp(bytes).metadata()).format} ${info.width} ${pixel.join(',')}`;
};

describe('Frames in the clients', () => {
  const cli = forSuite(
    async () => {
      const { service } = await previewService();
      return commandLine(service.baseUrl, await service.issueKey('frames-in-clients'));
    },
    ({ remove }) => remove(),
  );
  /** A stored video that was red and is blue. */
  let videoId: string;

  before(async () => {
    videoId = (await cli.client.videos.create(PROJECT))._id;
    await cli.client.videos.update(videoId, { metadata: { backgroundColor: '#0000FF' } });
    await cli.write(PROJECT);
  });

  it('are pictures of stored videos and of projects', async () => {
    const bytesOf = async (frame: Blob) => Buffer.from(await frame.arrayBuffer());
    expect(await seenIn(await bytesOf(await cli.client.frames.get(videoId)))).to.equal('png 64 0,0,1');
    const earlier = await cli.client.frames.get(videoId, { version: 1, at: 900, width: 32 });
    expect(await seenIn(await bytesOf(earlier))).to.equal('png 32 1,0,0');
    const drawn = await cli.client.frames.draw(PROJECT, { type: 'image/webp' });
    expect(drawn.type).to.equal('image/webp');
    expect(await seenIn(await bytesOf(drawn))).to.equal('webp 64 1,0,0');
  });

  it('that cannot be drawn are errors with their problems', async () => {
    const refused = await cli.client.frames.get(videoId, { at: 5000 }).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(ApiError);
    const { status, problems } = refused as ApiError;
    expect(status).to.equal(400);
    expect(problems.join()).to.contain('t ');
  });

  it('are written by `framewright preview`, of a project file or a stored video', async () => {
    const preview = async (...args: ReadonlyArray<string>) => cli.run(['preview', ...args]);
    const written = async (name: string) => seenIn(await readFile(cli.path(name)));
    expect(await preview('project.json')).to.deep.equal({ code: 0, output: 'project.png', errors: '' });
    expect(await written('project.png')).to.equal('png 64 1,0,0');
    const json = await preview(videoId, '--at', '250.5', '--width', '32', '-o', 'b.png', '--json');
    expect(JSON.parse(json.output)).to.include({ output: 'b.png', at: 250.5, type: 'image/png' });
    expect(await written('b.png')).to.equal('png 32 0,0,1');
    await preview(videoId, '--version', '1', '-o', 'first.jpg');
    expect(await written('first.jpg')).to.equal('jpeg 64 1,0,0');
  });

  it('are refused by `framewright preview` with what is wrong', async () => {
    const late = await cli.run(['preview', videoId, '--at', '5000']);
    expect([late.code, late.output]).to.deep.equal([1, '']);
    expect(late.errors).to.match(/^t /);
    expect((await cli.run(['preview', 'project.json', '-o', 'x.bmp'])).errors).to.contain('.png, .jpg');
    expect((await cli.run(['preview', 'project.json', '--version', '2'])).errors).to.contain('stored videos');
    expect((await cli.run(['preview', 'project.json', '--at', 'soon'])).code).to.equal(2);
  });

  it('are shown to agents', async () => {
    const agent = new McpClient({ name: 'test', version: '1' });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await createMcpServer(cli.client).connect(theirs);
    await agent.connect(ours);
    const look = async (args: Record<string, unknown>) =>
      (await agent.callTool({ name: 'look_at_frame', arguments: args })) as CallToolResult;
    for (const [args, seen] of [
      [{ videoId }, 'jpeg 64 0,0,1'],
      [{ video: PROJECT, timeMs: 500, width: 32 }, 'jpeg 32 1,0,0'],
    ] as const) {
      const [picture] = (await look(args)).content;
      if (picture?.type !== 'image') throw new Error('there is no picture');
      expect(picture.mimeType).to.equal('image/jpeg');
      expect(await seenIn(Buffer.from(picture.data, 'base64'))).to.equal(seen);
    }
    const both = await look({ videoId, video: PROJECT });
    expect([both.isError, both.content]).to.deep.equal([
      true,
      [{ type: 'text', text: 'give either videoId or video' }],
    ]);
    await agent.close();
  });
});
