import * as t from 'io-ts';
import { count, event, recordedAt, stored } from '../codec/stored.js';
import { CommentId, OwnerId, VideoId } from '../ids.js';

// These names and shapes are stored forever. An incompatible change is a new event type with an upcaster.

/**
 * Who comments or decides. `credential`: the id of the API key, or the SHA-256 (hex) of the token of the link. `name`:
 * what the link was made out to (`named` is `link`), or what the person said (`self`).
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

/** What is drawn on the picture. An arrow goes from the first point to the second; a rectangle has them as corners. */
export const DrawnShape = stored({
  shape: t.keyof({ stroke: null, arrow: null, rectangle: null }),
  colour: t.keyof({ red: null, yellow: null, green: null, blue: null, white: null }),
  points: t.readonlyArray(point),
});
export type DrawnShape = t.TypeOf<typeof DrawnShape>;

/** `time`: in ms. `point`: a place on the picture, as fractions of its width and height, as those of `drawing`. */
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

/** The events that say something. */
export type ReviewMessage = CommentAdded | CommentReplied | VersionApproved | VersionSentBack;
