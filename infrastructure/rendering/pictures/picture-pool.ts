import { type PictureWorker, startPictureWorker } from './picture-worker.js';

/** How long a process waits for the next task of its render, in ms: longer than other sources take to be probed. */
const IDLE_MS = 2000;

/** How long a spare process may wait, in ms: its time limit counts from its start, and a render needs most of it. */
const SPARE_MS = 30 * 60_000;

/**
 * Picture processes: each belongs to the render that took it until it ends. Renders are identified by their folders.
 */
export interface PicturePool {
  readonly take: (folder: string) => PictureWorker;
  /** Keeps the process for the next task of the same render, if one follows soon. */
  readonly giveBack: (folder: string, worker: PictureWorker) => void;
  /** Ends all processes and starts no more; resolves when they have ended. */
  readonly close: () => Promise<void>;
}

/** A process that waits for the next task of its render, and the timer that ends it if none follows. */
interface Idle {
  readonly folder: string;
  readonly worker: PictureWorker;
  readonly timer: NodeJS.Timeout;
}

/**
 * A pool in which `size` fresh processes wait for the next render, so that it does not wait for them to start. New ones
 * are started when a render has released its own, not while it works.
 * @param root where the processes get their folders
 */
export const picturePool = (root: string, size: number): PicturePool => {
  const idle = new Set<Idle>();
  const spares: { readonly worker: PictureWorker; readonly since: number }[] = [];
  const alive = new Set<PictureWorker>();
  let closed = false;

  const start = (): PictureWorker => {
    const worker = startPictureWorker(root);
    alive.add(worker);
    void worker.ended.then(() => alive.delete(worker));
    return worker;
  };
  const refill = (): void => {
    if (closed) return;
    try {
      while (spares.length < size) spares.push({ worker: start(), since: Date.now() });
    } catch {
      // No folder can be created, for example on a full disk: the next render tries again.
    }
  };
  const fresh = (): PictureWorker => {
    for (let spare = spares.shift(); spare; spare = spares.shift()) {
      if (spare.worker.isRunning() && Date.now() - spare.since < SPARE_MS) return spare.worker;
      spare.worker.kill();
    }
    return start();
  };

  /** Removes an idle process from the pool, for a task or to be ended. */
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
    close: async () => {
      closed = true;
      spares.splice(0);
      for (const waiting of idle) wake(waiting);
      for (const worker of alive) worker.kill();
      await Promise.all([...alive].map(({ ended }) => ended));
    },
  };
};
