import { expect } from 'chai';
import { renderOutcomes } from '../../../application/renders/render-outcomes.js';
import type { RenderId } from '../../../domain/ids.js';
import type { RenderOutput } from '../../../domain/render/render-output.js';
import { type Api, minimalVideo } from '../service/http-client.js';
import { eventually } from '../eventually.js';
import { rightOf } from '../right-of.js';
import type { Service } from '../service/service.js';

/** What a worker records about a finished render. */
export const renderOutput = (renderId: RenderId) => ({
  key: `${renderId}.mp4`,
  bytes: 1,
  sha256: '',
  width: 1920,
  height: 1080,
  frames: 30,
  durationMs: 1000,
});
export const provenance = { renderer: '', ffmpeg: '', sources: [], fonts: [], stageSeconds: {} };
const failure = { stage: 'encode', message: 'the encoder failed', retryable: false } as const;

/** Waits until reads show that a render is over: no read of its owner waits for what a worker records. */
export const isShownAsOver = (api: Api, id: RenderId): Promise<void> =>
  eventually(async () => {
    const { data } = (await api('GET', `/v1/renders/${id}`)).body;
    expect(data.status).to.be.oneOf(['completed', 'failed']);
  });

/** Requests a render over HTTP and records its outcome like a worker. @returns its id, when reads show the outcome */
export const endRender = async (
  { dependencies }: Service,
  api: Api,
  outcome: 'completed' | 'failed' = 'completed',
  more: Partial<RenderOutput> | ((id: RenderId) => Partial<RenderOutput>) = {},
): Promise<RenderId> => {
  const { body } = await api('POST', '/v1/renders', { body: minimalVideo });
  const renderId = body.data._id as RenderId;
  const outcomes = renderOutcomes(dependencies, 'a-worker');
  rightOf(await outcomes.start(renderId)());
  if (outcome === 'completed')
    rightOf(
      await outcomes.complete(
        renderId,
        1,
        { ...renderOutput(renderId), ...(typeof more === 'function' ? more(renderId) : more) },
        provenance,
      )(),
    );
  else rightOf(await outcomes.fail(renderId, 1, failure)());
  await isShownAsOver(api, renderId);
  return renderId;
};
