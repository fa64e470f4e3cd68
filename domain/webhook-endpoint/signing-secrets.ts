/** A secret of an endpoint, and when it takes effect. */
export interface SecretVersion {
  readonly secret: string;
  /** Numbers the endpoint's secrets from 1. */
  readonly version: number;
  /** The time from which `X-Signature` uses it (ISO 8601). */
  readonly xSignatureFrom: string;
  /** The time until which the previous secrets sign too (ISO 8601); null for the first secret. */
  readonly previousExpireAt: string | null;
}

/** The secrets that sign a message, each in the form shown to the user: `whsec_` and base64. */
export interface SigningSecrets {
  /** For `X-Signature`, which holds a single signature. */
  readonly xSignature: string;
  /** For `webhook-signature`, newest first. */
  readonly standard: ReadonlyArray<string>;
}

/**
 * Selects the secrets of an endpoint that sign at `now`. A secret expires at `previousExpireAt` of its successor.
 * `X-Signature` uses the newest valid secret that has taken effect, or the newest of all if none has.
 * @param versions all stored secrets, in any order
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
