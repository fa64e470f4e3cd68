export interface Ids {
  /** A UUIDv7 in lower case; later ones sort after earlier ones. */
  readonly uuid: () => string;
  /** A secret: 256 random bits in base64url. */
  readonly secret: () => string;
  /** Whether an earlier run of the same request may have generated the same ids. */
  readonly repeatable: boolean;
}
