/** Events of every type. */
import type { DomainEvent, Recorded } from '../../domain/events.js';
import type { AssetId, CommentId, RenderBatchId, RenderId, WebhookEndpointId } from '../../domain/ids.js';
import {
  assetId,
  at,
  batchId,
  changes,
  composition,
  endpointId,
  keyId,
  owner,
  renderId,
  snapshot,
  uuid,
  videoCreated,
  videoId,
  videoPatched,
} from '../support/examples.js';
import { newStream } from '../support/event-store/example-history.js';

const recorded = (stream: string, events: ReadonlyArray<DomainEvent>): ReadonlyArray<Recorded> =>
  newStream(stream, events).events.map(({ id, event, metadata }, index) => ({
    id,
    event,
    metadata,
    stream,
    revision: BigInt(index),
    position: { commit: BigInt(index), prepare: BigInt(index) },
  }));

export const [first, second] = [composition('One'), composition('Two')];
const render = { renderId, ownerId: owner, videoId, videoVersion: 1 };
export const failedRender = uuid(12) as RenderId;
export const cancelledRender = uuid(22) as RenderId;
export const [batchedRender, cancelledBatch] = [uuid(41) as RenderId, uuid(42) as RenderBatchId];
const batch = { batchId, ownerId: owner, videoId, videoVersion: 1 };
export const options = {
  autoGenerateCaptionWords: false,
  captionLanguageCode: 'en',
  priority: 'low',
} as const;
export const deletedEndpoint = uuid(13) as WebhookEndpointId;
export const failure = { stage: 'probe', message: 'no video', retryable: false } as const;
const requestOf = (id: RenderId): DomainEvent => ({
  type: 'RenderRequested',
  data: {
    ...render,
    renderId: id,
    video: snapshot(first),
    autoGenerateCaptionWords: true,
    captionLanguageCode: 'en',
    at: at(5),
  },
});

export const output = { key: 'k.mp4', bytes: 1, sha256: 'e', width: 2, height: 2, frames: 1, durationMs: 1 };
const provenance = { renderer: 'r', ffmpeg: 'f', sources: [], fonts: [], stageSeconds: {} };
export const fingerprint = { method: 'dhash-128', at: [0], hashes: ['f'.repeat(32)] } as const;
export const verdict = { result: 'identical' } as const;
export const refusedAsset = uuid(61) as AssetId;
const asset = { assetId, ownerId: owner };
export const author = { role: 'reviewer', credential: 'c', name: 'Ann', named: 'self' } as const;
const review = { videoId, ownerId: owner, author };
export const [comment, reply] = [uuid(70) as CommentId, uuid(71) as CommentId];
/** The content and media of a stored asset. */
export const stored = {
  sha256: 'a'.repeat(64),
  bytes: 9,
  key: 'key',
  mediaType: 'video/mp4',
  media: { kind: 'video', width: 16, height: 16, durationMs: 1000, hasSound: false },
} as const;
const endpoint = { endpointId, ownerId: owner };
const deleted = { endpointId: deletedEndpoint, ownerId: owner };
const rotation = { secretVersion: 2, previousExpireAt: at(9), xSignatureSwitchesAt: at(8), secretId: 's2' };
export const url = 'https://a.example/hook';

