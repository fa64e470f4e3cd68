/** The limits of one video. Lengths are in px, times in ms, sizes in bytes. */
export const LIMITS = {
  nameLength: 255,
  durationMs: 14_400_000,
  fps: 120,
  canvasSide: { minimum: 16, maximum: 7680 },
  clips: 1000,
  /** How deeply groups may be nested. */
  groupDepth: 8,
  captionWords: 20_000,
  boxSide: 16_384,
  scale: 100,
  speed: { minimum: 0.1, maximum: 10 },
  /** How often a clip may hold its media. */
  freezes: 100,
  /** How often the media of a clip may play. */
  plays: 1000,
  fontSize: 2000,
  edge: 500,
  volume: 10,
  textLength: 100_000,
  urlLength: 8192,
  /** Characters of a text whose letters, words or lines move by themselves. */
  animatedText: 2000,
  /** How many different looks a text may have that counts or changes by keyframes. */
  textStates: 10_000,
  /** Pixels of a clip with effects, with what its blurs and shadows spread: a canvas of the largest sides, and a margin. */
  surfacePixels: 2 ** 26,
  /** Pixels that a whole video may take to draw, each as often as it is touched: about what Skia draws in six hours. */
  drawnPixels: 8e12,
  fonts: 32,
  fontBytes: 16 * 1024 * 1024,
  additionalBytes: 64 * 1024,
  /** An event's data as JSON; with its metadata it must stay below EventStoreDB's limit of 1 MiB. */
  eventBytes: 1_040_000,
} as const;
