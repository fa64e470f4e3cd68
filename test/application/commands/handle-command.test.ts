import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { uncompared } from '../../../application/transparency/compare-history.js';
import { activeOwners } from '../../../application/commands/active-owners.js';
import {
  cachedStreamHeads,
  type EventStoreWithHeads,
} from '../../../application/commands/cached-stream-heads.js';
import { handleCommand } from '../../../application/commands/handle-command.js';
import { claimUpTo } from '../../../application/audit/verify-history.js';
import { verifyHistory } from '../../support/event-store/chain-check.js';
import type { OwnerId, VideoId } from '../../../domain/ids.js';
import type { VideoCommand } from '../../../domain/video/commands.js';
import { videoDecider, videoStream } from '../../../domain/video/video.js';
import { eventStoreDbArchive } from '../../../infrastructure/eventstore/event-archive.js';
import { systemClock } from '../../../infrastructure/platform/system-clock.js';
import { randomIds } from '../../../infrastructure/platform/random-ids.js';
import { fatComposition } from '../../support/event-store/fat-history.js';
import { context, newVideo, type OpenStore, openStore } from './new-video.js';
import { at, videoBody } from '../../support/examples.js';
import { recordedEvents } from '../../support/event-store/recorded-events.js';
import { rightOf } from '../../support/right-of.js';

describe('handling commands', function () {
  this.timeout(60_000);
  let store: OpenStore;
  let eventStore: EventStoreWithHeads;
  before(async () => {
    store = await openStore();
    ({ eventStore } = store);
  });
  after(() => store.close());

  it('appends at the revision it has read: each of many concurrent commands makes a version, none is lost', async () => {
    const { stream, handle, patch } = await newVideo(eventStore);
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, n) => handle(patch(`name ${n}`))));
    const done = outcomes.filter(E.isRight);
    for (const outcome of outcomes)
      if (E.isLeft(outcome)) expect(outcome.left).to.deep.equal({ _tag: 'Conflict', stream });
    const history = rightOf(await recordedEvents(eventStore, stream)());
    expect(history).to.have.length(1 + done.length);
    expect(history.map(({ revision }) => revision)).to.deep.equal(history.map((_, index) => BigInt(index)));
  });

  it('pauses after the large events of an owner while another owner is active', async () => {
    const { metadata, clips } = fatComposition('large', 200_000);
    const appends: Array<{ readonly from: number; readonly to: number }> = [];
    const stopwatch = cachedStreamHeads({
      ...eventStore,
      append:
        (...order) =>
        async () => {
          const from = performance.now();
          const appended = await eventStore.append(...order)();
          appends.push({ from, to: performance.now() });
          return appended;
        },
    });
    /** The shortest time between two appends of alice, in ms. */
    const pauseWhileActive = async (...active: ReadonlyArray<string>): Promise<number> => {
      const owners = activeOwners(systemClock);
      for (const one of active) owners.saw(one as OwnerId);
      appends.length = 0;
      const create = async (): Promise<void> => {
        const videoId = randomUUID() as VideoId;
        const side = { eventStore: stopwatch, ids: randomIds, activeOwners: owners };
        const command: VideoCommand = {
          type: 'CreateVideo',
          videoId,
          ownerId: 'alice' as OwnerId,
          body: { ...videoBody('large'), metadata, clips },
          clipIds: clips.map(({ id }) => id),
          editorTokenHash: 'a'.repeat(64),
          at: at(0),
        };
        rightOf(await handleCommand(videoDecider, side, 'new')(videoStream(videoId), command, context)());
      };
      await Promise.all([create(), create(), create()]);
      return Math.min(...appends.slice(1).map(({ from }, index) => from - appends[index]!.to));
    };
    const pause = 200_000 / 2500;
    expect(await pauseWhileActive('bob', 'alice')).to.be.at.least(pause - 2); // timers round
  });

  it('chains hashes that match what the store returns', async () => {
    const { stream, handle, patch } = await newVideo(eventStore);
    for (const name of ['ü', '\\u2028', '𝒳']) rightOf(await handle(patch(name)));
    const stored = rightOf(
      await eventStoreDbArchive(store.client, uncompared).read(stream, 0, 100)(),
    ).events.map((found) => found.stored);
    expect(verifyHistory({ ...claimUpTo(stored.at(-1)!), events: 4 }, stored)).to.deep.equal([]);
    expect(new Set(stored.map(({ metadata }) => metadata.hash)).size).to.equal(4);
  });

  it('records actor and request, and returns the position of the last event', async () => {
    const { stream, handle, patch } = await newVideo(eventStore);
    const { position } = rightOf(await handle(patch('named')));
    const last = rightOf(await recordedEvents(eventStore, stream)()).at(-1);
    expect(last?.position).to.deep.equal(position);
    expect(last?.metadata).to.deep.include({
      actor: context.actor,
      requestId: 'request-1',
      $correlationId: 'request-1',
      $causationId: 'request-1',
    });
  });

  it('stores nothing for a command that changes nothing or is refused', async () => {
    const { stream, handle, patch, videoId } = await newVideo(eventStore);
    const { state } = rightOf(await handle(patch('Grüße 👋 \\u0007 "quoted"')));
    expect(state).to.include({ version: 1 });
    expect(await handle({ ...patch('x'), ownerId: 'mallory' as OwnerId })).to.deep.equal(
      E.left({ _tag: 'VideoBelongsToAnotherOwner', videoId }),
    );
    expect(rightOf(await recordedEvents(eventStore, stream)())).to.have.length(1);
  });

  it('treats a stream that does not exist as empty', async () => {
    expect(rightOf(await recordedEvents(eventStore, `video-${randomUUID()}`)())).to.deep.equal([]);
  });
});
