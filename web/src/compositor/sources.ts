import { BlobSource, Input, MATROSKA, MP3, MP4, OGG, QTFF, UrlSource, WAVE, WEBM } from 'mediabunny';
import type { ReadAccess } from '../shared/access.js';
import { readWhole } from '../shared/read-whole.js';

/** Sources up to this size are read whole, with one request; larger ones in ranges. Bytes. */
const READ_WHOLE = 64 * 1024 * 1024;

const FORMATS = [MP4, QTFF, MATROSKA, WEBM, MP3, WAVE, OGG];

/** Which source of a video, as `GET /v1/videos/{id}/source` names it, and its address, which tells when it changes. */
export interface SourceName {
  readonly clip: string;
  readonly of: 'media' | 'mask';
}

/** The sources of a video, read through the service. */
export interface Sources {
  readonly open: (source: SourceName) => Promise<Input>;
}

/** Whose sources are opened: those of the current version of a video, or of another. */
export interface SourceAccess extends Pick<ReadAccess, 'videoId' | 'headers'> {
  readonly version?: number;
}

/** @param signal ends all requests */
export const sourcesOf = ({ videoId, headers, version }: SourceAccess, signal?: AbortSignal): Sources => {
  const opened = new Map<string, Promise<Input>>();

  const openNow = async ({ clip, of }: SourceName): Promise<Input> => {
    const query = { clip, of, ...(version === undefined ? {} : { version: String(version) }) };
    const url = `/v1/videos/${videoId}/source?${new URLSearchParams(query)}`;
    const init = signal ? { headers, signal } : { headers };
    const { response, content } = await readWhole(
      (stop) => fetch(url, { headers, signal: stop }),
      ({ headers }) => Number(headers.get('content-length') ?? 0) <= READ_WHOLE,
      signal,
    );
    if (!response.ok) {
      const { message } = JSON.parse((await content?.text()) ?? '') as {
        readonly message: ReadonlyArray<string>;
      };
      throw new Error(`${clip}: ${message.join('; ')}`);
    }
    const source = content ? new BlobSource(content) : new UrlSource(url, { requestInit: init });
    return new Input({ source, formats: FORMATS });
  };

  return {
    open: (source) => {
      const key = JSON.stringify(source);
      const input = opened.get(key) ?? openNow(source);
      opened.set(key, input);
      input.catch(() => opened.delete(key));
      return input;
    },
  };
};
