/** A JSON object of unknown content. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The fields that have a value. */
export const present = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** An even length within the limits of a canvas. */
export const canvasSide = (length: number): number =>
  Math.min(7680, Math.max(16, 2 * Math.round(length / 2)));

/** A picture, in px. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
}
