import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type {
  CallToolResult,
  ServerNotification,
  ServerRequest,
  ToolAnnotations,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { ApiError, RenderNotCompleted } from '../core/errors.js';

export const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
export const WRITES: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };

export const videoId = z.string().describe('The `_id` of a stored video.');
/** Values of a template, by the names of its variables. */
export const values = z
  .record(z.string(), z.unknown())
  .optional()
  .describe('The values of a template’s variables, by name.');

/** A result other than JSON. */
export class Content {
  readonly blocks: CallToolResult['content'];
  constructor(...blocks: CallToolResult['content']) {
    this.blocks = blocks;
  }
}

/** Tells the agent what to correct. */
export class ToolProblem extends Error {}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

const resultOf = (value: unknown): CallToolResult => ({
  content:
    value instanceof Content ? value.blocks : [{ type: 'text', text: JSON.stringify(value, undefined, 1) }],
});

const problemOf = (error: unknown): CallToolResult => {
  if (error instanceof ApiError)
    return problemResult([`HTTP status ${error.status}`, ...error.problems].join('\n'));
  if (error instanceof RenderNotCompleted || error instanceof ToolProblem)
    return problemResult(error.message);
  throw error;
};

const problemResult = (text: string): CallToolResult => ({
  content: [{ type: 'text', text }],
  isError: true,
});

/** What a tool does with its arguments: returns JSON or {@link Content}, or throws what the agent has to correct. */
type Run<Shape extends z.ZodRawShape> = (
  given: z.infer<z.ZodObject<Shape>>,
  extra: Extra,
) => Promise<unknown>;

/** Adds tools to a server: each with a name, what it may do, a description for the agent, and its arguments. */
export const toolsOf =
  (server: McpServer) =>
  <Shape extends z.ZodRawShape>(
    name: string,
    annotations: ToolAnnotations,
    description: string,
    inputSchema: Shape,
    run: Run<Shape>,
  ): void => {
    const answer = (given: unknown, extra: Extra): Promise<CallToolResult> =>
      run(given as z.infer<z.ZodObject<Shape>>, extra).then(resultOf, problemOf);
    server.registerTool<z.ZodRawShape, z.ZodRawShape>(
      name,
      { description, inputSchema, annotations },
      answer,
    );
  };

export type AddTool = ReturnType<typeof toolsOf>;
