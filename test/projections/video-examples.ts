import type { CommentId } from '../../domain/ids.js';
import { at, changes, composition, owner, uuid, videoId } from '../support/examples.js';
import { actor, eventId, type Example, example } from './example.js';

const [one, two] = [composition('One'), composition('Two')];
const version = { video_id: videoId, changes: changes(), restored_from: null, assets: null, actor };

const [comment, reply] = [uuid(70) as CommentId, uuid(71) as CommentId];
const author = { role: 'reviewer', credential: 'c', name: 'Ann', named: 'self' } as const;
const place = {
  time: 5,
  point: { x: 0, y: 1 },
  drawing: [{ shape: 'arrow', colour: 'red', points: [{ x: 0, y: 1 }] }],
} as const;

export const VIDEO_EXAMPLES: ReadonlyArray<Example> = [
  example(
    'a changed and archived video',
    `video-${videoId}`,
    { videoId, ownerId: owner },
    [
      { type: 'VideoCreated', version: 1, composition: one, editorTokenHash: 'h' },
      { type: 'VideoPatched', version: 2, composition: two, changes: changes() },
      { type: 'VideoRestored', version: 3, composition: one, changes: changes(), restoredFrom: 1 },
      { type: 'EditorLinkChanged', editorTokenHash: null },
      { type: 'VideoMoved', editorTokenHash: null, folder: 'Spring', archived: true },
    ],
    {
      video_details: [
        {
          video_id: videoId,
          owner_id: owner,
          version: 3,
          composition: one,
          editor_token_hash: null,
          created_at: at(0),
          updated_at: at(2),
          folder: 'Spring',
          archived: true,
        },
      ],
      video_list: [
        {
          video_id: videoId,
          owner_id: owner,
          name: 'One',
          created_at: at(0),
          folder: 'Spring',
          archived: true,
        },
      ],
      video_versions: [
        { ...version, version: 1, changes: null, created_at: at(0) },
        { ...version, version: 2, created_at: at(1) },
        { ...version, version: 3, restored_from: 1, created_at: at(2) },
      ],
    },
  ),

  example(
    'a review with a comment, a reply and two decisions',
    `review-${videoId}`,
    { videoId, ownerId: owner, author },
    [
      { type: 'CommentAdded', commentId: comment, version: 2, text: 'Dark', ...place },
      { type: 'CommentReplied', commentId: comment, replyId: reply, text: 'Lit' },
      { type: 'CommentResolved', commentId: comment },
      { type: 'CommentReopened', commentId: comment },
      { type: 'CommentResolved', commentId: comment },
      { type: 'VersionApproved', version: 2 },
      { type: 'VersionSentBack', version: 2, text: 'Fix it' },
    ],
    {
      review_comments: [
        {
          comment_id: comment,
          thread_id: null,
          video_id: videoId,
          version: 2,
          ...place,
          text: 'Dark',
          author,
          created_at: at(0),
          resolved_by: author,
          resolved_at: at(4),
        },
        {
          comment_id: reply,
          thread_id: comment,
          video_id: videoId,
          version: null,
          time: null,
          point: null,
          drawing: null,
          text: 'Lit',
          author,
          created_at: at(1),
          resolved_by: null,
          resolved_at: null,
        },
      ],
      review_decisions: [
        {
          decision_id: eventId(5),
          video_id: videoId,
          version: 2,
          author,
          outcome: 'approved',
          text: null,
          decided_at: at(5),
        },
        {
          decision_id: eventId(6),
          video_id: videoId,
          version: 2,
          author,
          outcome: 'sent-back',
          text: 'Fix it',
          decided_at: at(6),
        },
      ],
    },
  ),
];
