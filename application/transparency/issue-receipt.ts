import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { RenderId } from '../../domain/ids.js';
import { renderStream } from '../../domain/render/render.js';
import type { Clock } from '../ports/clock.js';
import type { EventArchive } from '../ports/event-archive.js';
import { type Fault, unavailable } from '../ports/fault.js';
import type { MerkleLog } from '../ports/merkle-log.js';
import type { SigningKeys } from '../ports/signing-keys.js';
import type { SignedReceipt } from '../records/receipt-record.js';
import { type ReceiptFacts, receiptOf, type RenderNotCompleted, signReceipt } from './receipt.js';

/** A number of events that no render exceeds. */
const WHOLE_STREAM = 1000;

export interface ReceiptDependencies {
  readonly eventArchive: EventArchive;
  readonly merkleLog: MerkleLog;
  readonly signingKeys: SigningKeys;
  readonly clock: Clock;
}

const withLogIndex = async (
  log: MerkleLog,
  event: ReceiptFacts['events'][number],
): Promise<ReceiptFacts['events'][number]> => {
  const logIndex = await log.indexOf(event.stream, event.revision);
  return logIndex === undefined ? event : { ...event, logIndex };
};

const signed = ({ merkleLog, signingKeys, clock }: ReceiptDependencies, facts: ReceiptFacts) =>
  TE.tryCatch(async () => {
    const events = await Promise.all(facts.events.map((event) => withLogIndex(merkleLog, event)));
    const [log, signer] = [await merkleLog.origin(), await signingKeys.current()];
    return signReceipt({ ...facts, events, log, signedAt: clock.now().toISOString() }, signer);
  }, unavailable('the signing key'));

export const issueReceipt =
  (dependencies: ReceiptDependencies) =>
  (renderId: RenderId): TE.TaskEither<RenderNotCompleted | Fault, SignedReceipt> =>
    pipe(
      dependencies.eventArchive.read(renderStream(renderId), 0, WHOLE_STREAM),
      TE.flatMapEither(({ events }): ReturnType<typeof receiptOf> => receiptOf(events)),
      TE.flatMap((facts): TE.TaskEither<RenderNotCompleted | Fault, SignedReceipt> =>
        signed(dependencies, facts),
      ),
    );
