import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { EventStore, StreamSlice } from '../../../application/ports/event-store.js';
import type { Recorded } from '../../../domain/events.js';
import type { VideoId } from '../../../domain/ids.js';
import { videoStream } from '../../../domain/video/video.js';
import { newStream } from '../../support/event-store/example-history.js';
import { composition, owner, videoCreated, videoPatched } from '../../support/examples.js';
import { recordedEvents } from '../../support/event-store/recorded-events.js';
import { rightOf } from '../../support/right-of.js';

/**
 * The contract of an event store.
 * @param open returns a store on a log that other suites may use too
 */
export const eventStoreContract = (
  name: string,
  open: () => Promise<{ readonly store: EventStore; readonly close: () => Promise<void> }>,
): void => {
  describe(`event store: ${name}`, () => {
    let store: EventStore;
    let close: () => Promise<void>;
    before(async () => {
      ({ store, close } = await open());
    });
    after(() => close());

    /** Events of a new video: its creation and some patches. */
    const video = (patches = 0) => {
      const videoId = randomUUID() as VideoId;
      const ids = { videoId, ownerId: owner };
      return newStream(videoStream(videoId), [
        videoCreated(composition('1'), ids),
        ...Array.from({ length: patches }, (_, n) => videoPatched(n + 2, composition(`${n + 2}`), ids)),
      ]);
    };
    const storedVideo = async (patches: number) => {
      const { stream, events } = video(patches);
      rightOf(await store.append(stream, 'no-stream', events)());
      return { stream, events };
    };
    const revisionsIn = async (stream: string, slice: StreamSlice, most = Infinity) =>
      rightOf(
        await store.foldStream(stream, slice, {
          initial: [] as ReadonlyArray<bigint>,
          step: (found, { revision }) => [...found, revision],
          isEnough: ({ length }) => length >= most,
        })(),
      );

    it('returns what was appended, in order and unchanged', async () => {
      const { stream, events } = video(2);
      const position = rightOf(await store.append(stream, 'no-stream', events)());
      const recorded = rightOf(await recordedEvents(store, stream)());
      expect(recorded.map(({ id, event, metadata }) => ({ id, event, metadata }))).to.deep.equal(events);
      expect(recorded.map((event: Recorded) => [event.stream, event.revision])).to.deep.equal(
        events.map((_, index) => [stream, BigInt(index)]),
      );
      expect(recorded.at(-1)?.position).to.deep.equal(position);
    });

    it('appends only at the expected revision', async () => {
      const { stream, events } = video(3);
      const [created, ...patches] = events;
      const wrong = E.left({ _tag: 'WrongExpectedRevision' });
      expect(await store.append(stream, 0n, [patches[0]!])()).to.deep.equal(wrong);
      rightOf(await store.append(stream, 'no-stream', [created!])());
      expect(await store.append(stream, 'no-stream', [patches[0]!])()).to.deep.equal(wrong);
      expect(await store.append(stream, 1n, [patches[0]!])()).to.deep.equal(wrong);
      rightOf(await store.append(stream, 0n, patches)());
      expect(await revisionsIn(stream, { direction: 'forwards' })).to.deep.equal([0n, 1n, 2n, 3n]);
    });

    it('recognises a repeated append with the same ids', async () => {
      const { stream, events } = video(1);
      const first = rightOf(await store.append(stream, 'no-stream', events)());
      expect(rightOf(await store.append(stream, 'no-stream', events)())).to.deep.equal(first);
      expect(await revisionsIn(stream, { direction: 'forwards' })).to.deep.equal([0n, 1n]);
    });

    it('folds the requested slice, in both directions', async () => {
      const { stream } = await storedVideo(4);
      for (const [slice, expected] of [
        [{ direction: 'forwards' }, [0n, 1n, 2n, 3n, 4n]],
        [{ direction: 'backwards' }, [4n, 3n, 2n, 1n, 0n]],
        [{ direction: 'forwards', from: 3n }, [3n, 4n]],
        [{ direction: 'backwards', from: 1n }, [1n, 0n]],
        [{ direction: 'forwards', from: 1n, atMost: 2 }, [1n, 2n]],
        [{ direction: 'backwards', atMost: 2 }, [4n, 3n]],
        [{ direction: 'forwards', from: 5n }, []],
        [{ direction: 'forwards', atMost: 0 }, []],
      ] as ReadonlyArray<readonly [StreamSlice, ReadonlyArray<bigint>]>)
        expect(await revisionsIn(stream, slice)).to.deep.equal(expected);
    });

    it('stops folding when it has enough', async () => {
      const { stream } = await storedVideo(4);
      expect(await revisionsIn(stream, { direction: 'backwards' }, 2)).to.deep.equal([4n, 3n]);
    });

    it('folds a long stream completely', async () => {
      const { stream } = await storedVideo(199);
      const revisions = await revisionsIn(stream, { direction: 'forwards' });
      expect(revisions).to.deep.equal(Array.from({ length: 200 }, (_, index) => BigInt(index)));
    });

    it('has no events for a stream that does not exist', async () => {
      for (const direction of ['forwards', 'backwards'] as const)
        expect(await revisionsIn(videoStream(randomUUID() as VideoId), { direction })).to.deep.equal([]);
    });

    it('abandons a read when its signal aborts', async () => {
      const { stream } = await storedVideo(1);
      const fold = { initial: 0, step: (count: number) => count + 1 };
      expect(
        await store.foldStream(stream, { direction: 'forwards' }, fold, AbortSignal.abort())(),
      ).to.deep.equal(E.left({ _tag: 'Abandoned' }));
    });

    it('refuses an event that exceeds its size limit', async () => {
      const { stream, events } = video();
      const fat = videoCreated(
        { ...composition(), additional: { fat: 'x'.repeat(2_000_000) } },
        {
          videoId: stream.slice('video-'.length) as VideoId,
        },
      );
      const outcome = await store.append(stream, 'no-stream', [{ ...events[0]!, event: fat }])();
      expect(outcome).to.deep.equal(E.left({ _tag: 'EventTooLarge', maxBytes: 1024 * 1024 }));
    });
  });
};
