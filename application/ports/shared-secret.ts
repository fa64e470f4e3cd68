/** A secret of this service, the same for all of its processes. */
export interface SharedSecret {
  /** The secret, in hexadecimal digits; made of so many random bytes the first time. */
  readonly read: (bytes: number) => Promise<string>;
  /** Replaces the secret in all processes. */
  readonly replace: (secret: string) => Promise<void>;
}
