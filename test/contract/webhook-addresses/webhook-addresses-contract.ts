import { expect } from 'chai';
import type { WebhookAddresses } from '../../../application/ports/webhook-addresses.js';

/**
 * The contract of the check of webhook URLs.
 * @param open the check, with these private hosts allowed
 */
export const webhookAddressesContract = (
  name: string,
  open: (allowedPrivateHosts: ReadonlyArray<string>) => WebhookAddresses,
): void => {
  describe(`webhook addresses: ${name}`, () => {
    const { areAllowed } = open([]);

    it('are allowed if they are publicly routable', async () => {
      expect(await areAllowed('https://93.184.215.14/hook')()).to.equal(true);
      expect(await areAllowed('https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/hook')()).to.equal(true);
    });

    it('are refused if they are private, in any spelling', async () => {
      for (const host of [
        '127.0.0.1',
        '10.1.2.3',
        '169.254.169.254',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '2130706433',
        '0x7f.1',
        'localhost',
      ])
        expect(await areAllowed(`http://${host}/hook`)(), host).to.equal(false);
    });

    it('are allowed if the operator allows them', async () => {
      const allowing = open(['127.0.0.1']);
      expect(await allowing.areAllowed('http://127.0.0.1:8080/hook')()).to.equal(true);
      expect(await allowing.areAllowed('http://127.0.0.2:8080/hook')()).to.equal(false);
    });

    it('pass if their host cannot be resolved: every delivery is checked again', async () => {
      expect(await areAllowed('https://no-such-host.invalid/hook')()).to.equal(true);
    });
  });
};
