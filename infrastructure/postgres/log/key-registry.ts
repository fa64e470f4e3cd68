import type { Knex } from 'knex';
import type { KeyRegistry, PublicKey } from '../../../application/ports/signing-keys.js';
import { rowOf, type StoredAs } from '../connection/stored-rows.js';

type Stored = StoredAs<PublicKey>;

/** The public keys of the service in PostgreSQL. */
export const postgresKeyRegistry = (database: Knex): KeyRegistry => {
  const keys = (): Knex.QueryBuilder<Stored, Stored[]> => database<Stored>('signing_keys');
  return {
    register: async ({ keyId, publicKey }) => {
      const find = () => keys().where({ key_id: keyId });
      const [known] = await find();
      if (known) return rowOf<PublicKey>(known);
      await keys().insert({ key_id: keyId, public_key: publicKey }).onConflict('key_id').ignore();
      const [row] = await find();
      if (!row) throw new Error('a signing key was removed from its table');
      return rowOf<PublicKey>(row);
    },
    retireAllBut: async (keyId) => {
      await keys()
        .whereNot({ key_id: keyId })
        .whereNull('retired_at')
        .update({ retired_at: database.fn.now() });
    },
    all: async () => {
      const rows = await keys().orderBy('created_at', 'desc');
      return rows.map(rowOf<PublicKey>);
    },
  };
};
