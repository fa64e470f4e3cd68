import type { ConnectedConfig } from '../../platform/config.js';
import { createLogger, type Logger } from '../../platform/logging.js';
import { connectedConfigOrExit } from './config-or-exit.js';
import { serveMetrics } from './metrics-server.js';
import { type LoopWatch, watchLoops } from './watch-loops.js';
import { startTracing } from '../../platform/tracing/start-tracing.js';
import { StartRefusedError } from '../../platform/start-refused.js';

/** A running process and how to stop it. The process ends by itself if `failed` rejects. */
export interface Running {
  readonly stop: () => Promise<void>;
  readonly failed?: Promise<never>;
  /** Metrics in the Prometheus text format, for processes that serve nothing else. */
  readonly metrics?: () => Promise<string>;
}

/** Time limit of an orderly shutdown, in addition to the drain time, in ms. */
const STOP_TIMEOUT = 20_000;

/**
 * Runs one process of the service: reads the configuration, starts, sends `{ ready: true }` to a parent that forked it,
 * and shuts down on SIGTERM, SIGINT or when that parent is gone. An unexpected error, or a stalled
 * loop, ends it with exit code 1.
 */
export const runProcess = async (
  name: string,
  start: (config: ConnectedConfig, logger: Logger, loops: LoopWatch) => Promise<Running>,
): Promise<void> => {
  const config = connectedConfigOrExit();
  const logger = createLogger(name, config);
  const die = (error: unknown): never => {
    if (error instanceof StartRefusedError) logger.fatal(error.message);
    else logger.fatal({ err: error }, 'stopping because of an unexpected error');
    process.exit(1);
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);

  // Under `npm start`, the supervisor has already reported it.
  if (process.getuid?.() === 0 && process.send === undefined)
    logger.warn(
      'this process runs as root; start it as an ordinary user to limit the damage of a vulnerability',
    );
  const endTracing = await startTracing(name, config.tracesEndpoint, (problem) =>
    logger.warn({ problem }, 'traces could not be sent'),
  );
  const loops = watchLoops(logger);
  loops.stalled.catch(die);
  const running = await start(config, logger, loops);
  running.failed?.catch(die);
  const endMetrics = running.metrics ? await serveMetrics(config, running.metrics) : () => undefined;

  let stopping = false;
  const stop = (reason: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ reason }, 'stopping');
    endMetrics();
    setTimeout(() => die(new Error('could not stop in time')), config.drainMs + STOP_TIMEOUT).unref();
    running
      .stop()
      .then(endTracing)
      .then(() => {
        logger.info('stopped');
        process.exit(0);
      }, die);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.once('disconnect', () => stop('parent gone'));
  logger.info('ready');
  process.send?.({ ready: true });
};
