import { writeSync } from 'node:fs';
import { AV_LOG_FATAL, AVERROR_ENOMEM } from 'node-av/constants';
import { FFmpegError, Log } from 'node-av/lib';
import { openMark } from '../tasks/mark.js';
import { NEWS, orders } from '../tasks/orders.js';
import { compose } from './compose.js';
import { hashDecoded } from './decode.js';
import { inspect } from './inspect.js';
import { join } from './join.js';
import { probe } from './probe.js';
import { stopIdleWork, workWhileIdle } from './idle-work.js';
import { levels, mix } from './mix.js';
import type { EngineJob, EngineReply } from './engine-job.js';

/**
 * The process that works on media with FFmpeg's libraries, sandboxed by the process that starts it. It reads jobs from
 * standard input, a line of JSON each, and writes its progress and a reply for each. It notes what it is working on in the
 * file that its argument names. It ends with its input. What it opened for one job stays open for the next.
 */

const STDOUT = 1;
const PROGRESS_EVERY_MS = 200;

Log.setLevel(AV_LOG_FATAL);

/** What `ps` and `top` show, at most 15 characters. */
const IDLE = 'engine: idle';
const BUSY = 'engine: busy';
process.title = IDLE;
const onPart = openMark(process.argv[2] ?? '');

const writeLine = (line: string): void => void writeSync(STDOUT, `${line}\n`);

const reply = (value: EngineReply): void => writeLine(JSON.stringify(value));

const carryOut = async (job: EngineJob, onNews: (count: number) => void): Promise<unknown> => {
  switch (job.type) {
    case 'compose':
      return compose(job, onNews, onPart);
    case 'decode':
      return hashDecoded(job.path);
    case 'inspect':
      return inspect(job, onNews);
    case 'inTurn':
      for (const one of job.jobs) await carryOut(one, onNews);
      return null;
    case 'join':
      return join(job, onNews);
    case 'levels':
      return levels(job.path, onNews);
    case 'mix':
      return mix(job, onNews, onPart);
    case 'picture':
      // Loaded on first use: many jobs, such as probing a video, need none of it.
      return (await import('../pictures/carry-out-picture.js')).carryOutPicture(job);
    case 'probe':
      return probe(job.path);
  }
};

for await (const job of orders<EngineJob>()) {
  stopIdleWork();
  let reportedAt = performance.now();
  const onNews = (count: number): void => {
    if (count > 0 && performance.now() - reportedAt < PROGRESS_EVERY_MS) return;
    reportedAt = performance.now();
    writeLine(`${NEWS}${count}`);
  };
  process.title = BUSY;
  try {
    const result = await carryOut(job, onNews);
    reply({ isDone: true, result, memory: process.memoryUsage.rss() });
  } catch (error) {
    // For logs only.
    process.stderr.write(`${String(error)}\n`);
    reply({ isDone: false, lacksMemory: error instanceof FFmpegError && error.code === AVERROR_ENOMEM });
  }
  process.title = IDLE;
  void workWhileIdle();
}
