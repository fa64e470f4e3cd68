/** Who asked a run to end, or what made it end. */
export type StopReason = { readonly asked: string } | { readonly defect: unknown };

/**
 * A signal that is given once, when this process is to end: on Ctrl-C, SIGTERM, SIGHUP, a defect, or when the npm that
 * launched it is gone (killed with -9 it can't pass anything on). Further signals change nothing: npm and the terminal
 * both send Ctrl-C.
 */
export const listenForStop = (): AbortSignal => {
  const controller = new AbortController();
  const stop = (reason: StopReason): void => controller.abort(reason);
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop({ asked: name }));
  process.on('uncaughtException', (defect) => stop({ defect }));
  process.on('unhandledRejection', (defect) => stop({ defect }));
  if (process.env['npm_lifecycle_event'] !== undefined) {
    const launcher = process.ppid;
    setInterval(() => {
      if (process.ppid !== launcher) stop({ asked: 'npm is gone' });
    }, 250).unref();
  }
  return controller.signal;
};
