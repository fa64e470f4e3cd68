/** A service that checks videos, with sources that are made for it. */
import { expect } from 'chai';
import { startMedia } from '../../support/renders/made-media.js';
import { emptyCaption } from '../../support/renders/empty-caption.js';
import { apiClient } from '../../support/service/http-client.js';
import { previewService } from '../../support/service/preview-service.js';
import { lavfi } from '../../support/renders/lavfi.js';

interface Problem {
  readonly severity: string;
  readonly path: string;
  readonly message: string;
  readonly remedy: string;
}

export const METADATA = {
  name: 'checked',
  duration: 1000,
  fps: 10,
  canvas: { width: 320, height: 180 },
};
export const TIME = { start: 0, end: 1000 };

/** What ffmpeg makes a moving picture of 1 s and a sound of. */
export const PICTURE = lavfi('testsrc2=size=64x36:rate=10:duration=1');
export const SOUND = (seconds: number) => lavfi(`sine=duration=${seconds}`);

export const text = (content: string, more: object = {}, size = { width: 300, height: 60 }) => ({
  type: 'text',
  timeFrame: TIME,
  size,
  textProperties: { content, fontSize: 20, ...more },
});

export const captionOf = (words: ReadonlyArray<object>, offset = 0) => ({
  ...emptyCaption(1000),
  timeFrame: { ...TIME, offset },
  size: { width: 300, height: 150 },
  captionProperties: { ...emptyCaption(1000).captionProperties, words },
});

export const media = (type: string, source: string, more: object = {}) => ({
  type,
  source,
  timeFrame: { ...TIME, ...more },
});

export const startChecking = async () => {
  const [{ service }, { server: assets, made, stop }] = await Promise.all([previewService(), startMedia()]);
  const api = apiClient(service.baseUrl, await service.issueKey('checks'));

  const tried = async (clips: ReadonlyArray<object>, more: object = {}) => {
    const body = { metadata: { ...METADATA, ...more }, clips };
    const check = () => api('POST', '/v1/check', { body });
    let reply = await check();
    // As its message asks for: on a busy machine, the first check, which opens the fonts, may exceed the limit of time.
    for (let retries = 0; reply.status === 503 && retries < 5; retries += 1) reply = await check();
    expect(reply.status, reply.text).to.equal(200);
    return reply.body.data as { readonly ok: boolean; readonly problems: ReadonlyArray<Problem> };
  };
  const problemsOf = async (...clips: ReadonlyArray<object>) => (await tried(clips)).problems;

  return {
    service,
    assets,
    api,
    made,
    tried,
    problemsOf,
    /** The only problem of a clip, whose remedy is a sentence. */
    onlyProblem: async (clip: object): Promise<Problem> => {
      const problems = await problemsOf(clip);
      expect(problems, JSON.stringify(problems)).to.have.length(1);
      expect(problems[0]?.remedy).to.match(/^[A-Z].*\.$/s);
      return problems[0] as Problem;
    },
    stop,
  };
};

export type Checking = Awaited<ReturnType<typeof startChecking>>;
