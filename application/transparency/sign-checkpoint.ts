import type { Clock } from '../ports/clock.js';
import type { MerkleLog, SignedCheckpoint } from '../ports/merkle-log.js';
import type { SigningKeys } from '../ports/signing-keys.js';
import { checkpointText, noteKeyId, signedNote } from './checkpoint.js';
import { HistoryDiffersError } from './grow-log.js';
import { rootOf } from './merkle-tree.js';

export interface CheckpointSigning {
  readonly log: MerkleLog;
  readonly keys: SigningKeys;
  readonly clock: Clock;
}

/** @throws HistoryDiffersError while the event store is known to differ from the log */
export const refuseDifferences = async (log: Pick<MerkleLog, 'differences'>): Promise<void> => {
  const { count } = await log.differences();
  if (count > 0)
    throw new HistoryDiffersError(`${count} events of the event store differ from the log; see audit check`);
};

/**
 * Signs and stores a checkpoint of the current log, unless it has not grown since the last one.
 * @throws HistoryDiffersError while the event store is known to differ from the log
 */
export const signCheckpoint = async ({
  log,
  keys,
  clock,
}: CheckpointSigning): Promise<SignedCheckpoint | undefined> => {
  const [{ size }, latest] = [await log.head(), await log.latestCheckpoint()];
  if (size === 0 || latest?.size === size) return latest;
  await refuseDifferences(log);
  const { subtrees, from } = rootOf(size);
  const checkpoint = { origin: await log.origin(), size, root: from(await log.hashes(subtrees)) };
  const { publicKey, sign } = await keys.current();
  const text = checkpointText(checkpoint);
  const note = signedNote(text, [
    {
      keyName: checkpoint.origin,
      keyId: noteKeyId(checkpoint.origin, Buffer.from(publicKey, 'base64url')),
      signature: sign(Buffer.from(text)),
    },
  ]);
  const signed = { ...checkpoint, note, signedAt: clock.now().toISOString() };
  await log.saveCheckpoint(signed);
  return signed;
};
