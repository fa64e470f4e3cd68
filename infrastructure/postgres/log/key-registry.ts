import type { Knex } from 'knex';
import type { KeyRegistry, PublicKey } from '../../../application/ports/signing-keys.js';

interface KeyRow {
  readonly key_id: string;
  readonly public_key: string;
  readonly created_at: Date;
  readonly retired_at: Date | null;
}

const publicKeyFrom = ({ key_id, public_key, created_at, retired_at }: KeyRow): PublicKey => ({
  keyId: key_id,
  publicKey: public_key,
  createdAt: created_at.toISOString(),
  ...(retired_at ? { retiredAt: retired_at.toISOString() } : {}),
});

/** The public keys of the service in PostgreSQL. */
export const postgresKeyRegistry = (database: Knex): KeyRegistry => {
  const keys = (): Knex.QueryBuilder<KeyRow, KeyRow[]> => database<KeyRow>('signing_keys');
  return {
    register: async ({ keyId, publicKey }) => {
      const find = () => keys().where({ key_id: keyId });
      const [known] = await find();
      if (known) return publicKeyFrom(known);
      await keys().insert({ key_id: keyId, public_key: publicKey }).onConflict('key_id').ignore();
      const [row] = await find();
      if (!row) throw new Error('a signing key was removed from its table');
      return publicKeyFrom(row);
    },
    retireAllBut: async (keyId) => {
      await keys()
        .whereNot({ key_id: keyId })
        .whereNull('retired_at')
        .update({ retired_at: database.fn.now() });
    },
    all: async () => {
      const rows = await keys().orderBy('created_at', 'desc');
      return rows.map(publicKeyFrom);
    },
  };
};
