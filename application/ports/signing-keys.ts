/** A public Ed25519 key of the service. */
export interface PublicKey {
  /** Its thumbprint (RFC 7638): the SHA-256 of the key in its canonical JSON form, base64url. */
  readonly keyId: string;
  /** 32 bytes, base64url. */
  readonly publicKey: string;
  /** ISO 8601 */
  readonly createdAt: string;
  /** When it was retired; ISO 8601. */
  readonly retiredAt?: string;
}

export interface Signer extends PublicKey {
  /** 64 bytes of Ed25519 (RFC 8032). */
  readonly sign: (data: Uint8Array) => Uint8Array;
}

/** The keys that sign checkpoints and receipts. One is current, the others are retired. */
export interface SigningKeys {
  readonly current: () => Promise<Signer>;
  /** All keys, newest first. */
  readonly all: () => Promise<ReadonlyArray<PublicKey>>;
}

/** The registry of public keys, through which every process knows all of them. */
export interface KeyRegistry {
  /** Registers a key; a registered key is not changed. */
  readonly register: (key: Pick<PublicKey, 'keyId' | 'publicKey'>) => Promise<PublicKey>;
  readonly retireAllBut: (keyId: string) => Promise<void>;
  readonly all: () => Promise<ReadonlyArray<PublicKey>>;
}
