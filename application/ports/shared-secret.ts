/** A secret that all processes of this service share. */
export interface SharedSecret {
  /** The secret in hexadecimal digits. The first call creates it from `bytes` random bytes. */
  readonly read: (bytes: number) => Promise<string>;
  readonly replace: (secret: string) => Promise<void>;
}
