import { writeSync } from 'node:fs';
import { AV_LOG_FATAL } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { NEWS, orders } from '../tasks/orders.js';
import { compose } from './compose.js';
import type { EngineJob, EngineReply } from './job.js';

/**
 * The process that decodes, composes and encodes with FFmpeg's libraries, sandboxed by the process that starts it. It
 * reads jobs from standard input, a line of JSON each, and writes its progress and a reply for each. It ends with its
 * input. What it opened for one job stays open for the next.
 */

const STDOUT = 1;
const PROGRESS_EVERY_MS = 200;

Log.setLevel(AV_LOG_FATAL);

const tell = (line: string): void => void writeSync(STDOUT, `${line}\n`);

for await (const job of orders<EngineJob>()) {
  let told = performance.now();
  try {
    const frames = compose(job, (count) => {
      if (count > 0 && performance.now() - told < PROGRESS_EVERY_MS) return;
      told = performance.now();
      tell(`${NEWS}${count}`);
    });
    tell(JSON.stringify({ isDone: true, frames } satisfies EngineReply));
  } catch (error) {
    // For logs only.
    process.stderr.write(`${String(error)}\n`);
    tell(JSON.stringify({ isDone: false, frames: 0 } satisfies EngineReply));
  }
}