export const events: ReadonlyArray<Recorded> = [
  ...recorded(`video-${videoId}`, [
    videoCreated(first),
    videoPatched(2, second),
    {
      type: 'VideoRestored',
      data: { ...videoPatched(3, first).data, changes: changes(), restoredFrom: 1 },
    },
    { type: 'EditorLinkChanged', data: { videoId, ownerId: owner, editorTokenHash: null, at: at(4) } },
    {
      type: 'VideoMoved',
      data: {
        videoId,
        ownerId: owner,
        editorTokenHash: null,
        folder: 'Spring',
        archived: true,
        at: at(4),
      },
    },
  ]),
  ...recorded(`review-${videoId}`, [
    {
      type: 'CommentAdded',
      data: {
        ...review,
        commentId: comment,
        version: 2,
        text: 'Dark',
        time: 5,
        point: { x: 0, y: 1 },
        drawing: [{ shape: 'arrow', colour: 'red', points: [{ x: 0, y: 1 }] }],
        at: at(5),
      },
    },
    {
      type: 'CommentReplied',
      data: { ...review, commentId: comment, replyId: reply, text: 'Lit', at: at(6) },
    },
    { type: 'CommentResolved', data: { ...review, commentId: comment, at: at(7) } },
    { type: 'CommentReopened', data: { ...review, commentId: comment, at: at(8) } },
    { type: 'CommentResolved', data: { ...review, commentId: comment, at: at(9) } },
    { type: 'VersionApproved', data: { ...review, version: 2, at: at(10) } },
    { type: 'VersionSentBack', data: { ...review, version: 2, text: 'Fix it', at: at(11) } },
  ]),
  ...recorded(`render-${renderId}`, [
    requestOf(renderId),
    { type: 'RenderStarted', data: { ...render, attempt: 1, workerId: 'w', at: at(6) } },
    {
      type: 'CaptionWordsGenerated',
      data: {
        ...render,
        attempt: 1,
        clips: [],
        wordCount: 0,
        recogniser: 'r',
        languageCode: 'en',
        at: at(7),
      },
    },
    {
      type: 'RenderCompleted',
      data: { ...render, attempt: 1, output, provenance, fingerprint, at: at(8) },
    },
    { type: 'ReplayRequested', data: { ...render, replay: 1, at: at(10) } },
    { type: 'ReplayStarted', data: { ...render, replay: 1, attempt: 1, workerId: 'w', at: at(11) } },
    { type: 'ReplayFailed', data: { ...render, replay: 1, attempt: 1, failure, at: at(12) } },
    { type: 'ReplayRequested', data: { ...render, replay: 2, at: at(13) } },
    { type: 'ReplayStarted', data: { ...render, replay: 2, attempt: 1, workerId: 'w', at: at(14) } },
    { type: 'ReplayCompleted', data: { ...render, replay: 2, attempt: 1, verdict, at: at(15) } },
  ]),
  ...recorded(`render-${failedRender}`, [
    requestOf(failedRender),
    { type: 'RenderFailed', data: { ...render, renderId: failedRender, attempt: 1, failure, at: at(9) } },
  ]),
  ...recorded(`render-${cancelledRender}`, [
    requestOf(cancelledRender),
    {
      type: 'CaptionWordsImported',
      data: { ...render, renderId: cancelledRender, attempt: 1, clips: [], wordCount: 0, at: at(7) },
    },
    { type: 'RenderCancelled', data: { ...render, renderId: cancelledRender, at: at(9) } },
  ]),
  ...recorded(`renderBatch-${batchId}`, [
    {
      type: 'RenderBatchRequested',
      data: { ...batch, options, rows: [{ renderId: batchedRender, merge: { name: 'Ann' } }], at: at(5) },
    },
    {
      type: 'RenderBatchCompleted',
      data: { ...batch, outcome: { completed: 0, failed: 0, cancelled: 1 }, at: at(9) },
    },
  ]),
  ...recorded(`render-${batchedRender}`, [
    {
      type: 'RenderRequested',
      data: {
        ...render,
        renderId: batchedRender,
        video: snapshot(first),
        autoGenerateCaptionWords: false,
        captionLanguageCode: 'en',
        batch: { batchId, row: 0 },
        at: at(6),
      },
    },
  ]),
  ...recorded(`renderBatch-${cancelledBatch}`, [
    {
      type: 'RenderBatchRequested',
      data: { ...batch, batchId: cancelledBatch, options, rows: [], at: at(5) },
    },
    { type: 'RenderBatchCancelled', data: { ...batch, batchId: cancelledBatch, at: at(7) } },
  ]),
  ...recorded(`webhookEndpoint-${endpointId}`, [
    {
      type: 'WebhookEndpointRegistered',
      data: { ...endpoint, url, events: ['render.failed'], secretId: 's1', at: at(0) },
    },
    { type: 'WebhookEndpointPaused', data: { ...endpoint, at: at(1) } },
    { type: 'WebhookEndpointResumed', data: { ...endpoint, at: at(2) } },
    { type: 'WebhookSecretRotated', data: { ...endpoint, ...rotation, at: at(3) } },
  ]),
  ...recorded(`webhookEndpoint-${deletedEndpoint}`, [
    {
      type: 'WebhookEndpointRegistered',
      data: { ...deleted, url, events: ['render.failed'], secretId: 's3', at: at(0) },
    },
    {
      type: 'WebhookEndpointChanged',
      data: { ...deleted, url, events: ['render.completed'], description: 'mine', at: at(1) },
    },
    { type: 'WebhookEndpointDisabled', data: { ...deleted, reason: 'gone', at: at(2) } },
    { type: 'WebhookEndpointDeleted', data: { ...deleted, at: at(3) } },
  ]),
  ...recorded(`asset-${assetId}`, [
    { type: 'AssetRegistered', data: { ...asset, name: 'a.mp4', declaredBytes: 9, at: at(0) } },
    { type: 'AssetStored', data: { ...asset, ...stored, at: at(1) } },
    { type: 'AssetRenamed', data: { ...asset, name: 'opening', at: at(2) } },
    { type: 'AssetTagged', data: { ...asset, tags: ['intro'], at: at(3) } },
  ]),
  ...recorded(`asset-${refusedAsset}`, [
    { type: 'AssetRegistered', data: { ...asset, assetId: refusedAsset, name: 'b.zip', videoId, at: at(0) } },
    {
      type: 'AssetRefused',
      data: { ...asset, assetId: refusedAsset, reason: 'it is an archive', at: at(1) },
    },
    { type: 'AssetDeleted', data: { ...asset, assetId: refusedAsset, at: at(2) } },
  ]),
  ...recorded(`apiKey-${keyId}`, [
    {
      type: 'ApiKeyIssued',
      data: {
        keyId,
        ownerId: owner,
        keyHash: 'h',
        limits: { minute: 5 },
        name: 'Nightly',
        scopes: ['read'],
        issuedBy: keyId,
        at: at(0),
      },
    },
    { type: 'ApiKeyRevoked', data: { keyId, ownerId: owner, at: at(1) } },
  ]),
];
