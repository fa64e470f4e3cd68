import { type PictureWorker, startPictureWorker } from './picture-worker.js';

/** How long a process waits for the next task of its render, in ms. */
const IDLE_MS = 300;

/** How long a spare may wait, in ms: its time limit counts from its start, and a render needs the most of it. */
const SPARE_MS = 30 * 60_000;

/** Picture processes: each belongs to the render that took it until it ends. A render is known by its folder. */
export interface PicturePool {
  readonly take: (folder: string) => PictureWorker;
  /** For the next task of the same render, if one comes soon. */
  readonly giveBack: (folder: string, worker: PictureWorker) => void;
  /** Ends the processes that wait. */
  readonly close: () => void;
}

/**
 * A pool in which `size` fresh processes wait for the next render, so that it need not wait for them to start. New
 * ones are started when a render has given its own up, not while it works.
 */
export const picturePool = (size: number): PicturePool => {
  const idle = new Map<string, Set<PictureWorker>>();
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

  refill();
  return {
    take: (folder) => {
      const waiting = idle.get(folder);
      const [worker] = waiting ?? [];
      if (!worker) return fresh();
      waiting?.delete(worker);
      return worker.isRunning() ? worker : fresh();
    },
    giveBack: (folder, worker) => {
      const waiting = idle.get(folder) ?? new Set();
      idle.set(folder, waiting.add(worker));
      setTimeout(() => {
        if (!waiting.delete(worker)) return;
        if (waiting.size === 0) idle.delete(folder);
        worker.kill();
        refill();
      }, IDLE_MS);
    },
    close: () => {
      closed = true;
      for (const { worker } of spares.splice(0)) worker.kill();
    },
  };
};
