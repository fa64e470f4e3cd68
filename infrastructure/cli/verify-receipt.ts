/**
 * `npm run -s verify -- file.mp4 receipt.json keys.json`: verifies a file with its receipt, without the service. Exits
 * with 0 if it is the file of the receipt, or plays in the same way; with 2 if only its packets match the receipt;
 * otherwise with 1. The output says why.
 */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import {
  type FileMatch,
  matchOf,
  type MeasuredFile,
  parseReceipt,
  receiptProblems,
} from '../../application/audit/verify-receipt.js';
import { KeySetRecord } from '../../application/records/log-records.js';
import type { Receipt } from '../../application/records/receipt-record.js';
import { measuredFile } from './measured-file.js';
import { engineFileInspector } from '../rendering/engine/file-inspector.js';
import { isSignedBy } from '../signing/ed25519.js';

const readJson = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(path, 'utf8')) as unknown;

/** Measures a file: its streams only if it is not the very file of the receipt, because that reads all of it. */
const measuredFor = async ({ output }: Receipt, path: string): Promise<MeasuredFile> => {
  const file = await measuredFile(path);
  if (file.sha256 === output.sha256 || output.streams === undefined) return file;
  const inspected = await engineFileInspector().inspect(resolve(path), 'key', new AbortController().signal);
  return inspected ? { ...file, ...inspected } : file;
};

const verify = async (path: string, receiptFile: string, keysFile: string): Promise<void> => {
  const receipt = parseReceipt(await readJson(receiptFile));
  if (E.isLeft(receipt)) throw new Error(`${receiptFile}: ${receipt.left}`);
  const keys = KeySetRecord.decode(await readJson(keysFile));
  if (E.isLeft(keys)) throw new Error(`${keysFile}: this is not a set of Framewright keys`);
  const file = await measuredFor(receipt.right.receipt, path);
  const problems = receiptProblems(receipt.right, keys.right, file, isSignedBy);
  const match = matchOf(receipt.right.receipt, file);
  if (!match || problems.length > 0) throw new Error(`NOT verified: ${problems.join('; ')}`);
  const { videoId, videoVersion, renderId, completedAt } = receipt.right.receipt;
  console.log(
    `${STATEMENTS[match.match]}: version ${videoVersion} of video ${videoId}, render ${renderId}, completed at ${completedAt}`,
  );
  if (match.match !== 'same-packets') return;
  console.error(withheld(receipt.right.receipt, match.differences));
  process.exitCode = ONLY_PACKETS;
};

/** The exit code for a file whose packets match the receipt, without a proof that it plays in the same way. */
const ONLY_PACKETS = 2;

const STATEMENTS: Readonly<Record<FileMatch['match'], string>> = {
  identical: 'verified',
  'same-streams':
    'verified (same streams, shown in the same way; other metadata and the text of subtitles were not compared)',
  'same-packets': 'only the packets are verified',
  'same-picture': 'only the packets of the picture are verified',
};

/** Why a file is not verified although its packets are. */
const withheld = ({ output }: Receipt, differences: ReadonlyArray<string> | undefined): string => {
  if (differences) return `the file plays differently from the receipt: ${differences.join(', ')}`;
  const notCompared =
    'timestamps, edit lists, display matrix and all else that players use were not compared';
  return output.presentation
    ? `${notCompared}: the file is no MP4 or MOV with tables that can be read`
    : `${notCompared}: the receipt does not cover them, because the render is of an earlier release`;
};

const command = new Command('verify')
  .description('verify a file with its receipt')
  .argument('<file>', 'the output of a render')
  .argument('<receipt>', 'JSON from GET /v1/renders/{id}/receipt')
  .argument('<keys>', 'JSON from /.well-known/framewright-keys.json')
  .action(verify);

try {
  await command.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
