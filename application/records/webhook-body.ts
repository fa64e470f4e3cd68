import type { WebhookMessageName } from '../../domain/webhook-endpoint/events.js';
import type { RenderRow } from '../ports/queries.js';
import { failureText, outputUrl, renderedVideo } from './records.js';

/**
 * The body a subscriber gets: docs/video-api.md, "Events". Call it once for a render's end and keep the text: it is
 * sent and signed as it stands, on every attempt.
 * @param render a completed or failed render
 * @returns JSON text whose serialisation survives parsing and `JSON.stringify` unchanged
 */
export const webhookBody = (event: WebhookMessageName, render: RenderRow, publicBaseUrl: string): string => {
  const { output, failure, video, createdAt, updatedAt } = render;
  return JSON.stringify({
    event,
    data: {
      _id: render.renderId,
      status: render.status,
      outputUrl: output ? outputUrl(publicBaseUrl, output.key) : '',
      error: failure ? failureText(failure) : '',
      videoId: video.videoId,
      videoVersion: video.version,
      videoData: renderedVideo(render),
      createdAt,
      updatedAt,
    },
  });
};
