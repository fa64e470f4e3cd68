/** What caused a run to stop. */
export type StopReason =
  { readonly _tag: 'Requested'; readonly by: string } | { readonly _tag: 'Defect'; readonly error: unknown };

/**
 * A signal that aborts once, when this process has to stop: on Ctrl-C, SIGTERM, SIGHUP, an unexpected error, or if the
 * npm that launched it is gone (npm killed with -9 cannot forward signals). Further signals are ignored: npm and the
 * terminal both send Ctrl-C.
 */
export const listenForStop = (): AbortSignal => {
  const controller = new AbortController();
  const stop = (reason: StopReason): void => controller.abort(reason);
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => stop({ _tag: 'Requested', by: name }));
  process.on('uncaughtException', (error) => stop({ _tag: 'Defect', error }));
  process.on('unhandledRejection', (error) => stop({ _tag: 'Defect', error }));
  if (process.env['npm_lifecycle_event'] !== undefined) {
    const launcher = process.ppid;
    setInterval(() => {
      if (process.ppid !== launcher) stop({ _tag: 'Requested', by: 'npm is gone' });
    }, 250).unref();
  }
  return controller.signal;
};
