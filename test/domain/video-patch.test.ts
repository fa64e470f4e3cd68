import { LIMITS } from '../../domain/composition/limits.js';
import type { PatchVideoBody } from '../../domain/composition/requests.js';
import type { VideoCommand } from '../../domain/video/commands.js';
import { videoDecider } from '../../domain/video/video.js';
import { specFor } from '../support/decider-spec.js';
import {
  at,
  changes,
  clip,
  composition,
  owner,
  textClip,
  uuid,
  videoCreated,
  videoId,
  videoPatched,
} from '../support/examples.js';

const { given } = specFor(videoDecider);

const patchVideo = (body: PatchVideoBody, more: object = {}): VideoCommand => ({
  type: 'PatchVideo',
  videoId,
  ownerId: owner,
  body,
  clipIds: (body.clips ?? []).map((_, index) => uuid(200 + index)),
  at: at(2),
  ...more,
});

describe('video: patch', () => {
  const stored = composition('Holiday', [clip('one', 'Hello'), clip('two', 'World')]);

  it('merges metadata, including the canvas, and records what changed', () => {
    given(videoCreated(stored))
      .when(patchVideo({ metadata: { name: 'Autumn', canvas: { width: 640 } } }))
      .thenEvents(
        videoPatched(
          2,
          {
            ...stored,
            metadata: { ...stored.metadata, name: 'Autumn', canvas: { width: 640, height: 1080 } },
          },
          { changes: changes({ metadata: ['name', 'canvas'] }) },
        ),
      );
  });

  it('restores the default of a removed field', () => {
    const fast = { ...stored, metadata: { ...stored.metadata, fps: 60 } };
    given(videoCreated(fast))
      .when(patchVideo({ metadata: { fps: null } }))
      .thenEvents(videoPatched(2, stored, { changes: changes({ metadata: ['fps'] }) }));
  });

  it('replaces the list of clips; a clip keeps its sent id, and one that equals a stored clip gets its id', () => {
    given(videoCreated(stored))
      .when(patchVideo({ clips: [textClip('World'), clip('one', 'Bye'), textClip('new')] }))
      .thenEvents(
        videoPatched(
          2,
          { ...stored, clips: [clip('two', 'World'), clip('one', 'Bye'), clip(uuid(202), 'new')] },
          {
            changes: changes({
              metadata: [],
              clipsAdded: [uuid(202)],
              clipsChanged: ['one'],
              clipsReordered: true,
            }),
          },
        ),
      );
  });

  it('merges, replaces and removes free-form properties', () => {
    const withNotes = { ...stored, additional: { a: 1, b: { c: 2, d: 3 } } };
    const only = changes({ metadata: [], additional: true });
    given(videoCreated(withNotes))
      .when(patchVideo({ additional: { a: null, b: { c: 4 } } }))
      .thenEvents(videoPatched(2, { ...stored, additional: { b: { c: 4, d: 3 } } }, { changes: only }));
    given(videoCreated(withNotes))
      .when(patchVideo({ additional: null }))
      .thenEvents(videoPatched(2, stored, { changes: only }));
  });

  it('stores nothing when nothing changes', () => {
    given(videoCreated(stored)).when(patchVideo({})).thenNothing();
    given(videoCreated(stored))
      .when(patchVideo({ clips: stored.clips }))
      .thenNothing();
    given(videoCreated(stored))
      .when(patchVideo({ clips: [textClip('Hello'), textClip('World')], metadata: { name: 'Holiday' } }))
      .thenNothing();
  });

  it('reports all problems of metadata and the free-form part at once', () => {
    given(videoCreated(stored))
      .when(
        patchVideo({
          metadata: { name: null, fps: 0, fpz: 1, canvas: { width: 1 } },
          additional: { long: 'x'.repeat(LIMITS.additionalBytes) },
        }),
      )
      .thenRefused({
        _tag: 'VideoIsInvalid',
        problems: [
          'metadata.fpz is not a known field; did you mean fps?',
          'metadata.name is required',
          'metadata.fps must be a number from 1 to 120',
          'metadata.canvas.width must be a whole number from 16 to 7680',
          'additional must be at most 65536 bytes as JSON',
        ],
      });
  });

  it('counts the list of changes towards the size of an event', () => {
    const longIds = Array.from({ length: 1000 }, (_, index) =>
      clip(`${index}`.padStart(255, 'x'), 'a'.repeat(50)),
    );
    given(videoCreated(composition('many', longIds)))
      .when(patchVideo({ clips: longIds.map(({ id }) => clip(id, 'b'.repeat(300))) }))
      .thenRefused({ _tag: 'VideoIsTooLarge', maxBytes: LIMITS.eventBytes });
  });

  it('is refused for a stale version', () => {
    const history = [videoCreated(stored), videoPatched(2, composition('Autumn'))] as const;
    given(...history)
      .when(patchVideo({}, { ifVersion: [1] }))
      .thenRefused({ _tag: 'VideoVersionIsStale', videoId, current: 2 });
    given(...history)
      .when(patchVideo({}, { ifVersion: [1, 2] }))
      .thenNothing();
  });
});
