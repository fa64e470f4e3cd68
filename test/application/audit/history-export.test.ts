import { expect } from 'chai';
import * as fc from 'fast-check';
import { historyLines, type ReadEvents } from '../../../application/audit/history-export.js';
import { problemsOfExport } from '../../../application/audit/verify-export.js';
import type { ArchivedEvent, StoredEvent } from '../../../application/ports/event-archive.js';
import type { DomainEvent } from '../../../domain/events.js';
import { assetStream } from '../../../domain/asset/asset.js';
import { assetSource } from '../../../domain/asset/references.js';
import { reviewStream } from '../../../domain/review/review.js';
import { collect, rejectionOf } from '../../support/event-store/event-store-client.js';
import { newStream } from '../../support/event-store/example-history.js';
import {
  assetId,
  at,
  clip,
  composition,
  owner,
  renderId,
  snapshot,
  videoCreated,
  videoId,
  videoPatched,
} from '../../support/examples.js';

const archived = (stream: string, events: ReadonlyArray<DomainEvent>): ReadonlyArray<ArchivedEvent> =>
  newStream(stream, events).events.map(({ id, event, metadata }, revision) => ({
    stored: { id, stream, revision, type: event.type, recordedAt: at(revision), data: event.data, metadata },
    event,
  }));

const first = composition('One', [clip('a')]);
const video = archived(`video-${videoId}`, [
  videoCreated(first),
  ...[2, 3, 4, 5].map((version) => videoPatched(version, composition(`Name ${version}`, [clip('a')]))),
]);
const requested = (stored = first, merge?: Readonly<Record<string, unknown>>): DomainEvent => ({
  type: 'RenderRequested',
  data: {
    renderId,
    ownerId: owner,
    videoId,
    videoVersion: 1,
    video: snapshot(stored),
    autoGenerateCaptionWords: false,
    captionLanguageCode: 'en',
    at: at(9),
    ...(merge ? { merge } : {}),
  },
});

const author = { role: 'reviewer', credential: 'c'.repeat(64), name: 'Ann', named: 'link' } as const;
const decision = { videoId, ownerId: owner, author, version: 1, at: at(9) };

const reading = (...streams: ReadonlyArray<ReadonlyArray<ArchivedEvent>>): ReadEvents =>
  async function* (stream) {
    yield* await Promise.resolve(streams.flat().filter(({ stored }) => stored.stream === stream));
  };
const linesOf = (...streams: ReadonlyArray<ReadonlyArray<ArchivedEvent>>): Promise<string[]> =>
  collect(historyLines(reading(...streams), streams[0]?.[0]?.stored.stream ?? ''));

const problemsAfter = async (change: (lines: string[]) => ReadonlyArray<string>) => {
  const lines = change(await linesOf(video));
  return (await problemsOfExport(() => lines)).problems.map(
    ({ revision, problem }) => `${revision} ${problem}`,
  );
};
/** The content of a line without the time at which the store recorded the event; a line that is not JSON is returned as it is. */
const contentOf = (line: string): string => {
  try {
    const { recordedAt: _recordedAt, ...event } = JSON.parse(line) as StoredEvent;
    return JSON.stringify(event);
  } catch {
    return line;
  }
};
const altered = (line: string | undefined, change: (event: StoredEvent) => StoredEvent): string =>
  JSON.stringify(change(JSON.parse(line ?? '') as StoredEvent));

