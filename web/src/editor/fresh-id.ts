/** What {@link freshId} adds: it is not for people. */
export const FRESH_END = /-\d[a-z]{8}$/;

/** An id that no other clip has, here or in another tab that adds one at the same time: `title-4kqvbtexl` for `title`. */
export const freshId = (base: string): string => {
  const [first = 0, ...others] = crypto.getRandomValues(new Uint32Array(9));
  const letters = others.map((number) => String.fromCharCode(97 + (number % 26)));
  return `${base.replace(FRESH_END, '')}-${first % 10}${letters.join('')}`;
};
