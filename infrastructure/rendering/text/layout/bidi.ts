import bidiFactory from 'bidi-js';

/** Directions of characters: embedding levels of the Unicode bidirectional algorithm, odd ones run right to left. */
export interface Directions {
  readonly levels: Uint8Array;
  readonly base: number;
}

/** The CommonJS build of the package exports the factory itself; its types describe the other build. */
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** The directions of one paragraph (UAX #9); with `auto` the first strong character decides the base. */
export const directionsOf = (paragraph: string, base: 'auto' | 'ltr' | 'rtl' = 'auto'): Directions => {
  if (base !== 'rtl' && /^[\p{ASCII}\p{Script=Latin}]*$/u.test(paragraph))
    return { levels: new Uint8Array(paragraph.length), base: 0 };
  const { levels, paragraphs } = bidi.getEmbeddingLevels(paragraph, base === 'auto' ? undefined : base);
  return { levels, base: paragraphs[0]?.level ?? 0 };
};

/** Reorders items from reading order to their order from left to right (UAX #9, rule L2). */
export const inVisualOrder = <A>(items: ReadonlyArray<A>, levelOf: (item: A) => number): ReadonlyArray<A> => {
  const order = [...items];
  const highest = items.reduce((highest, item) => Math.max(highest, levelOf(item)), 0);
  for (let level = highest; level > 0; level -= 1)
    for (let from = 0; from < order.length; from += 1) {
      let to = from;
      while (to < order.length && levelOf(order[to] as A) >= level) to += 1;
      for (const [offset, item] of order.slice(from, to).reverse().entries()) order[from + offset] = item;
      from = to;
    }
  return order;
};
