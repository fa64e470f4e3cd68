import { expect } from 'chai';
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
  otherOwner,
  textClip,
  uuid,
  videoBody,
  videoCreated,
  videoId,
  videoPatched,
} from '../support/examples.js';

const { given } = specFor(videoDecider);

const createVideo = (body = videoBody()): VideoCommand => ({
  type: 'CreateVideo',
  videoId,
  ownerId: owner,
  body,
  clipIds: body.clips.map((_, index) => uuid(100 + index)),
  editorTokenHash: 'a'.repeat(64),
  at: at(0),
});

const patchVideo = (body: PatchVideoBody, more: object = {}): VideoCommand => ({
  type: 'PatchVideo',
  videoId,
  ownerId: owner,
  body,
  clipIds: (body.clips ?? []).map((_, index) => uuid(200 + index)),
  at: at(2),
  ...more,
});

describe('video: create', () => {
  it('stores version 1, with an id for each clip that has none', () => {
    given()
      .when(createVideo(videoBody('Holiday', [textClip('one'), clip('mine', 'two')])))
      .thenEvents(videoCreated(composition('Holiday', [clip(uuid(100), 'one'), clip('mine', 'two')])));
  });

  it('is created once: repeating the request with the same id changes nothing', () => {
    given(videoCreated()).when(createVideo()).thenNothing();
    given(videoCreated(composition(), { ownerId: otherOwner }))
      .when(createVideo())
      .thenRefused({ _tag: 'VideoAlreadyExists', videoId });
  });

  it('refuses a video that would not fit an event of the store', () => {
    const long = 'ö'.repeat(100_000);
    const clips = (count: number) => Array.from({ length: count }, () => textClip(long));
    expect(
      given()
        .when(createVideo(videoBody('fits', clips(5))))
        .events(),
    ).to.have.length(1);
    given()
      .when(createVideo(videoBody('too large', clips(6))))
      .thenRefused({ _tag: 'VideoIsTooLarge', maxBytes: LIMITS.eventBytes });
  });
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

  it('replaces the list of clips; a clip keeps the id it is sent with, and one equal to a stored clip keeps that id', () => {
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
          'metadata.fpz is not a known field',
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

  it('is refused for a stale version, a missing video and another owner', () => {
    const history = [videoCreated(stored), videoPatched(2, composition('Autumn'))] as const;
    given(...history)
      .when(patchVideo({}, { ifVersion: [1] }))
      .thenRefused({ _tag: 'VideoVersionIsStale', videoId, current: 2 });
    given(...history)
      .when(patchVideo({}, { ifVersion: [1, 2] }))
      .thenNothing();
    given().when(patchVideo({})).thenRefused({ _tag: 'VideoDoesNotExist', videoId });
    given(videoCreated())
      .when(patchVideo({}, { ownerId: otherOwner }))
      .thenRefused({ _tag: 'VideoBelongsToAnotherOwner', videoId });
  });
});

describe('video: restore', () => {
  const first = composition('Holiday', [clip('one')]);
  const second = composition('Autumn', []);
  const restore = (version: number, restored = first, more: object = {}): VideoCommand => ({
    type: 'RestoreVideo',
    videoId,
    ownerId: owner,
    restored: { version, composition: restored },
    at: at(3),
    ...more,
  });

  it('makes a new version with the earlier content', () => {
    given(videoCreated(first), videoPatched(2, second))
      .when(restore(1))
      .thenEvents({
        type: 'VideoRestored',
        data: {
          ...videoPatched(3, first, { changes: changes({ clipsAdded: ['one'] }) }).data,
          restoredFrom: 1,
        },
      });
  });

  it('stores nothing when the content is current already', () => {
    given(videoCreated(first), videoPatched(2, second)).when(restore(2, second)).thenNothing();
  });

  it('is refused for a stale version and another owner', () => {
    given(videoCreated(first))
      .when(restore(1, first, { ifVersion: [7] }))
      .thenRefused({ _tag: 'VideoVersionIsStale', videoId, current: 1 });
    given(videoCreated(first))
      .when(restore(1, first, { ownerId: otherOwner }))
      .thenRefused({ _tag: 'VideoBelongsToAnotherOwner', videoId });
  });
});

describe('video: editor link', () => {
  const change = (editorTokenHash: string | null): VideoCommand => ({
    type: 'ChangeEditorLink',
    videoId,
    ownerId: owner,
    editorTokenHash,
    at: at(1),
  });

  it('is replaced and revoked without making a new version', () => {
    given(videoCreated())
      .when(change('b'.repeat(64)))
      .thenEvents({
        type: 'EditorLinkChanged',
        data: { videoId, ownerId: owner, editorTokenHash: 'b'.repeat(64), at: at(1) },
      });
    const revoked = {
      type: 'EditorLinkChanged',
      data: { videoId, ownerId: owner, editorTokenHash: null, at: at(1) },
    } as const;
    given(videoCreated(), revoked).when(change(null)).thenNothing();
    expect(given(videoCreated(), revoked).state()).to.include({ version: 1, editorTokenHash: null });
  });
});
