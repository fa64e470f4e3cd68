/** A secret of an endpoint, and when its version took effect. */
export interface SecretVersion {
  readonly secret: string;
  /** Counts the endpoint's secrets from 1. */
  readonly version: number;
  /** From then on `X-Signature` is made with it (ISO 8601). */
  readonly xSignatureFrom: string;
  /** Until then the secrets before it sign too (ISO 8601); null for the first. */
  readonly previousExpireAt: string | null;
}

/** What signs a message. */
export interface SigningSecrets {
  /** Makes `X-Signature`, which has room for one signature. */
  readonly xSignature: string;
  /** Make `webhook-signature`, the newest first. */
  readonly standard: ReadonlyArray<string>;
}

/**
 * Which of an endpoint's secrets sign at a moment. A secret is valid until the one after it lets it expire; `X-Signature` is
 * made with the newest valid secret that has taken effect, or the newest of all while none has.
 * @param versions all that are kept, in any order
 */
export const signingSecrets = (versions: ReadonlyArray<SecretVersion>, now: Date): SigningSecrets => {
  const newestFirst = versions.toSorted((a, b) => b.version - a.version);
  const valid = newestFirst.filter((_, index) => {
    const expiresAt = newestFirst[index - 1]?.previousExpireAt ?? null;
    return expiresAt === null || Date.parse(expiresAt) > now.getTime();
  });
  const inEffect = valid.find(({ xSignatureFrom }) => Date.parse(xSignatureFrom) <= now.getTime());
  return {
    xSignature: (inEffect ?? valid[0])?.secret ?? '',
    standard: valid.map(({ secret }) => secret),
  };
};
