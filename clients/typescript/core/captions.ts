import { bodyOf, type CallOptions, type Connection } from './connection.js';

export interface CaptionOptions extends CallOptions {
  /** SubRip, WebVTT, lines of text, or words as JSON. Default: `srt`. */
  readonly format?: 'srt' | 'vtt' | 'txt' | 'json';
}

const asked = (id: string, clipId: string, { format = 'srt', ...options }: CaptionOptions) => ({
  params: { path: { id, clipId }, query: { format } },
  parseAs: 'text' as const,
  ...options,
});

/** The captions of clips, as the text of a file. */
export const captionsOf = (connection: Connection) => ({
  /** Those of a caption clip of a stored video. */
  ofVideo: (id: string, clipId: string, options: CaptionOptions = {}): Promise<string> =>
    bodyOf<string>(connection.GET('/v1/videos/{id}/captions/{clipId}', asked(id, clipId, options))),

  /** Those of a caption clip of a render, with the words that were transcribed or read from files. */
  ofRender: (id: string, clipId: string, options: CaptionOptions = {}): Promise<string> =>
    bodyOf<string>(connection.GET('/v1/renders/{id}/captions/{clipId}', asked(id, clipId, options))),
});
