import { randomBytes, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const VALID_YEARS = 10;
const YEAR_MS = 365.25 * 24 * 3_600_000;
/** What C2PA lets signers' certificates be for: email protection, document signing (RFC 9336), and signing claims. */
const PURPOSES = ['1.3.6.1.5.5.7.3.4', '1.3.6.1.5.5.7.3.36', '1.3.6.1.4.1.62558.2.1'];
/** The types of keys that sign manifests, as Web Crypto names them. */
const KEY_TYPES = {
  Ed25519: { name: 'Ed25519' },
  'P-256': { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  'P-384': { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' },
};
export type KeyType = keyof typeof KEY_TYPES;

/** A random positive number of 16 bytes, hex. */
const serial = (): string => `4${randomBytes(16).toString('hex').slice(1)}`;

const keyPair = async (type: KeyType): Promise<webcrypto.CryptoKeyPair> => {
  const pair = await webcrypto.subtle.generateKey(KEY_TYPES[type], true, ['sign', 'verify']);
  return pair as webcrypto.CryptoKeyPair;
};

/** A certificate for tests, issued by a new authority that nobody trusts. */
export const testCertificate = async (
  now: Date,
  type: KeyType = 'Ed25519',
): Promise<{ certificates: string; privateKey: string }> => {
  const [authority, signer] = [await keyPair(type), await keyPair(type)];
  const signingAlgorithm = KEY_TYPES[type];
  const validity = { notBefore: now, notAfter: new Date(now.getTime() + VALID_YEARS * YEAR_MS) };
  const issuer = 'CN=Framewright test authority,O=Framewright';
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity,
    serialNumber: serial(),
    name: issuer,
    keys: authority,
    signingAlgorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(authority.publicKey),
    ],
  });
  const leaf = await x509.X509CertificateGenerator.create({
    ...validity,
    serialNumber: serial(),
    subject: 'CN=Framewright test certificate,O=Framewright',
    issuer,
    publicKey: signer.publicKey,
    signingKey: authority.privateKey,
    signingAlgorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension(PURPOSES, true),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(signer.publicKey),
    ],
  });
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', signer.privateKey);
  return {
    certificates: `${leaf.toString('pem')}\n${root.toString('pem')}\n`,
    privateKey: `${x509.PemConverter.encode(pkcs8, 'PRIVATE KEY')}\n`,
  };
};
