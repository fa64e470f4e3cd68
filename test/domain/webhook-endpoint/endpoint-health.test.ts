import { expect } from 'chai';
import {
  disablingReason,
  type EndpointHealth,
  DELIVERIES_PER_ENDPOINT,
  DELIVERIES_PER_FAILING_ENDPOINT,
  deliveriesAllowed,
  TOLERATED_FAILURE_MS,
} from '../../../domain/webhook-endpoint/endpoint-health.js';
import { at } from '../../support/examples.js';

describe('the health of a webhook endpoint', () => {
  const when = (seconds: number) => new Date(at(seconds));
  const healthy: EndpointHealth = {
    status: 'active',
    activeSince: when(10),
    failingSince: null,
    restsUntil: null,
  };
  const failing: EndpointHealth = { ...healthy, failingSince: when(20), restsUntil: when(30) };

  describe('the number of deliveries that it allows', () => {
    it('is the limit of an endpoint', () => {
      expect(deliveriesAllowed(healthy, 0, when(50))).to.equal(DELIVERIES_PER_ENDPOINT);
      expect(deliveriesAllowed(healthy, 3, when(50))).to.equal(DELIVERIES_PER_ENDPOINT - 3);
      expect(deliveriesAllowed(healthy, DELIVERIES_PER_ENDPOINT + 1, when(50))).to.equal(0);
    });

    it('is zero while the endpoint is paused or disabled', () => {
      for (const status of ['paused', 'disabled'] as const)
        expect(deliveriesAllowed({ ...healthy, status }, 0, when(50))).to.equal(0);
    });

    it('is zero during the rest after a failure, then small until a delivery succeeds', () => {
      expect(deliveriesAllowed(failing, 0, when(29.999))).to.equal(0);
      expect(deliveriesAllowed(failing, 0, when(30))).to.equal(DELIVERIES_PER_FAILING_ENDPOINT);
      expect(deliveriesAllowed(failing, 1, when(30))).to.equal(DELIVERIES_PER_FAILING_ENDPOINT - 1);
      expect(deliveriesAllowed(failing, DELIVERIES_PER_ENDPOINT, when(30))).to.equal(0);
    });

    it('is the limit again once the owner has changed or resumed the endpoint', () => {
      expect(deliveriesAllowed({ ...failing, activeSince: when(21) }, 0, when(25))).to.equal(
        DELIVERIES_PER_ENDPOINT,
      );
    });
  });

  it('disables the endpoint after a 410, and after five days of only failures', () => {
    const since = when(0);
    const later = (ms: number) => new Date(since.getTime() + ms);
    expect(disablingReason(410, undefined, since)).to.equal('gone');
    expect(disablingReason(500, since, later(TOLERATED_FAILURE_MS - 1))).to.equal(undefined);
    expect(disablingReason(500, since, later(TOLERATED_FAILURE_MS))).to.equal('failing');
    expect(disablingReason(undefined, since, later(TOLERATED_FAILURE_MS))).to.equal('failing');
    expect(disablingReason(200, undefined, later(TOLERATED_FAILURE_MS))).to.equal(undefined);
    expect(TOLERATED_FAILURE_MS).to.equal(432_000_000);
  });
});
