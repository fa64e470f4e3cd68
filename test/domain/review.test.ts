import { expect } from 'chai';
import { isStreamOf } from '../../domain/events.js';
import type { CommentId } from '../../domain/ids.js';
import { CommentAdded, type ReviewAuthor, type ReviewEvent } from '../../domain/review/events.js';
import { MAX_COMMENTS, reviewDecider, reviewStream } from '../../domain/review/review.js';
import { specFor } from '../support/decider-spec.js';
import { at, owner, uuid, videoId } from '../support/examples.js';

describe('review', () => {
  const { given } = specFor(reviewDecider);
  const id = (number: number) => uuid(number) as CommentId;
  const [commentId, replyId] = [id(70), id(71)];
  const author: ReviewAuthor = { role: 'reviewer', credential: 'c'.repeat(64), name: 'Ann', named: 'link' };
  const facts = { videoId, ownerId: owner, author, at: at(0) };
  const comment = { ...facts, commentId, version: 2, text: 'Too dark', time: 500, point: { x: 0.5, y: 0.1 } };
  const about = { ...facts, commentId };
  const decision = { ...facts, version: 2 };
  const added: ReviewEvent = { type: 'CommentAdded', data: comment };
  const replied: ReviewEvent = { type: 'CommentReplied', data: { ...about, replyId, text: 'Lit' } };
  const resolved: ReviewEvent = { type: 'CommentResolved', data: about };
  const reopened: ReviewEvent = { type: 'CommentReopened', data: about };
  const approved: ReviewEvent = { type: 'VersionApproved', data: decision };
  const sentBack: ReviewEvent = { type: 'VersionSentBack', data: { ...decision, text: 'Fix the logo' } };

  it('has its own stream, with the id of its video', () => {
    expect(reviewStream(videoId)).to.equal(`review-${videoId}`);
    for (const event of [added, replied, resolved, reopened, approved, sentBack])
      expect(isStreamOf(reviewStream(videoId), event), event.type).to.equal(true);
  });

  it('has comments with a drawing, and accepts earlier ones without', () => {
    const shape = { shape: 'arrow', colour: 'red', points: [comment.point, { x: 1, y: 0.25 }] } as const;
    const drawn = { ...comment, commentId: id(72), drawing: [shape] };
    given(added)
      .when({ type: 'AddComment', ...drawn })
      .thenEvents({ type: 'CommentAdded', data: drawn });
    expect(
      CommentAdded.is({ type: 'CommentAdded', data: { ...drawn, drawing: [{ ...shape, points: 1 }] } }),
    ).to.equal(false);
    expect(CommentAdded.is(added)).to.equal(true);
  });

  it('begins with any comment or decision, and records no repetition', () => {
    given()
      .when({ type: 'AddComment', ...comment })
      .thenEvents(added);
    given(added)
      .when({ type: 'AddComment', ...comment })
      .thenNothing();
    given()
      .when({ type: 'ApproveVersion', ...decision })
      .thenEvents(approved);
  });

  it('has threads, which are replied to, resolved and reopened, if they exist', () => {
    const reply = { type: 'ReplyToComment', ...about, replyId, text: 'Lit' } as const;
    const [resolve, reopen] = [
      { type: 'ResolveComment', ...about },
      { type: 'ReopenComment', ...about },
    ] as const;
    for (const command of [reply, resolve, reopen])
      given(approved).when(command).thenRefused({ _tag: 'CommentDoesNotExist', commentId });
    given(added).when(reply).thenEvents(replied);
    given(added, replied).when(reply).thenNothing();
    given(added).when(resolve).thenEvents(resolved);
    given(added, resolved).when(resolve).thenNothing();
    given(added).when(reopen).thenNothing();
    given(added, resolved).when(reopen).thenEvents(reopened);
    given(added, resolved, reopened).when(resolve).thenEvents(resolved);
    given(added, replied)
      .when({ ...resolve, commentId: replyId })
      .thenRefused({ _tag: 'CommentDoesNotExist', commentId: replyId });
  });

  it('limits the number of comments and replies, but not of decisions', () => {
    const more = Array.from({ length: MAX_COMMENTS - 2 }, (_, index): ReviewEvent => ({
      type: 'CommentAdded',
      data: { ...comment, commentId: id(1000 + index) },
    }));
    const last = { type: 'AddComment', ...comment, commentId: id(90) } as const;
    given(added, ...more)
      .when(last)
      .thenEvents({ type: 'CommentAdded', data: { ...comment, commentId: id(90) } });
    const full = given(added, replied, ...more);
    for (const command of [last, { type: 'ReplyToComment', ...about, replyId: id(90), text: '' } as const])
      full.when(command).thenRefused({ _tag: 'TooManyComments', videoId, limit: MAX_COMMENTS });
    full.when({ type: 'ResolveComment', ...about }).thenEvents(resolved);
    full.when({ type: 'ApproveVersion', ...decision }).thenEvents(approved);
  });

  it('records each change of a decision, who makes it and why; the last one about a version counts', () => {
    const approve = { type: 'ApproveVersion', ...decision } as const;
    const sendBack = { type: 'SendVersionBack', ...decision, text: 'Fix the logo' } as const;
    given(approved).when(approve).thenNothing();
    given(approved).when(sendBack).thenEvents(sentBack);
    given(approved, sentBack).when(sendBack).thenNothing();
    given(approved, sentBack).when(approve).thenEvents(approved);
    for (const more of [{ text: 'Fine' }, { author: { ...author, credential: 'd' } }])
      given(approved)
        .when({ ...approve, ...more })
        .thenEvents({ type: 'VersionApproved', data: { ...decision, ...more } });
    const otherVersion: ReviewEvent = { type: 'VersionApproved', data: { ...decision, version: 3 } };
    const { decisions } = given(approved, otherVersion, sentBack).state();
    expect([decisions[1], decisions[2]?.outcome, decisions[3]?.outcome]).to.deep.equal([
      undefined,
      'sent-back',
      'approved',
    ]);
  });
});
