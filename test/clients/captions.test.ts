import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { createClient } from '../../clients/typescript/core/client.js';
import { captionedVideo } from '../support/renders/captioned-video.js';
import { sharedService } from '../support/service/service.js';
import { type CommandLine, commandLine } from './command-line.js';
import { forSuite } from '../support/for-suite.js';

const FILE = '1\n00:00:01,000 --> 00:00:02,000\nHello there\n';

describe('Captions in the clients', () => {
  const service = forSuite(sharedService);
  let cli: CommandLine;
  let key: string;

  before(async () => {
    key = await service.issueKey('captions-in-clients');
    cli = await commandLine(service.baseUrl, key);
    await writeFile(join(cli.folder, 'talk.srt'), FILE);
  });
  after(() => cli.remove());

  it('are imported into a project file, pushed and exported', async () => {
    await writeFile(join(cli.folder, 'project.json'), JSON.stringify(captionedVideo({ words: [] })));
    expect(await cli.run(['captions', 'import', 'project.json', 'talk.srt'])).to.include({ code: 0 });
    const pushed = await cli.run(['videos', 'push', 'project.json', '--json']);
    const { _id: id } = JSON.parse(pushed.output) as { readonly _id: string };
    expect(await cli.run(['captions', 'export', id])).to.deep.include({ code: 0, output: FILE.trimEnd() });
    expect(await cli.run(['captions', 'export', id, '-o', 'out.vtt'])).to.deep.include({
      code: 0,
      output: 'out.vtt',
    });
    expect(await readFile(join(cli.folder, 'out.vtt'), 'utf8')).to.match(/^WEBVTT\n\n00:00:01\.000 --> /);
    const client = createClient({ baseUrl: service.baseUrl, apiKey: key });
    expect(await client.captions.ofVideo(id, 'said', { format: 'txt' })).to.equal('Hello there\n');
    expect((await cli.run(['captions', 'export', id, '--clip', 'other'])).errors).to.include('--clip: said');
  });

  it('of a render are exported, and a URL is imported as it is', async () => {
    const client = createClient({ baseUrl: service.baseUrl, apiKey: key });
    const { _id: video } = await client.videos.create(
      captionedVideo({ subtitles: { content: FILE } }) as never,
    );
    const { _id: id } = await client.renders.create(video);
    expect((await cli.run(['captions', 'export', id, '--render'])).output).to.equal(FILE.trimEnd());
    await writeFile(join(cli.folder, 'other.json'), JSON.stringify(captionedVideo({ words: [] })));
    const url = 'https://media.example.org/talk.srt';
    expect(await cli.run(['captions', 'import', 'other.json', url])).to.include({ code: 0 });
    expect(await readFile(join(cli.folder, 'other.json'), 'utf8')).to.include(`"source": "${url}"`);
    await writeFile(join(cli.folder, 'empty.json'), '{"clips": []}');
    const none = await cli.run(['captions', 'import', 'empty.json', 'talk.srt']);
    expect([none.code, none.errors]).to.deep.equal([1, 'there is no caption clip']);
  });
});
