/** What one video may hold. Lengths are px, times ms, sizes bytes. */
export const LIMITS = {
  nameLength: 255,
  durationMs: 14_400_000,
  fps: 120,
  canvasSide: { minimum: 16, maximum: 7680 },
  clips: 1000,
  captionWords: 20_000,
  boxSide: 16_384,
  scale: 100,
  fontSize: 2000,
  edge: 500,
  textLength: 100_000,
  urlLength: 8192,
  additionalBytes: 64 * 1024,
  /** A version with its defaults filled in; it must fit an event, of which EventStoreDB takes 1 MiB. */
  compositionBytes: 1_040_000,
} as const;
