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

  it('refuses a video that does not fit into an event', () => {
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

  it('stores nothing if the content is already current', () => {
    given(videoCreated(first), videoPatched(2, second)).when(restore(2, second)).thenNothing();
  });

  it('is refused for a stale version', () => {
    given(videoCreated(first))
      .when(restore(1, first, { ifVersion: [7] }))
      .thenRefused({ _tag: 'VideoVersionIsStale', videoId, current: 1 });
  });
});

describe('video: folder and archive', () => {
  const move = (to: { folder?: string | null; archived?: boolean }): VideoCommand => ({
    type: 'MoveVideo',
    videoId,
    ownerId: owner,
    ...to,
    at: at(2),
  });
  const moved = (place: { folder?: string; archived?: true }) =>
    ({
      type: 'VideoMoved',
      data: { videoId, ownerId: owner, editorTokenHash: 'a'.repeat(64), ...place, at: at(2) },
    }) as const;
  const inSpring = moved({ folder: 'Spring' });
  const archived = moved({ folder: 'Spring', archived: true });

  it('change separately, without making a new version', () => {
    given(videoCreated())
      .when(move({ folder: 'Spring' }))
      .thenEvents(inSpring);
    given(videoCreated(), inSpring)
      .when(move({ archived: true }))
      .thenEvents(archived);
    given(videoCreated(), archived)
      .when(move({ folder: null }))
      .thenEvents(moved({ archived: true }));
    given(videoCreated(), archived)
      .when(move({ archived: false }))
      .thenEvents(inSpring);
    expect(given(videoCreated(), archived).state()).to.include({
      version: 1,
      folder: 'Spring',
      archived: true,
      updatedAt: at(0),
    });
  });

  it('are not recorded again without a change', () => {
    given(videoCreated())
      .when(move({ folder: null, archived: false }))
      .thenNothing();
    given(videoCreated(), archived)
      .when(move({ folder: 'Spring', archived: true }))
      .thenNothing();
    given(videoCreated(), archived).when(move({})).thenNothing();
  });

  it('are preserved by new versions and new editor links, and moves preserve the editor link', () => {
    const link = { videoId, ownerId: owner, editorTokenHash: 'b'.repeat(64), at: at(3) };
    const place = { folder: 'Spring', archived: true } as const;
    given(videoCreated(), archived)
      .when({ type: 'ChangeEditorLink', ...link })
      .thenEvents({ type: 'EditorLinkChanged', data: { ...link, ...place } });
    const patched = given(videoCreated(), archived, videoPatched(2, composition('Autumn')));
    expect(patched.state()).to.include(place);
    given(videoCreated(), { type: 'EditorLinkChanged', data: link })
      .when(move(place))
      .thenEvents({ type: 'VideoMoved', data: { ...link, ...place, at: at(2) } });
  });

  it('cannot be changed for a video that does not exist, or belongs to another owner', () => {
    given()
      .when(move({ archived: true }))
      .thenRefused({ _tag: 'VideoDoesNotExist', videoId });
    given(videoCreated())
      .when({ ...move({ archived: true }), ownerId: 'mallory' as typeof owner })
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
