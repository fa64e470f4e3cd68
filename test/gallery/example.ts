/** One feature of the composition format: what a client sends for it, and what the gallery page says of it. */
export interface Example {
  readonly section: string;
  /** Also the name of its picture. */
  readonly name: string;
  readonly title: string;
  readonly clips: ReadonlyArray<object>;
  /** Metadata besides what all examples have. */
  readonly metadata?: { readonly backgroundColor?: unknown };
  /** Whether it is rendered from files, because its sizes come from them; nothing in it moves. */
  readonly isRendered?: true;
}

type More = Pick<Example, 'metadata' | 'isRendered'>;

/** Makes the examples of a section. */
export const exampleOf =
  (section: string) =>
  (name: string, title: string, clips: Example['clips'], more: More = {}): Example => ({
    section,
    name,
    title,
    clips,
    ...more,
  });

/** Every example lasts this long, in ms, at this rate and size. */
export const METADATA = { duration: 1500, fps: 8, canvas: { width: 240, height: 136 } } as const;
