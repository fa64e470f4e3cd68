/** One feature of the composition format: what a client sends for it, and what the gallery page says of it. */
export interface Example {
  readonly section: string;
  /** Also the name of its picture. */
  readonly name: string;
  readonly title: string;
  readonly clips: ReadonlyArray<object>;
  /** Metadata besides what all examples have. */
  readonly metadata?: {
    readonly backgroundColor?: unknown;
    readonly loudness?: object;
    readonly soundtrack?: object;
  };
  /** Whether the picture shows what is heard: the left channel above the right one. */
  readonly isHeard?: true;
  /** The part that is shown of what is heard, ms. Default: everything. */
  readonly part?: { readonly start: number; readonly end: number };
  /** Whether it is rendered from files, because its sizes come from them; nothing in it moves. */
  readonly isRendered?: true;
}

/** Every example lasts this long, in ms, at this rate and size. */
export const METADATA = { duration: 1500, fps: 8, canvas: { width: 240, height: 136 } } as const;
