import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { forEachTest } from '../support/for-suite.js';
import { apiClient } from '../support/service/http-client.js';
import { commandLineUser, PROJECT } from './command-line-user.js';

describe('The framewright command line', () => {
  const user = forEachTest(commandLineUser, ({ remove }) => remove());

  describe('login', () => {
    it('stores the key for the user alone and never prints it', async () => {
      const env = { HOME: user.folder };
      const { code, output, errors } = await user.run(['login', '--url', user.service.baseUrl], { env });
      expect([code, errors]).to.deep.equal([0, '']);
      const path = user.path('.config/framewright/config.json');
      expect((await stat(path)).mode & 0o777).to.equal(0o600);
      expect((await stat(join(path, '..'))).mode & 0o777).to.equal(0o700);
      expect(await readFile(path, 'utf8')).to.contain(user.key);
      expect(output).to.contain(user.service.baseUrl).and.not.contain(user.key);
      const listed = await user.run(['videos', 'list', '--json'], { env });
      expect(JSON.parse(listed.output)).to.deep.equal([]);
      const elsewhere = await user.run(['videos', 'list', '--url', 'http://127.0.0.1:1'], { env });
      expect(elsewhere.errors).to.contain('not logged in');
    });

    it('refuses a key that does not work, and stores nothing', async () => {
      const env = { HOME: user.folder };
      const wrong = await user.run(['login', '--url', user.service.baseUrl], {
        env,
        readSecret: () => Promise.resolve('fw_wrong'),
      });
      expect(wrong.code).to.equal(1);
      expect(wrong.errors).not.to.contain('fw_wrong');
      expect((await user.run(['videos', 'list'], { env })).errors).to.contain('not logged in');
    });
  });

  describe('videos', () => {
    it('creates links for viewing, and for editing until they expire', async () => {
      await user.write(PROJECT);
      const _id = await user.push();
      const view = (await user.run(['videos', 'link', _id])).output;
      const authorization = `Bearer ${view.split('#token=')[1]}`;
      const anonymous = apiClient(user.service.baseUrl);
      const seen = await anonymous('GET', `/v1/videos/${_id}`, { headers: { authorization } });
      expect(seen.status).to.equal(200);
      const before = Date.now();
      const edit = await user.run(['videos', 'link', _id, '--edit', '--expires-in', '7d', '--json']);
      const { access, expiresAt } = JSON.parse(edit.output) as { access: string; expiresAt: string };
      expect(access).to.equal('edit');
      expect(Date.parse(expiresAt) - before).to.be.within(6.99 * 86_400_000, 7.01 * 86_400_000);
      const wrong = await user.run(['videos', 'link', _id, '--expires-in', '1w']);
      expect(wrong.errors).to.include('30m, 12h or 7d');
      expect(wrong.code).to.equal(2);
    });

    it('pushes a file as a new video, and then its changes', async () => {
      await user.write({ $schema: `${user.service.baseUrl}/schema/video.json`, ...PROJECT });
      const _id = await user.push();
      await user.write({ ...PROJECT, metadata: { ...PROJECT.metadata, fps: 60 } });
      expect((await user.run(['videos', 'push', 'project.json'])).output).to.equal(`updated video ${_id}`);
      expect((await user.api('GET', `/v1/videos/${_id}`)).body.data.metadata.fps).to.equal(60);
      expect((await user.run(['videos', 'list'])).output).to.equal(`${_id}  From a file`);
    });

    it('does not overwrite changes that others made, unless forced', async () => {
      await user.write(PROJECT);
      const _id = await user.push();
      await user.api('PATCH', `/v1/videos/${_id}`, { body: { metadata: { name: 'Changed elsewhere' } } });
      const refused = await user.run(['videos', 'push', 'project.json']);
      expect(refused.errors).to.include('--force');
      expect(refused.code).to.equal(1);
      expect((await user.run(['videos', 'push', 'project.json', '--force'])).code).to.equal(0);
      expect((await user.api('GET', `/v1/videos/${_id}`)).body.data.metadata.name).to.equal('From a file');
    });

    it('pulls a video to a file that names its schema and can be pushed again', async () => {
      const { body } = await user.api('POST', '/v1/videos', { body: PROJECT });
      const pulled = await user.run(['videos', 'pull', 'pulled.json', '--video', body.data._id]);
      expect(pulled.errors).to.equal('');
      const project = await user.read('pulled.json');
      expect(project.$schema).to.equal(`${user.service.baseUrl}/schema/video.json`);
      expect(project).not.to.have.any.keys('_id', 'createdAt', 'updatedAt');
      await user.api('PATCH', `/v1/videos/${body.data._id}`, { body: { metadata: { fps: 50 } } });
      await user.api('POST', `/v1/videos/${body.data._id}/move`, { body: { folder: 'Mine' } });
      await user.run(['videos', 'pull', 'pulled.json']);
      expect((await user.run(['videos', 'diff', 'pulled.json'])).output).to.equal('no differences');
      expect((await user.run(['videos', 'push', 'pulled.json'])).code).to.equal(0);
    });

    it('shows what a file would change, and nothing for omitted defaults', async () => {
      await user.write(PROJECT);
      await user.run(['videos', 'push', 'project.json']);
      const same = await user.run(['videos', 'diff', 'project.json', '--exit-code']);
      expect([same.output, same.code]).to.deep.equal(['no differences', 0]);
      const [clip] = PROJECT.clips;
      await user.write({ ...PROJECT, clips: [{ ...clip, volume: 0.5, name: 'Title' }] });
      const changed = await user.run(['videos', 'diff', 'project.json', '--exit-code']);
      expect(changed.output.split('\n')).to.have.members([
        '~ clips[0].volume: 1 → 0.5',
        '+ clips[0].name: "Title"',
      ]);
      expect(changed.code).to.equal(1);
      const json = await user.run(['videos', 'diff', 'project.json', '--json']);
      expect(JSON.parse(json.output)).to.deep.include({ path: 'clips[0].volume', stored: 1, file: 0.5 });
    });

    it('shows no difference where the service stores another form of the same, and what a push removes', async () => {
      const styles = { highlightTextProperties: {}, nonHighlightTextProperties: {} };
      const captions = [
        { subtitles: { source: 'https://media.example.org/a.srt' } },
        { subtitles: { content: '1\n00:00:00,000 --> 00:00:01,000\nHello\n' } },
      ].map((words) => ({
        type: 'caption',
        timeFrame: { end: 1000 },
        captionProperties: { ...styles, ...words },
      }));
      const gradient = {
        type: 'linear',
        angle: 10,
        stops: [0, 1].map((offset) => ({ offset, color: '#123456' })),
      };
      const metadata = { ...PROJECT.metadata, output: { format: 'gif' }, backgroundColor: gradient };
      const project = { ...PROJECT, metadata, clips: captions, renderOptionsInUI: 'json' };
      await user.write({ ...project, additional: { of: 'mine' }, variables: { title: {} } });
      await user.push();
      const diff = () => user.run(['videos', 'diff', 'project.json']);
      expect((await diff()).output).to.equal('no differences');
      const { output: _, ...fewer } = metadata;
      await user.write({
        ...project,
        metadata: { ...fewer, backgroundColor: { type: 'radial', stops: gradient.stops } },
        renderOptionsInUI: ['client'],
      });
      expect((await diff()).output.split('\n')).to.have.length(6);
      expect((await user.run(['videos', 'push', 'project.json'])).errors).to.equal('');
      expect((await diff()).output).to.equal('no differences');
    });
  });

  it('imports a project of another system and says what differs', async () => {
    const asset = { type: 'text', text: 'Hello', shine: true };
    await user.write(
      { timeline: { tracks: [{ clips: [{ asset, start: 0, length: 2 }] }] }, output: {} },
      'edit.json',
    );
    const options = ['--from', 'shotstack', '-o', 'project.json'];
    const { code, errors } = await user.run(['import', 'edit.json', ...options]);
    expect([code, errors]).to.deep.equal([
      0,
      'timeline.tracks[0].clips[0].asset.shine was left out: it has no counterpart here',
    ]);
    expect((await user.run(['videos', 'push', 'project.json'])).errors).to.equal('');
    const { _id } = (await user.api('GET', '/v1/videos')).body.data[0];
    const exported = (await user.api('GET', `/v1/videos/${_id}/timeline`)).body.data;
    await user.write(exported.timeline, 'cut.otio');
    const again = await user.run(['import', 'cut.otio', '--from', 'otio', '--json']);
    expect(JSON.parse(again.output).video.clips[0].textProperties.content).to.equal('Hello');
    expect((await user.run(['import', 'edit.json', '--from', 'elsewhere'])).code).to.equal(2);
  });

  it('prints completion scripts, and completes commands and options', async () => {
    const log = console.log;
    const lines: Array<string> = [];
    console.log = (text: string) => void lines.push(text);
    try {
      await user.run(['complete', 'bash']);
      await user.run(['complete', '--', 'videos', '']);
    } finally {
      console.log = log;
    }
    expect(lines.join('\n')).to.contain('bash').and.contain('push').and.contain('diff');
  });

  it('explains invalid arguments', async () => {
    const { code, errors } = await user.run(['videos', 'push']);
    expect([code, errors]).to.deep.equal([2, "error: missing required argument 'file'"]);
    const json = await user.run(['videos', 'push', '--json']);
    expect([json.code, JSON.parse(json.errors)]).to.deep.equal([2, { error: errors }]);
    expect((await user.run(['--help'])).output).to.contain('webhooks');
  });
});
