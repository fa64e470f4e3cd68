/**
 * `npm run -s verify -- file.mp4 receipt.json keys.json`: verifies a file with its receipt, without the service. Exits
 * with 0 if it is valid, otherwise with 1 and the reason.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import { type MeasuredFile, parseReceipt, receiptProblems } from '../../application/audit/verify-receipt.js';
import { KeySetRecord } from '../../application/records/log-records.js';
import { isSignedBy } from '../signing/ed25519.js';

const measured = async (path: string): Promise<MeasuredFile> => {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), bytes };
};

const readJson = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(path, 'utf8')) as unknown;

const verify = async (file: string, receiptFile: string, keysFile: string): Promise<void> => {
  const receipt = parseReceipt(await readJson(receiptFile));
  if (E.isLeft(receipt)) throw new Error(`${receiptFile}: ${receipt.left}`);
  const keys = KeySetRecord.decode(await readJson(keysFile));
  if (E.isLeft(keys)) throw new Error(`${keysFile}: this is not a set of Framewright keys`);
  const problems = receiptProblems(receipt.right, keys.right, await measured(file), isSignedBy);
  if (problems.length > 0) throw new Error(`NOT verified: ${problems.join('; ')}`);
  const { videoId, videoVersion, renderId, completedAt } = receipt.right.receipt;
  console.log(
    `verified: version ${videoVersion} of video ${videoId}, render ${renderId}, completed at ${completedAt}`,
  );
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
