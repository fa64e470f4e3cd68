/** An idle timeout: its signal aborts unless it is renewed or paused in time. */
export interface IdleTimeout {
  readonly signal: AbortSignal;
  /** Restarts the timeout. */
  readonly renew: () => void;
  /** Pauses the timeout until it is renewed. */
  readonly pause: () => void;
}

/** @param ms the idle timeout in milliseconds */
export const idleTimeout = (ms: number): IdleTimeout => {
  const controller = new AbortController();
  const begin = () => setTimeout(() => controller.abort(), ms);
  let timer = begin();
  return {
    signal: controller.signal,
    renew: () => {
      clearTimeout(timer);
      timer = begin();
    },
    pause: () => clearTimeout(timer),
  };
};
