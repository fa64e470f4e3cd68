/** New names for new things. */
export interface Ids {
  /** A UUIDv7 in lower case: later ones sort later. */
  readonly uuid: () => string;
  /** 256 random bits in base64url: a secret. */
  readonly secret: () => string;
  /** Whether the same names may have been drawn before, by an earlier run of the same request. */
  readonly repeatable: boolean;
}
