import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Client, VideoInput } from '../core/client.js';
import { problemResult, resultOf } from './tool-results.js';
import { READS, video, videoId } from './video-tools.js';

/** A picture of few bytes: an agent needs no exact pixels. */
const TYPE = 'image/jpeg';

const pictureOf = async (frame: Blob): Promise<CallToolResult> => ({
  content: [
    { type: 'image', mimeType: TYPE, data: Buffer.from(await frame.arrayBuffer()).toString('base64') },
  ],
});

/** A tool that shows a frame to the agent. */
export const addFrameTool = (server: McpServer, client: Client): void => {
  server.registerTool(
    'look_at_frame',
    {
      description:
        'See the picture that a video shows at a time, as the render will show it. Give either a stored video or a video that is not stored yet.',
      inputSchema: {
        videoId: videoId.optional(),
        video: video.optional(),
        timeMs: z.number().min(0).default(0).describe('The time of the frame, in ms.'),
        width: z.number().int().min(16).max(1920).default(768).describe('The width of the picture, in px.'),
      },
      annotations: READS,
    },
    ({ timeMs: at, width, ...given }) =>
      resultOf(async () => {
        const options = { at, width, type: TYPE } as const;
        if (given.videoId !== undefined && given.video === undefined)
          return pictureOf(await client.frames.get(given.videoId, options));
        if (given.video !== undefined && given.videoId === undefined)
          return pictureOf(await client.frames.draw(given.video as unknown as VideoInput, options));
        return problemResult(['give either videoId or video']);
      }),
  );
};
