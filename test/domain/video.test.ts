import { expect } from 'chai';
import { LIMITS } from '../../domain/composition/limits.js';
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

describe('video: create', () => {
  it('stores version 1, with an id for each clip that has none', () => {
    given()
      .when(createVideo(videoBody('Holiday', [textClip('one'), clip('mine', 'two')])))
      .thenEvents(videoCreated(composition('Holiday', [clip(uuid(100), 'one'), clip('mine', 'two')])));
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

  it('is refused for a stale version', () => {
    given(videoCreated(first))
      .when(restore(1, first, { ifVersion: [7] }))
      .thenRefused({ _tag: 'VideoVersionIsStale', videoId, current: 1 });
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
