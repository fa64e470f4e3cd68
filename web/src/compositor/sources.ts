import { BlobSource, Input, MATROSKA, MP3, MP4, OGG, QTFF, UrlSource, WAVE, WEBM } from 'mediabunny';

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

/** @param headers those that permit reading the video */
export const sourcesOf = (videoId: string, headers: Readonly<Record<string, string>>): Sources => {
  const opened = new Map<string, Promise<Input>>();

  const openNow = async ({ clip, of }: SourceName): Promise<Input> => {
    const url = `/v1/videos/${videoId}/source?${new URLSearchParams({ clip, of })}`;
    const response = await fetch(url, { headers });
    if (!response.ok) {
      const { message } = (await response.json()) as { readonly message: ReadonlyArray<string> };
      throw new Error(`${clip}: ${message.join('; ')}`);
    }
    const length = response.headers.get('content-length');
    if (length !== null && Number(length) > READ_WHOLE) {
      await response.body?.cancel();
      return new Input({ source: new UrlSource(url, { requestInit: { headers } }), formats: FORMATS });
    }
    return new Input({ source: new BlobSource(await response.blob()), formats: FORMATS });
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
