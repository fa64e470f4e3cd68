import { createInterface } from 'node:readline';
import * as E from 'fp-ts/lib/Either.js';
import type { Got } from 'got';
import { RenderProgressRecord } from '../../../application/records/render-progress-record.js';

const WIDTH = 30;

const bar = (fraction: number): string => {
  const filled = Math.round(fraction * WIDTH);
  return `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${String(Math.round(fraction * 100)).padStart(3)} %`;
};

/** One line: the bar, the stage, and what is known of the queue, the rate and the rest. */
const lineOf = (progress: RenderProgressRecord): string => {
  const { status, stage, queuePosition, fps, remainingSeconds } = progress;
  return [
    `${bar(progress.progress)} ${stage ?? status}`,
    ...(queuePosition === undefined ? [] : [`position ${queuePosition}`]),
    ...(fps === undefined ? [] : [`${Math.round(fps)} fps`]),
    ...(remainingSeconds === undefined ? [] : [`${Math.ceil(remainingSeconds)} s left`]),
  ].join(', ');
};

/** Overwrites the previous line on a terminal; elsewhere prints a new line. */
const show = (text: string): void => {
  if (process.stdout.isTTY) process.stdout.write(`\r  ${text.padEnd(70)}`);
  else console.log(`  ${text}`);
};

/** Shows the progress of a render until the stream of its events ends, normally with the render. */
export const showProgress = async (api: Got, renderId: string): Promise<void> => {
  const stream = api.stream(`v1/renders/${renderId}/events`, { headers: { accept: 'text/event-stream' } });
  let shown = '';
  try {
    for await (const line of createInterface({ input: stream })) {
      if (!line.startsWith('data: ')) continue;
      const progress = RenderProgressRecord.decode(JSON.parse(line.slice('data: '.length)));
      if (E.isLeft(progress)) continue;
      const text = lineOf(progress.right);
      if (text !== shown) show((shown = text));
    }
  } finally {
    stream.destroy();
    if (process.stdout.isTTY) console.log();
  }
};
