import { expect } from 'chai';
import type { SendResult } from '../../../application/ports/webhook-deliveries.js';
import { afterAttempt, MAX_ATTEMPTS } from '../../../workers/webhook/retry-schedule.js';
import { at } from '../../support/examples.js';

describe('after an attempt to deliver', () => {
  const now = new Date(at(0));
  const answered = (status: number): SendResult => ({ _tag: 'Answered', status, body: Buffer.alloc(0) });
  const silence: SendResult = { _tag: 'NotAnswered', stage: 'connect', message: 'connection refused' };

  it('a message is delivered only by a 2xx', () => {
    for (const status of [200, 204, 299])
      expect(afterAttempt(0, answered(status), now, 0.5)).to.deep.equal({ _tag: 'Delivered' });
    for (const failed of [answered(199), answered(301), answered(404), answered(503), silence])
      expect(afterAttempt(0, failed, now, 0.5)).to.deep.equal({ _tag: 'TryAgain', at: new Date(at(5)) });
  });

  it('it fails after the last attempt', () => {
    expect(afterAttempt(MAX_ATTEMPTS - 2, silence, now, 0)._tag).to.equal('TryAgain');
    expect(afterAttempt(MAX_ATTEMPTS - 1, silence, now, 0)).to.deep.equal({ _tag: 'GivenUp' });
    expect(afterAttempt(MAX_ATTEMPTS - 1, answered(200), now, 0)).to.deep.equal({ _tag: 'Delivered' });
  });
});
