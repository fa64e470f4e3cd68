/** The limits of one video. Lengths are in px, times in ms, sizes in bytes. */
export const LIMITS = {
  nameLength: 255,
  durationMs: 14_400_000,
  fps: 120,
  canvasSide: { minimum: 16, maximum: 7680 },
  clips: 1000,
  /** Maximum nesting of groups. */
  groupDepth: 8,
  captionWords: 20_000,
  boxSide: 16_384,
  scale: 100,
  speed: { minimum: 0.1, maximum: 10 },
  /** Maximum number of freezes of a clip. */
  freezes: 100,
  /** Maximum number of times that the media of a clip plays. */
  plays: 1000,
  fontSize: 2000,
  edge: 500,
  volume: 10,
  textLength: 100_000,
  /** Maximum number of characters of a spoken text: the limit of common speech servers. */
  speechLength: 4096,
  speechSpeed: { minimum: 0.5, maximum: 2 },
  urlLength: 8192,
  /** Maximum number of characters of an animated text. */
  animatedText: 2000,
  /** Maximum number of states of a text with a counter or keyframes. */
  textStates: 10_000,
  /** Maximum area of a clip with effects, including blurs and shadows, in px: the largest canvas with a margin. */
  surfacePixels: 2 ** 26,
  /** Maximum number of pixels drawn for a whole video, counting repeated drawing: about six hours of Skia. */
  drawnPixels: 8e12,
  fonts: 32,
  markers: 200,
  fontBytes: 16 * 1024 * 1024,
  additionalBytes: 64 * 1024,
  /** An event's data as JSON; with its metadata it must stay below EventStoreDB's limit of 1 MiB. */
  eventBytes: 1_040_000,
} as const;
