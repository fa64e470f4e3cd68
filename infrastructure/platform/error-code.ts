/**
 * The `code` of an error of Node.js (`ENOENT`), PostgreSQL (`55P03`) or a library; undefined if it has none, or is not
 * an error at all.
 */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
