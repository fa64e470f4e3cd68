/** The suffix that {@link freshId} adds. */
export const FRESH_END = /-\d[a-z]{8}$/;

/** A new id, also unique among other tabs that add clips at the same time, such as `title-4kqvbtexl` for `title`. */
export const freshId = (base: string): string => {
  const [first = 0, ...others] = crypto.getRandomValues(new Uint32Array(9));
  const letters = others.map((number) => String.fromCharCode(97 + (number % 26)));
  return `${base.replace(FRESH_END, '')}-${first % 10}${letters.join('')}`;
};
