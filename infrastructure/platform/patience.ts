/** Ends what brings nothing forth for too long: its signal aborts when it was neither renewed nor rested in time. */
export interface Patience {
  readonly signal: AbortSignal;
  /** Something came: waiting begins anew. */
  readonly renew: () => void;
  /** Nothing is waited for until it is renewed. */
  readonly rest: () => void;
}

/** @param ms how long nothing may come */
export const patience = (ms: number): Patience => {
  const controller = new AbortController();
  const begin = () => setTimeout(() => controller.abort(), ms);
  let timer = begin();
  return {
    signal: controller.signal,
    renew: () => {
      clearTimeout(timer);
      timer = begin();
    },
    rest: () => clearTimeout(timer),
  };
};
