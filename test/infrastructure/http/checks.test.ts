import { expect } from 'chai';
import { endRender } from '../../support/renders/ended-renders.js';
import { apiClient, minimalVideo } from '../../support/service/http-client.js';
import { tableHashes } from '../../support/servers/table-hashes.js';
import { captionOf, media, METADATA, PICTURE, SOUND, startChecking, text, TIME } from './checking.js';
import { forSuite } from '../../support/for-suite.js';

describe('HTTP API: checks', () => {
  const checking = forSuite(startChecking, (opened) => opened.stop());

  it('find nothing wrong with a correct video', async () => {
    const video = await checking.made('fine.mp4', ...PICTURE, ...SOUND(1), '-pix_fmt', 'yuv420p');
    const caption = captionOf([{ word: 'hello', start: 0, end: 900 }]);
    const answer = await checking.tried([media('video', video), text('Hello 世界 😀'), caption]);
    expect(answer).to.deep.include({ ok: true, problems: [] });
  });

  it('warn about text that overflows its box, unless it is shortened', async () => {
    const small = { width: 100, height: 30 };
    const long = 'much more text than fits here';
    const problems = await checking.problemsOf(
      text(long, {}, small),
      text(long, { overflow: 'ellipsis' }, small),
      text(long, { fitText: { min: 4, max: 20 } }, small),
      { type: 'group', timeFrame: TIME, size: small, clips: [text(long, {}, small)] },
    );
    expect(problems.map(({ severity, path }) => [severity, path])).to.deep.equal([
      ['warning', 'clips[0].textProperties'],
      ['warning', 'clips[3].clips[0].textProperties'],
    ]);
    expect(problems[0]?.message).to.match(/needs \d+ × \d+ px.*100 × 30 px/);
  });

  it('warn about caption words outside their clip', async () => {
    const words = [
      { word: 'early', start: 0, end: 200 },
      { word: 'seen', start: 300, end: 500 },
      { word: 'late', start: 1300, end: 1500 },
    ];
    expect(await checking.onlyProblem(captionOf(words, 250))).to.include({
      path: 'clips[0].captionProperties.words[0]',
      message: '2 of 3 words are outside their clip, and are not shown',
    });
  });

  it('read subtitle files, and warn about cues outside their clip', async () => {
    const captioned = (source: string) => {
      const { words: _, ...captionProperties } = captionOf([]).captionProperties;
      return { ...captionOf([]), captionProperties: { ...captionProperties, subtitles: { source } } };
    };
    const srt = (from: string, to: string) => `1\n${from} --> ${to}\nhello there\n`;
    const problems = await checking.problemsOf(
      captioned(checking.assets.serve('/late.srt', srt('00:00:05,000', '00:00:06,000'))),
      captioned(checking.assets.serve('/broken.srt', 'not subtitles')),
    );
    expect(problems.map(({ severity, path }) => [severity, path])).to.deep.equal([
      ['warning', 'clips[0].captionProperties.words[0]'],
      ['error', 'clips[1].captionProperties.subtitles.source'],
    ]);
  });

  it('name fonts that are missing or broken', async () => {
    const unknown = text('words', { fontFamily: 'No Such Font' });
    expect(await checking.onlyProblem(unknown)).to.include({
      severity: 'warning',
      message: 'there is no font named "No Such Font"',
    });
    const strict = await checking.tried([unknown], { missingFonts: 'fail' });
    expect([strict.ok, strict.problems[0]?.severity]).to.deep.equal([false, 'error']);
    const fonts = [{ family: 'Own', source: checking.assets.serve('/own.ttf', 'no font') }];
    const { problems } = await checking.tried([text('words', { fontFamily: 'Own' })], { fonts });
    expect(problems.map(({ severity, path }) => [severity, path])).to.deep.include([
      'error',
      'metadata.fonts',
    ]);
  });

  it('store nothing: no event, no row, and no answer under an Idempotency-Key', async () => {
    const clips = [text('{{title}}')];
    const { data } = (await checking.api('POST', '/v1/videos', { body: { metadata: METADATA, clips } })).body;
    const stored = async () => {
      const { checkpoints: _, rate_limits: __, ...tables } = await tableHashes(checking.service.database);
      return { tables, events: await checking.service.recordedText() };
    };
    await checking.api('GET', `/v1/videos/${data._id}`); // waits until it is projected
    const before = await stored();
    const headers = { 'idempotency-key': 'the same' };
    const merge = { title: 'a long title that does not fit in one line of the box, nor in two of them' };
    const wanted = { body: { merge }, headers };
    for (const path of [`/v1/videos/${data._id}/check`, `/v1/renders/${data._id}?dryRun=true`]) {
      const { status, body } = await checking.api('POST', path, wanted);
      expect([status, body.data.ok]).to.deep.equal([200, true], path);
    }
    const unstored = { body: { metadata: METADATA, clips: [text('plain')] }, headers };
    expect((await checking.api('POST', '/v1/renders?dryRun=true', unstored)).status).to.equal(200);
    expect(await stored()).to.deep.equal(before);
  });

  it('validate like the render itself: fields, merge, outputs, owner', async () => {
    const clips = [text('{{title}}')];
    const { data } = (await checking.api('POST', '/v1/videos', { body: { metadata: METADATA, clips } })).body;
    const missing = await checking.api('POST', `/v1/videos/${data._id}/check`, { body: {} });
    expect([missing.status, missing.body.message]).to.deep.equal([400, ['merge.title is required']]);
    const body = { merge: { title: 'x' }, output: { format: 'mp5' } };
    expect((await checking.api('POST', `/v1/renders/${data._id}?dryRun=true`, { body })).status).to.equal(
      400,
    );
    const unknown = { metadata: METADATA, clips: [{ ...text('x'), colour: 1 }] };
    expect((await checking.api('POST', '/v1/renders?dryRun=true', { body: unknown })).status).to.equal(400);
    expect((await checking.api('POST', '/v1/renders?dryRun=yes', { body: {} })).status).to.equal(400);
    const other = apiClient(checking.service.baseUrl, await checking.service.issueKey('checks-other'));
    expect((await other('POST', `/v1/videos/${data._id}/check`, { body: {} })).status).to.equal(403);
  });

  it("estimate time and size from the owner's history", async () => {
    const client = apiClient(checking.service.baseUrl, await checking.service.issueKey('checks-history'));
    const estimated = async (more = {}) =>
      (await client('POST', '/v1/renders?dryRun=true', { body: { ...minimalVideo, ...more } })).body.data;
    const first = await estimated();
    expect(first.bytes.high).to.be.greaterThan(first.bytes.low * 5);
    expect(first.seconds.high).to.be.greaterThan(first.seconds.low * 3);
    for (let count = 0; count < 5; count += 1)
      await endRender(checking.service, client, 'completed', { bytes: 5000 });
    const { seconds, bytes } = await estimated();
    expect(bytes).to.deep.equal({ low: 5000, high: 5000 });
    expect(seconds.low).to.be.greaterThan(0);
    expect(seconds.high).to.be.at.least(seconds.low);
    const sound = await estimated({ output: { format: 'm4a' } });
    expect(sound.bytes.high).to.be.lessThan(5000);
  });
});
