/** A JSON object of unknown content. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The fields that have a value. */
export const present = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
