import { readFile, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { captionedVideo } from '../support/renders/captioned-video.js';
import { commandLineUser } from './command-line-user.js';
import { forSuite } from '../support/for-suite.js';

const FILE = '1\n00:00:01,000 --> 00:00:02,000\nHello there\n';

describe('Captions in the clients', () => {
  const cli = forSuite(commandLineUser, ({ remove }) => remove());
  before(() => writeFile(cli.path('talk.srt'), FILE));

  it('are imported into a project file, pushed and exported', async () => {
    await cli.write(captionedVideo({ words: [] }));
    expect(await cli.run(['captions', 'import', 'project.json', 'talk.srt'])).to.include({ code: 0 });
    const id = await cli.push();
    expect(await cli.run(['captions', 'export', id])).to.deep.include({ code: 0, output: FILE.trimEnd() });
    expect(await cli.run(['captions', 'export', id, '-o', 'out.vtt'])).to.deep.include({
      code: 0,
      output: 'out.vtt',
    });
    expect(await readFile(cli.path('out.vtt'), 'utf8')).to.match(/^WEBVTT\n\n00:00:01\.000 --> /);
    expect(await cli.client.captions.ofVideo(id, 'said', { format: 'txt' })).to.equal('Hello there\n');
    expect((await cli.run(['captions', 'export', id, '--clip', 'other'])).errors).to.include('--clip: said');
  });

  it('of a render are exported, and a URL is imported as it is', async () => {
    const { client } = cli;
    const { _id: video } = await client.videos.create(
      captionedVideo({ subtitles: { content: FILE } }) as never,
    );
    const { _id: id } = await client.renders.create(video);
    expect((await cli.run(['captions', 'export', id, '--render'])).output).to.equal(FILE.trimEnd());
    await cli.write(captionedVideo({ words: [] }), 'other.json');
    const url = 'https://media.example.org/talk.srt';
    expect(await cli.run(['captions', 'import', 'other.json', url])).to.include({ code: 0 });
    expect(await readFile(cli.path('other.json'), 'utf8')).to.include(`"source": "${url}"`);
    await cli.write({ clips: [] }, 'empty.json');
    const none = await cli.run(['captions', 'import', 'empty.json', 'talk.srt']);
    expect([none.code, none.errors]).to.deep.equal([1, 'there is no caption clip']);
  });
});
