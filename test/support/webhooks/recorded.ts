import { randomUUID } from 'node:crypto';
import type { Clip } from '../../../domain/composition/clips/clip.js';
import type { DomainEvent, Recorded } from '../../../domain/events.js';
import type { OwnerId, RenderId, VideoId, WebhookEndpointId } from '../../../domain/ids.js';
import { provenance, renderOutput } from '../renders/ended-renders.js';

/** Events as the store would pass them to the projector, in order. */
export const recorder = () => {
  let position = 0n;
  const revisions = new Map<string, bigint>();
  return (stream: string, event: DomainEvent): Recorded => {
    position += 1n;
    const revision = (revisions.get(stream) ?? -1n) + 1n;
    revisions.set(stream, revision);
    return {
      event,
      id: randomUUID(),
      stream,
      revision,
      position: { commit: position, prepare: position },
      metadata: {
        actor: { type: 'admin' },
        requestId: 'request',
        $correlationId: 'request',
        $causationId: 'request',
        previousHash: '',
        hash: '',
      },
    };
  };
};

export const owner = 'ada' as OwnerId;
export const aRenderId = () => randomUUID() as RenderId;
export const anEndpointId = () => randomUUID() as WebhookEndpointId;

export interface RenderToTell {
  readonly renderId: RenderId;
  readonly ownerId?: OwnerId;
  readonly clips?: ReadonlyArray<Clip>;
  readonly name?: string;
  readonly at?: string;
}

/** The events of a completed or failed render. */
export const renderEvents = (
  { renderId, ownerId = owner, clips = [], name = 'A film', at = new Date().toISOString() }: RenderToTell,
  outcome: 'completed' | 'failed' = 'completed',
): ReadonlyArray<DomainEvent> => {
  const videoId = randomUUID() as VideoId;
  const facts = { renderId, ownerId, videoId, videoVersion: 3, at };
  const composition = {
    version: '1.0.0',
    metadata: {
      name,
      backgroundColor: '#000000',
      duration: 1000,
      fps: 30,
      canvas: { width: 1920, height: 1080 },
    },
    clips,
    renderOptionsInUI: [],
  };
  const video = { videoId, version: 3, composition, createdAt: at, updatedAt: at };
  const requested: DomainEvent = {
    type: 'RenderRequested',
    data: { ...facts, video, autoGenerateCaptionWords: false, captionLanguageCode: 'en' },
  };
  if (outcome === 'failed') {
    const failure = {
      stage: 'download',
      message: 'the source was not found',
      retryable: false,
      clip: 'clips[0]',
      host: 'cdn.example.com',
      httpStatus: 404,
    } as const;
    return [requested, { type: 'RenderFailed', data: { ...facts, attempt: 1, failure } }];
  }
  const output = renderOutput(renderId);
  return [requested, { type: 'RenderCompleted', data: { ...facts, attempt: 1, output, provenance } }];
};
