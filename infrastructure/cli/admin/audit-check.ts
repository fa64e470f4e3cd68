import type { Command } from 'commander';
import type { LogDifference } from '../../../application/ports/merkle-log.js';
import { checkHistory, type HistoryChecked } from '../../../application/transparency/check-history.js';
import { historyComparison, uncompared } from '../../../application/transparency/compare-history.js';
import { eventStoreDbEventLog } from '../../eventstore/event-log.js';
import { interruptible } from '../interruptible.js';
import { endProgress, showProgress } from '../progress-bar.js';
import { type AdminSession, withService } from './session.js';
import { counted } from '../counted.js';

const ignore = (): void => undefined;

/** Compares the whole event store with the log, with a progress bar; `onDifferences` gets what differs. */
export const compareStore = (
  { client, merkleLog }: Pick<AdminSession, 'client' | 'merkleLog'>,
  onDifferences: (differences: ReadonlyArray<LogDifference>) => void,
): Promise<HistoryChecked> =>
  interruptible(async (signal) => {
    try {
      return await checkHistory({
        eventLog: eventStoreDbEventLog(client, uncompared, {
          onLost: ignore,
          onUnknownEvent: ignore,
          onUndecodableEvent: ignore,
        }),
        log: merkleLog,
        againstLog: historyComparison(merkleLog, onDifferences),
        onPage: (compared, size) => showProgress(compared / size),
        signal,
      });
    } finally {
      endProgress();
    }
  });

const MEANINGS: Readonly<Record<LogDifference['problem'], string>> = {
  changed: 'is not the one that was logged',
  missing: 'was logged, and the event store does not have it in its place',
  unlogged: 'was never logged, although later events were',
  moved: 'is at another place than in the log',
};

const lineOf = ({ stream, revision, problem }: LogDifference): string =>
  stream === 'log'
    ? `log: its leaves do not give the root of the checkpoint of ${counted(revision, 'event')}`
    : `${stream} event ${revision} ${MEANINGS[problem]}`;

const check = ({ json }: { readonly json?: boolean }): Promise<void> =>
  withService(async (session) => {
    const lines: string[] = [];
    const { events, differences } = await compareStore(session, (found) => {
      for (const difference of found) lines.push(json ? JSON.stringify(difference) : lineOf(difference));
    });
    for (const line of lines) console.log(line);
    if (json) console.log(JSON.stringify({ events, differences }));
    if (differences > 0)
      throw new Error(`The stored history differs from the log: ${counted(differences, 'difference')}.`);
    if (!json) console.log(`The event store matches the log: ${counted(events, 'event')} compared.`);
  });

/** `audit check` */
export const addAuditCheckCommand = (audit: Command): void => {
  audit
    .command('check')
    .description(
      'compare the whole event store with the log and its newest checkpoint. Lists every event that was changed, removed, ' +
        'inserted or moved, and exits with 1. After a repair, it lets the service write and sign again',
    )
    .option('--json', 'print lines of JSON: each difference, then the numbers of events and differences')
    .action(check);
};
