import { expect } from 'chai';
import { problemsOfExport } from '../../../application/audit/verify-export.js';
import { verifyHistory } from '../../../application/audit/verify-history.js';
import type { Actor } from '../../../domain/events.js';
import { brokenByRepeat, claimOf, exportOf, type Repeat } from '../../support/event-store/broken-history.js';

const FOLLOWS = 'is not linked to the previous event';
const key: Actor = { type: 'api-key', keyId: 'k' };
const colleague: Actor = { type: 'api-key', keyId: 'another' };

const problemsOf = (repeat: Repeat, requestIds: ReadonlyArray<string> = []) => {
  const events = brokenByRepeat(repeat);
  return verifyHistory(claimOf(events), events, requestIds);
};

describe('histories broken by a repeated request in an earlier release', () => {
  it('are explained at the start of a stream, by the hash that the repetition would have had', () => {
    const [problem, ...others] = problemsOf({ of: 0, requestId: 'repeat', actor: key });
    expect(others).to.deep.equal([]);
    expect(problem).to.include({ revision: 1, problem: FOLLOWS });
    expect(problem?.explanation)
      .to.include('a repetition of event 0 by request repeat, which was never stored')
      .and.include('Still proven: the id, type, data and position of event 0')
      .and.include('Not proven by this link: its request id.');
  });

  it('are explained if another actor of the stream repeated the request', () => {
    const [problem, ...others] = problemsOf({ of: 0, requestId: 'repeat', actor: colleague });
    expect(others).to.deep.equal([]);
    expect(problem?.explanation).to.include('Not proven by this link: its request id and actor.');
  });

  it('are explained later in a stream by a request id from the log, and by no other id', () => {
    const repeat = { of: 2, requestId: 'from the log', actor: key };
    for (const requestIds of [[], ['another']])
      expect(problemsOf(repeat, requestIds).map(({ explanation }) => explanation)).to.deep.equal([undefined]);
    const [problem] = problemsOf(repeat, ['another', 'from the log']);
    expect(problem).to.include({ revision: 3, problem: FOLLOWS });
    expect(problem?.explanation).to.include('by request from the log');
  });

  it('are not explained if anything else in the event was changed', () => {
    const repeat: Repeat = { of: 0, requestId: 'repeat', actor: key };
    for (const forge of ['id', 'type', 'data', 'previousHash'] as const) {
      const events = brokenByRepeat({ ...repeat, forge });
      const problems = verifyHistory(claimOf(events), events, ['repeat', 'r']);
      const follows = problems.find(({ problem }) => problem === FOLLOWS);
      expect(follows, forge).to.not.equal(undefined);
      for (const { explanation } of problems) expect(explanation, forge).to.equal(undefined);
    }
  });

  it('are explained in an export too', async () => {
    const exported = exportOf(brokenByRepeat({ of: 0, requestId: 'repeat', actor: key }));
    const { problems } = await problemsOfExport(() => exported.split('\n'));
    expect(problems.map(({ explanation }) => explanation !== undefined)).to.deep.equal([true]);
  });
});
