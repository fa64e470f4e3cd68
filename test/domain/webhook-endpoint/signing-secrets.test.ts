import { expect } from 'chai';
import { signingSecrets, type SecretVersion } from '../../../domain/webhook-endpoint/signing-secrets.js';
import { at } from '../../support/examples.js';

describe('signing secrets', () => {
  const first: SecretVersion = { secret: 'a', version: 1, xSignatureFrom: at(0), previousExpireAt: null };
  const second: SecretVersion = { secret: 'b', version: 2, xSignatureFrom: at(10), previousExpireAt: at(20) };
  const third: SecretVersion = { secret: 'c', version: 3, xSignatureFrom: at(15), previousExpireAt: at(30) };
  const when = (seconds: number) => new Date(at(seconds));

  it('use the only secret there is', () => {
    expect(signingSecrets([first], when(99))).to.deep.equal({ xSignature: 'a', standard: ['a'] });
  });

  it('overlap after a rotation, newest first, until the previous one expires', () => {
    const both = [first, second];
    expect(signingSecrets(both, when(19)).standard).to.deep.equal(['b', 'a']);
    expect(signingSecrets(both, when(20)).standard).to.deep.equal(['b']);
  });

  it('switch X-Signature at the requested time', () => {
    const both = [first, second];
    expect(signingSecrets(both, when(9)).xSignature).to.equal('a');
    expect(signingSecrets(both, when(10)).xSignature).to.equal('b');
  });

  it('expire at the time set by their successor, in any input order', () => {
    const all = [third, first, second];
    expect(signingSecrets(all, when(19))).to.deep.equal({ xSignature: 'c', standard: ['c', 'b', 'a'] });
    expect(signingSecrets(all, when(25))).to.deep.equal({ xSignature: 'c', standard: ['c', 'b'] });
    expect(signingSecrets(all, when(30))).to.deep.equal({ xSignature: 'c', standard: ['c'] });
  });

  it('use the newest for X-Signature if no valid secret has taken effect', () => {
    const late = { ...second, xSignatureFrom: at(50) };
    expect(signingSecrets([first, late], when(20))).to.deep.equal({ xSignature: 'b', standard: ['b'] });
  });
});