describe('exported histories', () => {
  it('are authentic if unchanged, with or without a final line break', async () => {
    const lines = await linesOf(video);
    for (const end of [[], ['']])
      expect(await problemsOfExport(() => lines.concat(end))).to.deep.equal({
        events: 5,
        problems: [],
      });
  });

  it('report any changed byte of an event', async () => {
    const lines = await linesOf(video);
    const byte = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));
    const attack = fc.record({
      line: fc.integer({ min: 1, max: lines.length - 1 }),
      at: fc.nat(),
      byte,
    });
    await fc.assert(
      fc.asyncProperty(attack, async ({ line, at, byte }) => {
        const before = lines[line] ?? '';
        const index = at % before.length;
        const after = before.slice(0, index) + byte + before.slice(index + 1);
        // The time at which the store recorded an event is not covered by its hash.
        fc.pre(contentOf(after) !== contentOf(before));
        const verified = problemsOfExport(() => lines.with(line, after)).then(({ problems }) => problems);
        // A line that is not JSON ends the verification.
        expect(await verified.catch((error: unknown) => [error])).to.not.deep.equal([]);
      }),
      { numRuns: 300 },
    );
  });

  it('report a missing event, at the beginning, in the middle or at the end', async () => {
    expect((await problemsAfter((lines) => lines.toSpliced(1, 1)))[0]).to.equal('0 is missing here');
    expect((await problemsAfter((lines) => lines.toSpliced(3, 1)))[0]).to.equal('2 is missing here');
    expect(await problemsAfter((lines) => lines.toSpliced(5, 1))).to.deep.equal(['4 is missing at the end']);
  });

  it('report events that were swapped or repeated', async () => {
    const swapped = await problemsAfter(([header = '', a = '', b = '', c = '', ...rest]) => [
      header,
      a,
      c,
      b,
      ...rest,
    ]);
    expect(swapped).to.include('1 is out of place');
    const repeated = await problemsAfter((lines) => lines.toSpliced(3, 0, lines[2] ?? ''));
    expect(repeated).to.deep.equal(['1 is out of place']);
  });

  it('report an event that was replaced by another, including its hashes', async () => {
    const forged = archived(`video-${videoId}`, [
      videoCreated(first),
      videoPatched(2, composition('Forged')),
    ]);
    const problems = await problemsAfter((lines) => lines.with(2, JSON.stringify(forged[1]?.stored)));
    expect(problems).to.deep.equal([
      '1 is not linked to the previous event',
      '2 is not linked to the previous event',
    ]);
  });

  it('of a render contain the history of its video up to the rendered version, and show the same video', async () => {
    const render = archived(`render-${renderId}`, [requested()]);
    const lines = await linesOf(render, video);
    expect(lines).to.have.length(1 + 1 + 1);
    expect(await problemsOfExport(() => lines)).to.deep.equal({ events: 2, problems: [] });
    const other = archived(`render-${renderId}`, [requested(composition('Other'))]);
    const otherLines = await linesOf(other, video);
    expect((await problemsOfExport(() => otherLines)).problems).to.deep.equal([
      { stream: `render-${renderId}`, revision: 0, problem: 'shows the video differently from its history' },
    ]);
  });

  it('of a render show a template filled with the recorded values', async () => {
    const template = archived(`video-${videoId}`, [videoCreated(composition('{{title|One}}', [clip('a')]))]);
    const problemsWith = async (...request: Parameters<typeof requested>) => {
      const lines = await linesOf(archived(`render-${renderId}`, [requested(...request)]), template);
      return (await problemsOfExport(() => lines)).problems.map(({ problem }) => problem);
    };
    expect(await problemsWith(first)).to.deep.equal([]);
    expect(await problemsWith(composition('Two', [clip('a')]), { title: 'Two' })).to.deep.equal([]);
    expect(await problemsWith(composition('Two', [clip('a')]), { title: 'Three' })).to.deep.equal([
      'shows the video differently from its history',
    ]);
  });

  it('of a video and of a render contain the review of the video, and report a reversed decision', async () => {
    const review = archived(reviewStream(videoId), [
      { type: 'VersionSentBack', data: { ...decision, text: 'Fix the logo' } },
      { type: 'VersionApproved', data: decision },
    ]);
    const render = archived(`render-${renderId}`, [requested()]);
    for (const [lines, events] of [
      [await linesOf(video, review), 7],
      [await linesOf(render, video, review), 4],
    ] as const) {
      expect(await problemsOfExport(() => lines)).to.deep.equal({ events, problems: [] });
      const forged = altered(lines.at(-2), (event) => ({ ...event, type: 'VersionApproved' }));
      expect((await problemsOfExport(() => lines.with(lines.length - 2, forged))).problems).to.deep.equal([
        { stream: reviewStream(videoId), revision: 0, problem: 'does not match its hash' },
      ]);
      expect((await problemsOfExport(() => lines.slice(0, -1))).problems).to.have.length(1);
    }
  });

  it('of a video and of a render contain the history of the assets that they name, also of deleted ones', async () => {
    const facts = { assetId, ownerId: owner, at: at(0) };
    const asset = archived(assetStream(assetId), [
      { type: 'AssetRegistered', data: { ...facts, name: 'logo.png' } },
      { type: 'AssetDeleted', data: facts },
    ]);
    const shown = composition(assetSource(assetId), [clip('a')]);
    const history = archived(`video-${videoId}`, [videoCreated(shown)]);
    const render = archived(`render-${renderId}`, [requested(shown)]);
    for (const lines of [await linesOf(history, asset), await linesOf(render, history, asset)]) {
      expect(lines.slice(-2)).to.deep.equal(asset.map(({ stored }) => JSON.stringify(stored)));
      expect((await problemsOfExport(() => lines)).problems).to.deep.equal([]);
    }
  });

  it('of a render that does not name its video are verified as far as possible', async () => {
    const [request] = archived(`render-${renderId}`, [requested()]);
    const stored = { ...request!.stored, data: { video: null } };
    const lines = await linesOf(archived(`render-${renderId}`, [requested()]), video);
    const { problems } = await problemsOfExport(() => lines.with(1, JSON.stringify(stored)));
    expect(problems.map(({ problem }) => problem)).to.include('does not match its hash');
  });

  it('of a stream whose last event another program wrote without a hash are verified too', async () => {
    const foreign = {
      ...video[4]!,
      stored: { ...video[4]!.stored, metadata: {} as StoredEvent['metadata'] },
    };
    const lines = await linesOf(video.with(4, foreign));
    const { problems } = await problemsOfExport(() => lines);
    expect(problems.map(({ revision, problem }) => `${revision} ${problem}`)).to.deep.equal([
      '4 does not match its hash',
    ]);
  });

  it('are refused at the first line that is not an event', async () => {
    const lines = await linesOf(video, []);
    for (const line of ['[]', '{}', '7', JSON.stringify({ ...video[0]!.stored, revision: '0' })])
      expect(String(await rejectionOf(problemsOfExport(() => lines.with(2, line))))).to.include(
        'line 3 of the exported history is not an event',
      );
  });

  it('are distinguished from other files', async () => {
    for (const lines of [['{"a":1}'], [''], []])
      expect(String(await rejectionOf(problemsOfExport(() => lines)))).to.include('not an exported history');
  });
});
