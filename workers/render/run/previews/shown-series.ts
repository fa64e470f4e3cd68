/** How long previews of the same sources count as one series, in ms. */
const SERIES_MS = 600_000;
/** How many series are known. */
const MOST_SERIES = 100;

/** Notes that a preview shows sources. @returns whether another did lately */
export type ShownSeries = (contents: string) => boolean;

export const shownSeries = (): ShownSeries => {
  /** When previews last showed sources, the latest at the end. */
  const shownAt = new Map<string, number>();
  return (contents) => {
    const now = performance.now();
    const before = shownAt.get(contents);
    shownAt.delete(contents);
    shownAt.set(contents, now);
    const [oldest] = shownAt.keys();
    if (shownAt.size > MOST_SERIES && oldest !== undefined) shownAt.delete(oldest);
    return before !== undefined && now - before < SERIES_MS;
  };
};
