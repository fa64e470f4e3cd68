import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { got } from 'got';
import type { MerkleLog } from '../../../application/ports/merkle-log.js';
import { type LogOfExport, logOfExport } from '../../../application/audit/exported-log.js';
import {
  continuityProblem,
  signatureProblem,
  type TrustedKey,
} from '../../../application/audit/verify-log.js';
import { checkpointRecord, KeySetRecord, LogProofRecord } from '../../../application/records/log-records.js';
import type { HistoryChecked } from '../../../application/transparency/check-history.js';
import { type ParsedCheckpoint, parseCheckpoint } from '../../../application/transparency/checkpoint.js';
import { record } from '../../../domain/codec/containers.js';
import { readIfExists, writePrivateFile } from '../../platform/private-files.js';
import { postgresKeyRegistry } from '../../postgres/log/key-registry.js';
import { postgresMerkleLog } from '../../postgres/log/merkle-log.js';
import { isSignedBy } from '../../signing/ed25519.js';
import { sharedSecrets } from '../../processes/parts/shared-secrets.js';
import { rotateSigningKey } from '../../signing/signing-keys.js';
import { compareStore } from './audit-check.js';
import { print, withService, withServiceIfFound } from './session.js';
import { counted } from '../counted.js';

/** The number of earlier checkpoints that an export proves to continue. */
const CHECKPOINTS = 500;

const checkpointFrom = (text: string, what: string): ParsedCheckpoint => {
  const parsed = parseCheckpoint(text);
  if (E.isLeft(parsed)) throw new Error(`${what}: ${parsed.left}`);
  return parsed.right;
};

export const readCheckpoint = async (file: string): Promise<ParsedCheckpoint> =>
  checkpointFrom(await readFile(file, 'utf8'), file);

const keysFrom = (json: string, what: string): ReadonlyArray<TrustedKey> => {
  const decoded = KeySetRecord.decode(JSON.parse(json));
  if (E.isLeft(decoded)) throw new Error(`${what} is not a set of Framewright keys`);
  return decoded.right.keys.map(({ x }) => ({ publicKey: x }));
};

/** Reads the public keys from a file with the content of `/.well-known/framewright-keys.json`. */
export const readKeys = async (file: string): Promise<ReadonlyArray<TrustedKey>> =>
  keysFrom(await readFile(file, 'utf8'), file);

/** The proofs of an export against the newest checkpoint; undefined if there is none yet. */
export const newestLog = async (
  log: MerkleLog,
  earlier: ReadonlyArray<number>,
): Promise<LogOfExport | undefined> => {
  const newest = await log.latestCheckpoint();
  if (!newest) return undefined;
  const sizes = await log.checkpointSizes(CHECKPOINTS);
  return logOfExport(log, newest, [...new Set([...earlier, ...sizes])]);
};

const showCheckpoint = ({ json }: { readonly json?: boolean }): Promise<void> =>
  withService(async ({ database }) => {
    const newest = await postgresMerkleLog(database).latestCheckpoint();
    if (!newest)
      throw new Error('There is no checkpoint yet: it is signed within a minute of the first event.');
    if (json) console.log(JSON.stringify(checkpointRecord(newest)));
    else process.stdout.write(newest.note);
  });

const rotateKey = ({ json }: { readonly json?: boolean }): Promise<void> =>
  withService(async ({ database, config }) => {
    const { signingSeed } = await sharedSecrets(config, database);
    const keyId = await rotateSigningKey(signingSeed, postgresKeyRegistry(database));
    if (json) print([{ keyId }], true);
    else console.log(`The service signs with key ${keyId} from now on. The keys before it are retired.`);
  });

const ProofResponse = record({ data: LogProofRecord });

/** The proof that the log of `to` events starts with the log of `from` events. */
const consistencyOf = async (
  base: string,
  from: number,
  to: number,
): Promise<ReadonlyArray<string> | undefined> => {
  if (from >= to) return [];
  const response = ProofResponse.decode(await got(`${base}/log/consistency?from=${from}&size=${to}`).json());
  return E.isRight(response) ? response.right.data.hashes : undefined;
};

/** Compares the event store with the log of a checkpoint; undefined if the store of that log cannot be reached. */
const storeOf = (checkpoint: ParsedCheckpoint): Promise<HistoryChecked | undefined> =>
  withServiceIfFound(async (session) =>
    (await session.merkleLog.origin()) === checkpoint.origin
      ? compareStore(session, () => undefined)
      : undefined,
  );

/**
 * Fetches the newest checkpoint, verifies it against the earlier one, and replaces that. Where it can reach the event store
 * of that log, it compares it too.
 */
const witness = async (
  address: string,
  { store, keys, json }: { readonly store: string; readonly keys?: string; readonly json?: boolean },
): Promise<void> => {
  const base = address.replace(/\/+$/, '');
  const note = await got(`${base}/log/checkpoint`).text();
  const now = checkpointFrom(note, base);
  const trusted =
    keys === undefined
      ? keysFrom(await got(`${base}/.well-known/framewright-keys.json`).text(), base)
      : await readKeys(keys);
  const earlierNote = await readIfExists(store);
  const earlier = earlierNote === undefined ? undefined : checkpointFrom(earlierNote, store);
  const problem =
    signatureProblem(now, trusted, isSignedBy) ??
    (earlier && continuityProblem(earlier, now, await consistencyOf(base, earlier.size, now.size)));
  if (problem !== undefined) throw new Error(`NOT consistent: ${problem}. ${store} is unchanged.`);
  await writePrivateFile(store, note);
  const before = earlier?.size ?? 0;
  if (!json) console.log(`consistent: the log only grew, from ${before} to ${counted(now.size, 'event')}.`);
  const compared = await storeOf(now);
  if (json) print([{ origin: now.origin, size: now.size, before, compared: compared ?? null }], true);
  else
    console.log(
      compared
        ? `The event store was compared with the log too: ${counted(compared.events, 'event')}, ${counted(compared.differences, 'difference')}.`
        : 'The event store was not compared with the log: run audit check where the event store can be reached.',
    );
  if (compared && compared.differences > 0)
    throw new Error('The stored history differs from the log; audit check lists the differences.');
};

/** `audit checkpoint|witness|rotate-key` */
export const addLogCommands = (audit: Command): void => {
  audit
    .command('checkpoint')
    .description('print the newest checkpoint of the log; keep it in a separate place')
    .option('--json', 'print one line of JSON')
    .action(showCheckpoint);

  audit
    .command('witness')
    .description(
      'fetch the newest checkpoint of a service, verify that its log only grew since the earlier one, and keep it. ' +
        'Needs nothing but the address of the service; where the event store can be reached, compares it with the log ' +
        'too. Exits with 1 if that is not proven or the event store differs from the log',
    )
    .argument('<address>', 'base address of the service')
    .requiredOption('--store <file>', 'file of the earlier checkpoint')
    .option('--keys <file>', 'public keys of the service (default: those it publishes)')
    .option('--json', 'print one line of JSON')
    .action(witness);

  audit
    .command('rotate-key')
    .description('sign with a new key from now on and retire the previous keys')
    .option('--json', 'print one line of JSON')
    .action(rotateKey);
};
