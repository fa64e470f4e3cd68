import { createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { CoseAlgorithmIdentifier, type Signer } from '@trustnxt/c2pa-ts/cose';
import * as x509 from '@peculiar/x509';

/** COSE algorithms by the type of a key (RFC 9053). */
const ALGORITHMS: Readonly<
  Record<string, { readonly cose: CoseAlgorithmIdentifier; readonly digest: string | null }>
> = {
  ed25519: { cose: CoseAlgorithmIdentifier.Ed25519, digest: null },
  prime256v1: { cose: CoseAlgorithmIdentifier.ES256, digest: 'sha256' },
  secp384r1: { cose: CoseAlgorithmIdentifier.ES384, digest: 'sha384' },
};

const algorithmOf = (key: KeyObject) => {
  const found = ALGORITHMS[key.asymmetricKeyDetails?.namedCurve ?? key.asymmetricKeyType ?? ''];
  if (!found) throw new Error('the key of the certificate must be Ed25519, P-256 or P-384');
  return found;
};

/**
 * Signs manifests with a certificate.
 * @param certificates PEM: the certificate of the signer, then those that issued it
 * @param privateKey PEM (PKCS #8)
 * @throws Error if they are not valid, or do not belong together
 */
export const certificateSigner = (certificates: string, privateKey: string): Signer => {
  const key = createPrivateKey(privateKey);
  const { cose, digest } = algorithmOf(key);
  const [certificate, ...chainCertificates] = x509.PemConverter.decode(certificates).map(
    (raw) => new x509.X509Certificate(raw),
  );
  if (!certificate) throw new Error('the file has no certificate');
  if (!new X509Certificate(Buffer.from(certificate.rawData)).checkPrivateKey(key))
    throw new Error('the key does not belong to the certificate');
  return {
    algorithm: cose,
    certificate,
    chainCertificates,
    sign: (payload) => Promise.resolve(sign(digest, payload, { key, dsaEncoding: 'ieee-p1363' })),
  };
};
