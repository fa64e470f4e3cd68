import * as t from 'io-ts';
import { count, event, recordedAt, stored } from '../codec/stored.js';
import { CommentId, OwnerId, VideoId } from '../ids.js';

// These names and shapes are stored forever. An incompatible change is a new event type with an upcaster.

/**
 * Who comments or decides. `credential`: the id of the API key, or the SHA-256 (hex) of the token of the link. `name`:
 * the name in the link (`named` is `link`), or the one that the person entered (`self`).
 */
export const ReviewAuthor = stored(
  {
    role: t.union([t.literal('owner'), t.literal('editor'), t.literal('reviewer')]),
    credential: t.string,
  },
  { name: t.string, named: t.union([t.literal('link'), t.literal('self')]) },
);
export type ReviewAuthor = t.TypeOf<typeof ReviewAuthor>;

const facts = { videoId: VideoId, ownerId: OwnerId, author: ReviewAuthor, at: recordedAt };
const aboutComment = { ...facts, commentId: CommentId };
const aboutVersion = { ...facts, version: count };

const point = stored({ x: t.number, y: t.number });

/** A shape drawn on the picture. An arrow goes from its first point to its second, which are the corners of a rectangle. */
export const DrawnShape = stored({
  shape: t.keyof({ stroke: null, arrow: null, rectangle: null }),
  colour: t.keyof({ red: null, yellow: null, green: null, blue: null, white: null }),
  points: t.readonlyArray(point),
});
export type DrawnShape = t.TypeOf<typeof DrawnShape>;

/** `time`: in ms. `point` and the points of `drawing`: fractions of the width and height of the picture. */
export const CommentAdded = event(
  'CommentAdded',
  stored(
    { ...aboutComment, version: count, text: t.string },
    { time: t.number, point, drawing: t.readonlyArray(DrawnShape) },
  ),
);
export type CommentAdded = t.TypeOf<typeof CommentAdded>;

/** `commentId`: the comment that began the thread. */
export const CommentReplied = event(
  'CommentReplied',
  stored({ ...aboutComment, replyId: CommentId, text: t.string }),
);
export type CommentReplied = t.TypeOf<typeof CommentReplied>;

export const CommentResolved = event('CommentResolved', stored(aboutComment));
export type CommentResolved = t.TypeOf<typeof CommentResolved>;

export const CommentReopened = event('CommentReopened', stored(aboutComment));

export const VersionApproved = event('VersionApproved', stored(aboutVersion, { text: t.string }));
export type VersionApproved = t.TypeOf<typeof VersionApproved>;

/** `text`: the reason. */
export const VersionSentBack = event('VersionSentBack', stored({ ...aboutVersion, text: t.string }));
export type VersionSentBack = t.TypeOf<typeof VersionSentBack>;

export const REVIEW_EVENTS = {
  CommentAdded,
  CommentReplied,
  CommentResolved,
  CommentReopened,
  VersionApproved,
  VersionSentBack,
} as const;
export type ReviewEvent = t.TypeOf<(typeof REVIEW_EVENTS)[keyof typeof REVIEW_EVENTS]>;

/** The events that have a text. */
export type ReviewMessage = CommentAdded | CommentReplied | VersionApproved | VersionSentBack;
