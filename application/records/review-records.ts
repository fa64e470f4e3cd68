import type * as t from 'io-ts';
import { about } from '../../domain/codec/codec.js';
import { array, record } from '../../domain/codec/containers.js';
import { oneOf } from '../../domain/codec/scalars.js';
import type { ReviewAuthor } from '../../domain/review/events.js';
import type { CommentRow, DecisionRow } from '../ports/reviews.js';
import { amount, asRecord, dateTime, ordinal, fractionField, text } from './fields.js';

/** Who commented or decided. */
export const ReviewAuthorRecord = about(
  'Who did it.',
  record(
    {
      role: about(
        '`owner`: with an API key; `editor`: with a link for editing; `reviewer`: with a link for review.',
        oneOf('owner', 'editor', 'reviewer'),
      ),
    },
    {
      name: text('The name of the person.'),
      named: about(
        'Where the name comes from: `link`: the owner made the link out to this name; `self`: the person gave it.',
        oneOf('link', 'self'),
      ),
    },
  ),
  { title: 'ReviewAuthor' },
);

/** Omits the credential, which auditors find in the events. */
export const authorRecord = (author: ReviewAuthor): t.TypeOf<typeof ReviewAuthorRecord> =>
  asRecord(ReviewAuthorRecord, author);

export const PointRecord = about(
  'A place on the picture, from its top left.',
  record({ x: fractionField('From 0 to 1, of the width.'), y: fractionField('From 0 to 1, of the height.') }),
  { title: 'CommentPoint' },
);

/** Maximum number of shapes of a drawing, and of points of a shape. */
const MAX_SHAPES = 8;
const MAX_POINTS = 48;

export const DrawingRecord = about(
  'What is drawn on the picture.',
  array(
    about(
      'A shape.',
      record({
        shape: about(
          '`stroke`: a line through all points; `arrow`: from the first to the second; `rectangle`: with the two as corners.',
          oneOf('stroke', 'arrow', 'rectangle'),
        ),
        colour: about('Its colour.', oneOf('red', 'yellow', 'green', 'blue', 'white')),
        points: about('Its points; fewer than two show nothing.', array(PointRecord, MAX_POINTS)),
      }),
      { title: 'DrawnShape' },
    ),
    MAX_SHAPES,
  ),
  { title: 'CommentDrawing' },
);
export type DrawingRecord = t.TypeOf<typeof DrawingRecord>;

const messageFields = {
  _id: text('Its identifier.'),
  text: text('Its text.'),
  author: ReviewAuthorRecord,
  createdAt: dateTime('When it was written.'),
};

/** A thread: a comment and its replies. */
export const CommentRecord = about(
  'A comment on a video, with its replies.',
  record(
    {
      ...messageFields,
      version: ordinal('The version that it is about.'),
      replies: about(
        'The replies, the oldest first.',
        array(about('A reply.', record(messageFields), { title: 'CommentReply' })),
      ),
    },
    {
      time: amount('When in the video, in ms.'),
      point: PointRecord,
      drawing: DrawingRecord,
      resolved: about(
        'When it was resolved, and by whom; absent while it is open.',
        record({
          at: dateTime('When it was resolved.'),
          author: ReviewAuthorRecord,
        }),
        { title: 'CommentResolution' },
      ),
    },
  ),
  { title: 'Comment' },
);
export type CommentRecord = t.TypeOf<typeof CommentRecord>;

const messageRecord = ({ commentId, text: words, author, createdAt }: CommentRow) => ({
  _id: commentId,
  text: words,
  author: authorRecord(author),
  createdAt,
});

/** The threads of comments and replies. `rows`: oldest first. */
export const commentRecords = (rows: ReadonlyArray<CommentRow>): ReadonlyArray<CommentRecord> => {
  const threads = rows.filter(({ threadId }) => threadId === undefined);
  const replies = new Map(
    threads.map(({ commentId }) => [commentId, [] as ReturnType<typeof messageRecord>[]]),
  );
  for (const row of rows) if (row.threadId !== undefined) replies.get(row.threadId)?.push(messageRecord(row));
  return threads.map((row) => {
    const { commentId, version = 1, time, point, drawing, resolvedAt, resolvedBy } = row;
    return asRecord(CommentRecord, {
      ...messageRecord(row),
      version,
      replies: replies.get(commentId) ?? [],
      time,
      point,
      drawing,
      resolved: resolvedBy && { at: resolvedAt ?? '', author: authorRecord(resolvedBy) },
    });
  });
};

/** The last decision about a version. */
export const DecisionRecord = about(
  'A decision about a version.',
  record(
    {
      version: ordinal('The version.'),
      outcome: about('What was decided.', oneOf('approved', 'sent-back')),
      author: ReviewAuthorRecord,
      decidedAt: dateTime('When it was decided.'),
    },
    { text: text('Why, or what to change.') },
  ),
  { title: 'VersionDecision' },
);
export type DecisionRecord = t.TypeOf<typeof DecisionRecord>;

export const ReviewRecord = about(
  'The comments on a video, and the decisions about its versions.',
  record({
    comments: about('All comments, the oldest first.', array(CommentRecord)),
    decisions: about('The last 1,000 decisions, the oldest first.', array(DecisionRecord)),
  }),
  { title: 'Review' },
);

export const decisionRecord = (decision: DecisionRow): DecisionRecord =>
  asRecord(DecisionRecord, { ...decision, author: authorRecord(decision.author) });
