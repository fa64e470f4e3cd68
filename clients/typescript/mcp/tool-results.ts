import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { ApiError, RenderNotCompleted } from '../core/errors.js';

/** A result that is JSON. */
export const jsonResult = (value: unknown): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value, undefined, 1) }],
});

/** A result that tells the agent what to correct. */
export const problemResult = (lines: ReadonlyArray<string>): CallToolResult => ({
  content: [{ type: 'text', text: lines.join('\n') }],
  isError: true,
});

/** Runs a tool. Errors of the service become results, so that the agent can correct its call. */
export const resultOf = async (work: () => Promise<CallToolResult>): Promise<CallToolResult> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) return problemResult([`HTTP status ${error.status}`, ...error.problems]);
    if (error instanceof RenderNotCompleted) return problemResult([error.message]);
    throw error;
  }
};
