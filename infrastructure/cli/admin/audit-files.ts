import { resolve } from 'node:path';
import type { Command } from 'commander';
import { identifyFile } from '../../../application/transparency/identify-file.js';
import { issueReceipt } from '../../../application/transparency/issue-receipt.js';
import type { VerdictRecord } from '../../../application/records/verdict-record.js';
import type { RenderId } from '../../../domain/ids.js';
import { eventStoreDbArchive } from '../../eventstore/event-archive.js';
import { systemClock } from '../../platform/system-clock.js';
import { postgresKeyRegistry } from '../../postgres/log/key-registry.js';
import { sharedSecrets } from '../../processes/parts/shared-secrets.js';
import { engineFileInspector } from '../../rendering/engine/file-inspector.js';
import { signingKeys } from '../../signing/signing-keys.js';
import { measuredFile } from '../measured-file.js';
import { parseId } from './arguments.js';
import { resultOrExit, withService } from './session.js';

interface OutputOptions {
  readonly json?: boolean;
}

const showReceipt = (renderId: RenderId, { json }: OutputOptions): Promise<void> =>
  withService(async ({ client, againstLog, merkleLog, database, config }) => {
    const { signingSeed } = await sharedSecrets(config, database);
    const receipt = await resultOrExit(
      issueReceipt({
        eventArchive: eventStoreDbArchive(client, againstLog),
        merkleLog,
        signingKeys: signingKeys(signingSeed, postgresKeyRegistry(database)),
        clock: systemClock,
      })(renderId),
    );
    console.log(JSON.stringify(receipt, undefined, json ? undefined : 2));
  });

/** 2: the file is not proven to be an output, or to play like one. */
const EXIT_CODES: Readonly<Record<VerdictRecord['verdict'], number>> = {
  identical: 0,
  'same-streams': 0,
  'same-packets': 2,
  'same-picture': 2,
  resembles: 2,
  unknown: 1,
};

const verifyFile = (file: string, { json }: OutputOptions): Promise<void> =>
  withService(async ({ queries }) => {
    const { sha256 } = await measuredFile(file);
    const identify = identifyFile({ renders: queries.renders, inspector: engineFileInspector() });
    const verdict = await resultOrExit(
      identify(undefined, { sha256, path: resolve(file) }, new AbortController().signal),
    );
    process.exitCode = EXIT_CODES[verdict.verdict];
    if (json) {
      console.log(JSON.stringify(verdict));
      return;
    }
    console.log(`${verdict.verdict}: ${verdict.notice}`);
    for (const { renderId, videoId, videoVersion, confidence, differences } of verdict.renders)
      console.log(
        `  version ${videoVersion} of video ${videoId}, render ${renderId}` +
          (confidence === undefined ? '' : `, confidence ${confidence}`) +
          (differences === undefined ? '' : `, differs in ${differences.join(', ')}`),
      );
  });

/** `audit receipt|verify-file` */
export const addFileCommands = (audit: Command): void => {
  audit
    .command('receipt')
    .description('print the signed receipt of a completed render')
    .argument('<render>', 'id of the render', parseId)
    .option('--json', 'print one line of JSON')
    .action(showReceipt);

  audit
    .command('verify-file')
    .description(
      'find the renders of any owner that made a file. Exits with 1 if there is none, and with 2 if the file only has their packets or resembles them',
    )
    .argument('<file>', 'a video')
    .option('--json', 'print one line of JSON')
    .action(verifyFile);
};
