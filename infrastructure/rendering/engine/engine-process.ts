import { writeSync } from 'node:fs';
import { AV_LOG_FATAL, AVERROR_ENOMEM } from 'node-av/constants';
import { FFmpegError, Log } from 'node-av/lib';
import { NEWS, orders } from '../tasks/orders.js';
import { compose } from './compose.js';
import { count, probe } from './probe.js';
import type { EngineJob, EngineReply, Perform } from './engine-job.js';

/**
 * The process that works on media with FFmpeg's libraries, sandboxed by the process that starts it. It reads jobs from
 * standard input, a line of JSON each, and writes its progress and a reply for each. It ends with its input. What it
 * opened for one job stays open for the next.
 */

const STDOUT = 1;
const PROGRESS_EVERY_MS = 200;

Log.setLevel(AV_LOG_FATAL);

/** What `ps` and `top` show, at most 15 characters. */
const IDLE = 'engine: idle';
const BUSY = 'engine: busy';
process.title = IDLE;

const tell = (line: string): void => void writeSync(STDOUT, `${line}\n`);

const reply = (value: EngineReply): void => tell(JSON.stringify(value));

/** What carries out each type of job. */
const performers: { readonly [Type in EngineJob['type']]: Perform<Extract<EngineJob, { type: Type }>> } = {
  compose,
  count,
  probe,
};

for await (const job of orders<EngineJob>()) {
  let told = performance.now();
  const onNews = (count: number): void => {
    if (count > 0 && performance.now() - told < PROGRESS_EVERY_MS) return;
    told = performance.now();
    tell(`${NEWS}${count}`);
  };
  process.title = BUSY;
  try {
    const perform = performers[job.type] as Perform<EngineJob>;
    reply({ isDone: true, result: perform(job, onNews) });
  } catch (error) {
    // For logs only.
    process.stderr.write(`${String(error)}\n`);
    reply({ isDone: false, lacksMemory: error instanceof FFmpegError && error.code === AVERROR_ENOMEM });
  }
  process.title = IDLE;
}
