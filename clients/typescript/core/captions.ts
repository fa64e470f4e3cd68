import { bodyOf, type CallOptions, type Connection, reading } from './connection.js';

export interface CaptionOptions extends CallOptions {
  /** SubRip, WebVTT, lines of text, or words as JSON. Default: `srt`. */
  readonly format?: 'srt' | 'vtt' | 'txt' | 'json';
}

const asked = ({ format = 'srt', ...options }: CaptionOptions) => ({
  query: { format },
  init: { parseAs: 'text' as const, ...reading(options) },
});

/** The captions of clips, as the text of a file. */
export const captionsOf = (connection: Connection) => ({
  /** Those of a caption clip of a stored video. */
  ofVideo: (id: string, clipId: string, options: CaptionOptions = {}): Promise<string> => {
    const { query, init } = asked(options);
    return bodyOf<string>(
      connection.GET('/v1/videos/{id}/captions/{clipId}', {
        params: { path: { id, clipId }, query },
        ...init,
      }),
    );
  },

  /** Those of a caption clip of a render, with the words that were transcribed or read from files. */
  ofRender: (id: string, clipId: string, options: CaptionOptions = {}): Promise<string> => {
    const { query, init } = asked(options);
    return bodyOf<string>(
      connection.GET('/v1/renders/{id}/captions/{clipId}', {
        params: { path: { id, clipId }, query },
        ...init,
      }),
    );
  },
});
