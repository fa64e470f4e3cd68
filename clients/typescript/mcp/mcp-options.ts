/** Settings of an MCP server. */
export interface McpOptions {
  /** Where fetch_output may save files; it saves none if omitted. */
  readonly folder?: string;
  /** Downloads outputs. Default: the global fetch. */
  readonly fetch?: (url: string) => Promise<Response>;
}
