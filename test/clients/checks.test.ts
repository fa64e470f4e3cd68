import { expect } from 'chai';
import { forSuite } from '../support/for-suite.js';
import { previewService } from '../support/service/preview-service.js';
import { commandLine } from './command-line.js';

const METADATA = { name: 'checked', duration: 1000, fps: 10, canvas: { width: 64, height: 36 } };
const GOOD = { metadata: METADATA, clips: [] };
const image = { type: 'image', source: 'http://10.1.2.3/a.png', timeFrame: { start: 0, end: 1000 } } as const;
const BAD = { metadata: METADATA, clips: [image] };

describe('Checks in the clients', () => {
  const cli = forSuite(
    async () => {
      const { service } = await previewService();
      return commandLine(service.baseUrl, await service.issueKey('checks-in-clients'));
    },
    ({ remove }) => remove(),
  );
  before(async () => {
    for (const [name, project] of Object.entries({ good: GOOD, bad: BAD, malformed: { ...GOOD, clip: [] } }))
      await cli.write(project, `${name}.json`);
  });

  it('are made of projects and of stored videos', async () => {
    expect(await cli.client.renders.check(GOOD)).to.deep.include({ ok: true, problems: [] });
    const { _id } = await cli.client.videos.create(BAD);
    const { ok, problems } = await cli.client.videos.check(_id);
    expect([ok, problems[0]?.path]).to.deep.equal([false, 'clips[0].source']);
  });

  it('are printed by `framewright check`, which exits with 1 if there is an error', async () => {
    const expectGood = ({ code, output }: { readonly code: number; readonly output: string }): void => {
      expect([code, output.split('\n', 1)[0]]).to.deep.equal([0, 'no problems']);
    };
    expectGood(await cli.run(['check', 'good.json']));
    const bad = await cli.run(['check', 'bad.json']);
    expect(bad.code).to.equal(1);
    expect(bad.output).to.match(
      /^error: clips\[0\]\.source: the source has no publicly routable address\n  Use /,
    );
    const json = await cli.run(['check', 'bad.json', '--json']);
    expect(json.code).to.equal(1);
    expect(JSON.parse(json.output)).to.deep.include({ ok: false });
    const malformed = await cli.run(['check', 'malformed.json', '--json']);
    expect([malformed.code, JSON.parse(malformed.output).problems[0].path]).to.deep.equal([1, 'clip']);
    const named = { ...METADATA, name: '{{name}}' };
    await cli.write({ ...GOOD, metadata: named }, 'template.json');
    await cli.write({ name: 'filled' }, 'values.json');
    expectGood(await cli.run(['check', 'template.json', '--values', 'values.json']));
    const stored = (await cli.client.videos.create(GOOD))._id;
    expect((await cli.run(['check', stored])).code).to.equal(0);
  });
});
