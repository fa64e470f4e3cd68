/** A public Ed25519 key of the service. */
export interface PublicKey {
  /** Its thumbprint (RFC 7638): the SHA-256 of the key in its canonical JSON form, base64url. */
  readonly keyId: string;
  /** 32 bytes, base64url. */
  readonly publicKey: string;
  /** ISO 8601 */
  readonly createdAt: string;
  /** From when on it signs nothing; ISO 8601. */
  readonly retiredAt?: string;
}

/** Signs with the current key. */
export interface Signer extends PublicKey {
  /** 64 bytes of Ed25519 (RFC 8032). */
  readonly sign: (data: Uint8Array) => Uint8Array;
}

/** The keys that this service signs checkpoints and receipts with. One is current, the others are retired. */
export interface SigningKeys {
  readonly current: () => Promise<Signer>;
  /** All there ever were, the newest first. */
  readonly all: () => Promise<ReadonlyArray<PublicKey>>;
}

/** Where public keys are remembered, so that every process knows all of them. */
export interface KeyRegistry {
  /** Remembers a key; one that is there already stays as it is. */
  readonly register: (key: Pick<PublicKey, 'keyId' | 'publicKey'>) => Promise<PublicKey>;
  /** From now on, no other key than this one signs anything. */
  readonly retireAllBut: (keyId: string) => Promise<void>;
  readonly all: () => Promise<ReadonlyArray<PublicKey>>;
}
