import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Admission, Idempotency, RepeatableRequest } from '../../../application/ports/idempotency.js';
import type { OwnerId } from '../../../domain/ids.js';
import { rightOf } from '../../support/right-of.js';

/** Several processes with shared storage. */
export interface IdempotencyUnderTest {
  readonly processes: readonly [Idempotency, Idempotency];
  readonly close: () => Promise<void>;
}

/** The contract of the storage of idempotent requests. */
export const idempotencyContract = (name: string, open: () => Promise<IdempotencyUnderTest>): void => {
  describe(`idempotency: ${name}`, () => {
    let tested: IdempotencyUnderTest;
    let one: Idempotency;
    let other: Idempotency;
    before(async () => {
      tested = await open();
      [one, other] = tested.processes;
    });
    after(() => tested.close());

    const newRequest = (): RepeatableRequest => ({
      ownerId: 'ada' as OwnerId,
      key: randomUUID(),
      requestHash: 'f'.repeat(64),
    });
    const origin = { actor: { type: 'api-key', keyId: 'k' }, requestId: 'first' } as const;
    const laterOrigin = { actor: { type: 'admin' }, requestId: 'second' } as const;
    const answer = { status: 201, json: '{"secret":"whsec_ü"}', headers: { location: '/v1/videos/1' } };
    const begin = async (
      from: Idempotency,
      request: RepeatableRequest,
      by: typeof origin | typeof laterOrigin = origin,
    ) => rightOf(await from.begin(request, by)());
    const begun = (admission: Admission) => {
      if (admission._tag !== 'Begun') throw new Error(`expected Begun, found ${admission._tag}`);
      return admission;
    };

    it('lets one process work on a request; the others wait', async () => {
      const request = newRequest();
      const admission = begun(await begin(one, request));
      expect(admission.origin).to.deep.equal(origin);
      expect(admission.seed).to.have.length(32);
      expect(await begin(other, request)).to.deep.equal({ _tag: 'InWork' });
      const admissions = await Promise.all(
        Array.from({ length: 10 }, () => newRequest()).flatMap((request) => [
          begin(one, request),
          begin(other, request),
        ]),
      );
      expect(admissions.filter(({ _tag }) => _tag === 'Begun')).to.have.length(10);
    });

    it('gives the same seed, time and origin to a process that takes over', async () => {
      const request = newRequest();
      const first = begun(await begin(one, request));
      rightOf(await one.release(request)());
      const second = begun(await begin(other, request, laterOrigin));
      expect(second).to.deep.equal(first);
    });

    it('treats a forgotten request as new', async () => {
      const request = newRequest();
      const first = begun(await begin(one, request));
      rightOf(await one.forget(request)());
      const second = begun(await begin(other, request, laterOrigin));
      expect(second.origin).to.deep.equal(laterOrigin);
      expect(second.seed).to.not.deep.equal(first.seed);
    });

    it('neither forgets nor releases a request with a stored response', async () => {
      const request = newRequest();
      begun(await begin(one, request));
      rightOf(await one.finish(request, answer)());
      rightOf(await one.release(request)());
      rightOf(await one.forget(request)());
      expect(await begin(one, request)).to.deep.equal({ _tag: 'Answered', response: answer });
    });
  });
};
