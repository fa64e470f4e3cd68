import { type PictureWorker, startPictureWorker } from './picture-worker.js';

/** How long a process waits for the next task of its render, in ms: longer than other sources take to be looked at. */
const IDLE_MS = 2000;

/** How long a spare may wait, in ms: its time limit counts from its start, and a render needs the most of it. */
const SPARE_MS = 30 * 60_000;

/** Picture processes: each belongs to the render that took it until it ends. A render is known by its folder. */
export interface PicturePool {
  readonly take: (folder: string) => PictureWorker;
  /** For the next task of the same render, if one comes soon. */
  readonly giveBack: (folder: string, worker: PictureWorker) => void;
  /** Ends the processes that wait, and starts no others for renders to come. */
  readonly close: () => void;
}

/** A process that waits for the next task of its render, and what ends it when none comes. */
interface Idle {
  readonly folder: string;
  readonly worker: PictureWorker;
  readonly timer: NodeJS.Timeout;
}

/**
 * A pool in which `size` fresh processes wait for the next render, so that it need not wait for them to start. New
 * ones are started when a render has given its own up, not while it works.
 */
export const picturePool = (size: number): PicturePool => {
  const idle = new Set<Idle>();
  const spares: { readonly worker: PictureWorker; readonly since: number }[] = [];
  let closed = false;

  const refill = (): void => {
    if (closed) return;
    while (spares.length < size) spares.push({ worker: startPictureWorker(), since: Date.now() });
  };
  const fresh = (): PictureWorker => {
    for (let spare = spares.shift(); spare; spare = spares.shift()) {
      if (spare.worker.isRunning() && Date.now() - spare.since < SPARE_MS) return spare.worker;
      spare.worker.kill();
    }
    return startPictureWorker();
  };

  /** Gives up an idle process: to a task, or to its end. */
  const wake = (waiting: Idle): PictureWorker => {
    idle.delete(waiting);
    clearTimeout(waiting.timer);
    return waiting.worker;
  };

  refill();
  return {
    take: (folder) => {
      const waiting = [...idle].find((one) => one.folder === folder);
      const worker = waiting && wake(waiting);
      return worker?.isRunning() === true ? worker : fresh();
    },
    giveBack: (folder, worker) => {
      const timer = setTimeout(() => {
        wake(waiting).kill();
        refill();
      }, IDLE_MS);
      const waiting: Idle = { folder, worker, timer };
      idle.add(waiting);
    },
    close: () => {
      closed = true;
      for (const { worker } of spares.splice(0)) worker.kill();
      for (const waiting of idle) wake(waiting).kill();
    },
  };
};
