import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as fc from 'fast-check';
import { uncompared } from '../../../application/transparency/compare-history.js';
import { cachedStreamHeads, loadState } from '../../../application/commands/cached-stream-heads.js';
import { handleCommand } from '../../../application/commands/handle-command.js';
import type { EventStore } from '../../../application/ports/event-store.js';
import { fold } from '../../../domain/decider.js';
import type { VideoId } from '../../../domain/ids.js';
import type { VideoEvent } from '../../../domain/video/events.js';
import { videoDecider, videoStream } from '../../../domain/video/video.js';
import { connectToEventStore } from '../../../infrastructure/eventstore/client.js';
import { eventStoreDbEventStore } from '../../../infrastructure/eventstore/event-store-db.js';
import { toEventData } from '../../../infrastructure/eventstore/event-codec.js';
import { randomIds } from '../../../infrastructure/platform/random-ids.js';
import { sharedEventStore } from '../../support/event-store/embedded-node.js';
import { newStream } from '../../support/event-store/example-history.js';
import { at, changes, composition, owner, videoCreated, videoPatched } from '../../support/examples.js';
import { recordedEvents } from '../../support/event-store/recorded-events.js';
import { rightOf } from '../../support/right-of.js';
import { LONG } from '../../support/long-form.js';

describe('streams of any length', () => {
  let store: ReturnType<typeof connectToEventStore>;
  before(async () => {
    store = connectToEventStore(await sharedEventStore());
  });
  after(() => store.close());

  /** A store with an empty cache that counts the events it reads and its reads in progress. */
  const countingStore = () => {
    const plain = eventStoreDbEventStore(store.client, uncompared);
    const counts = { events: 0, inProgress: 0 };
    const counting: EventStore = {
      ...plain,
      foldStream: (stream, slice, { step, ...rest }, signal) => {
        const counted: typeof step = (folded, recorded) => {
          counts.events += 1;
          return step(folded, recorded);
        };
        return async () => {
          counts.inProgress += 1;
          try {
            return await plain.foldStream(stream, slice, { ...rest, step: counted }, signal)();
          } finally {
            counts.inProgress -= 1;
          }
        };
      },
    };
    return { counting: cachedStreamHeads(counting), counts };
  };

  /** A history with these kinds of events after the creation. */
  const history = (kinds: ReadonlyArray<'patch' | 'restore' | 'link' | 'revoke' | 'move'>) => {
    const videoId = randomUUID() as VideoId;
    const ids = { videoId, ownerId: owner };
    let version = 1;
    const events: VideoEvent[] = [videoCreated(composition('1'), ids)];
    let unversioned: { editorTokenHash: string | null; folder?: string } = {
      editorTokenHash: 'a'.repeat(64),
    };
    for (const [index, kind] of kinds.entries()) {
      if (kind === 'move') {
        unversioned = { ...unversioned, folder: String(index) };
        events.push({ type: 'VideoMoved', data: { ...ids, ...unversioned, at: at(index) } });
        continue;
      }
      if (kind === 'link' || kind === 'revoke') {
        const editorTokenHash = kind === 'revoke' ? null : String(index).padStart(64, '0');
        unversioned = { ...unversioned, editorTokenHash };
        events.push({ type: 'EditorLinkChanged', data: { ...ids, ...unversioned, at: at(index) } });
        continue;
      }
      version += 1;
      const patched = videoPatched(version, composition(String(version)), {
        ...ids,
        changes: changes(),
        at: at(index),
      });
      events.push(
        kind === 'patch' ? patched : { type: 'VideoRestored', data: { ...patched.data, restoredFrom: 1 } },
      );
    }
    return { videoId, events };
  };

  const stored = async (kinds: Parameters<typeof history>[0]) => {
    const { videoId, events } = history(kinds);
    const stream = videoStream(videoId);
    await store.client.appendToStream(stream, newStream(stream, events).events.map(toEventData));
    return { videoId, stream, events };
  };

  const patchOf = (videoId: VideoId, name: string) =>
    ({
      type: 'PatchVideo',
      videoId,
      ownerId: owner,
      body: { metadata: { name } },
      clipIds: [],
      at: at(0),
    }) as const;

  it('have the same head whether read from their ends or in full', async () => {
    const kind = fc.constantFrom('patch', 'restore', 'link', 'revoke', 'move');
    await fc.assert(
      fc.asyncProperty(fc.array(kind, { maxLength: 40 }), async (kinds) => {
        const { stream, events } = await stored(kinds);
        const { counting, counts } = countingStore();
        const head = rightOf(await counting.readHead(videoDecider, stream)());
        const all = rightOf(await recordedEvents(countingStore().counting, stream)());
        expect(head.state).to.deep.equal(fold(videoDecider, events));
        expect(head).to.deep.include({ count: events.length, first: all[0]?.metadata });
        const { id, position, metadata } = all.at(-1)!;
        expect(head.last).to.deep.equal({ id, position, metadata });
        expect(counts.events).to.be.lessThanOrEqual(events.length + 2);
      }),
      { numRuns: LONG ? 60 : 25 },
    );
  });

  it('are changed after reading only a few events, wherever the editor link was last changed', async () => {
    const patches = Array.from({ length: 300 }, () => 'patch' as const);
    for (const [kinds, most] of [
      [patches, 2],
      [[...patches, 'revoke'], 3],
      [['link', 'link', ...patches, 'link', ...patches], 2 + Math.ceil(Math.log2(603)) + 1],
    ] as const) {
      const { videoId, stream, events } = await stored(kinds);
      const { counting, counts } = countingStore();
      const handle = handleCommand(videoDecider, { eventStore: counting, ids: randomIds });
      const { state } = rightOf(
        await handle(stream, patchOf(videoId, 'changed'), { actor: { type: 'admin' } })(),
      );
      expect(counts.events).to.be.lessThanOrEqual(most);
      const all = rightOf(await recordedEvents(counting, stream)());
      expect(all).to.have.length(events.length + 1);
      expect(state).to.deep.equal(
        fold(
          videoDecider,
          all.map(({ event }) => event as VideoEvent),
        ),
      );
    }
  });

  it('are not read in full if others have appended many events since the cached head', async () => {
    const { videoId, stream } = await stored([]);
    const { counting, counts } = countingStore();
    const load = loadState(videoDecider, counting);
    rightOf(await load(stream)());
    const elsewhere = {
      eventStore: cachedStreamHeads(eventStoreDbEventStore(store.client, uncompared)),
      ids: randomIds,
    };
    for (let n = 0; n < 40; n += 1)
      rightOf(
        await handleCommand(videoDecider, elsewhere)(stream, patchOf(videoId, `${n}`), {
          actor: { type: 'admin' },
        })(),
      );
    counts.events = 0;
    expect(rightOf(await load(stream)())).to.include({ version: 41 });
    expect(counts.events).to.be.lessThanOrEqual(6);
  });

  it('are read from the beginning if their versions are not numbered without gaps', async () => {
    const { videoId, events } = history(['patch', 'link', 'patch']);
    const stream = videoStream(videoId);
    const gap = events.map((event) =>
      event.type === 'VideoPatched'
        ? { ...event, data: { ...event.data, version: event.data.version + 7 } }
        : event,
    );
    await store.client.appendToStream(stream, newStream(stream, gap).events.map(toEventData));
    const { counting } = countingStore();
    expect(rightOf(await loadState(videoDecider, counting)(stream)())).to.deep.equal(fold(videoDecider, gap));
  });

  it('are changed by one command at a time: none of many concurrent commands has to retry', async () => {
    const { stream, videoId } = await stored(['patch']);
    const { counting } = countingStore();
    let appends = 0;
    const eventStore = cachedStreamHeads({
      ...counting,
      append: (...append) => {
        appends += 1;
        return counting.append(...append);
      },
    });
    const handle = handleCommand(videoDecider, { eventStore, ids: randomIds });
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        handle(stream, patchOf(videoId, `${n}`), { actor: { type: 'admin' } })(),
      ),
    );
    expect(outcomes.filter(E.isRight)).to.have.length(40);
    expect(appends).to.equal(40);
  });

  it('are neither read nor changed for clients that have disconnected', async () => {
    const { stream, videoId } = await stored(Array.from({ length: 40 }, () => 'patch' as const));
    const { counting, counts } = countingStore();
    const left = new AbortController();
    const context = { actor: { type: 'admin' }, signal: left.signal } as const;
    const handle = handleCommand(videoDecider, { eventStore: counting, ids: randomIds });
    const commands = Array.from({ length: 10 }, (_, n) =>
      handle(stream, patchOf(videoId, `${n}`), context)(),
    );
    left.abort();
    for (const outcome of await Promise.all(commands))
      expect(outcome).to.deep.equal(E.left({ _tag: 'Abandoned' }));
    expect(counts.inProgress).to.equal(0);
    const staying = await handle(stream, patchOf(videoId, 'stays'), { actor: { type: 'admin' } })();
    expect(rightOf(staying).state).to.include({ version: 42 });
  });
});
