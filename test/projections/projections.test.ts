import { expect } from 'chai';
import { type DomainEvent, EVENT_CODECS, type Recorded } from '../../domain/events.js';
import type { RenderId, WebhookEndpointId } from '../../domain/ids.js';
import { allProjections } from '../../projections/all.js';
import type { Row } from '../../projections/change.js';
import { webhookDeliveries } from '../../projections/webhook-deliveries.js';
import { webhookEndpoints } from '../../projections/webhook-endpoints.js';
import {
  at,
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
import { newStream } from '../support/example-history.js';
import { rowsAfter } from '../support/memory-tables.js';

const recorded = (stream: string, events: ReadonlyArray<DomainEvent>): ReadonlyArray<Recorded> =>
  newStream(stream, events).events.map(({ id, event, metadata }, index) => ({
    id,
    event,
    metadata,
    stream,
    revision: BigInt(index),
    position: { commit: BigInt(index), prepare: BigInt(index) },
  }));

const [first, second] = [composition('One'), composition('Two')];
const render = { renderId, ownerId: owner, videoId, videoVersion: 1 };
const [failedRender, cancelledRender] = [uuid(12) as RenderId, uuid(22) as RenderId];
const deletedEndpoint = uuid(13) as WebhookEndpointId;
const failure = { stage: 'probe', message: 'no video', retryable: false } as const;
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

const output = { key: 'k.mp4', bytes: 1, sha256: 'e', width: 2, height: 2, frames: 1, durationMs: 1 };
const provenance = { renderer: 'r', ffmpeg: 'f', sources: [], fonts: [], stageSeconds: {} };
const fingerprint = { method: 'dhash-128', at: [0], hashes: ['f'.repeat(32)] } as const;
const endpoint = { endpointId, ownerId: owner };
const deleted = { endpointId: deletedEndpoint, ownerId: owner };
const rotation = { secretVersion: 2, previousExpireAt: at(9), xSignatureSwitchesAt: at(8), secretId: 's2' };
const url = 'https://a.example/hook';

const events: ReadonlyArray<Recorded> = [
  ...recorded(`video-${videoId}`, [
    videoCreated(first),
    videoPatched(2, second),
    {
      type: 'VideoRestored',
      data: { ...videoPatched(3, first).data, changes: changes(), restoredFrom: 1 },
    },
    { type: 'EditorLinkChanged', data: { videoId, ownerId: owner, editorTokenHash: null, at: at(4) } },
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
  ]),
  ...recorded(`render-${failedRender}`, [
    requestOf(failedRender),
    { type: 'RenderFailed', data: { ...render, renderId: failedRender, attempt: 1, failure, at: at(9) } },
  ]),
  ...recorded(`render-${cancelledRender}`, [
    requestOf(cancelledRender),
    { type: 'RenderCancelled', data: { ...render, renderId: cancelledRender, at: at(9) } },
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
  ...recorded(`apiKey-${keyId}`, [
    {
      type: 'ApiKeyIssued',
      data: { keyId, ownerId: owner, keyHash: 'h', limits: { minute: 5 }, at: at(0) },
    },
    { type: 'ApiKeyRevoked', data: { keyId, ownerId: owner, at: at(1) } },
  ]),
];

/** Some of the rows that each projection must have at the end, by table and key. */
const EXPECTED: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  'api-keys': { [`api_keys ["${keyId}"]`]: { key_hash: 'h', revoked_at: at(1) } },
  'video-details': {
    [`video_details ["${videoId}"]`]: { version: 3, composition: first, editor_token_hash: null },
  },
  'video-list': { [`video_list ["${videoId}"]`]: { name: 'One', created_at: at(0) } },
  'video-versions': {
    [`video_versions ["${videoId}",1]`]: { changes: null, restored_from: null },
    [`video_versions ["${videoId}",2]`]: { changes: changes(), restored_from: null },
    [`video_versions ["${videoId}",3]`]: { changes: changes(), restored_from: 1 },
  },
  'webhook-endpoints': {
    [`webhook_endpoints ["${endpointId}"]`]: { url, status: 'active', active_since: at(2) },
    [`webhook_endpoints ["${deletedEndpoint}"]`]: {
      events: ['render.completed'],
      description: 'mine',
      status: 'disabled',
      disabled_reason: 'gone',
      active_since: at(1),
      updated_at: at(2),
      deleted_at: at(3),
    },
    [`webhook_secret_versions ["${deletedEndpoint}",1]`]: { secret_id: 's3', previous_expire_at: null },
    [`webhook_secret_versions ["${endpointId}",1]`]: { secret_id: 's1', previous_expire_at: null },
    [`webhook_secret_versions ["${endpointId}",2]`]: { secret_id: 's2', previous_expire_at: at(9) },
  },
  'render-details': {
    [`render_details ["${renderId}"]`]: { status: 'completed', attempt: 1, output, captioned_clips: [] },
    [`render_details ["${failedRender}"]`]: { status: 'failed', failure, finished_at: at(9) },
    [`render_details ["${cancelledRender}"]`]: { status: 'cancelled', attempt: 0, finished_at: at(9) },
  },
  'render-dispatch': {
    [`render_jobs ["${renderId}"]`]: { requested_at: at(5), over: true },
    [`render_jobs ["${failedRender}"]`]: { over: true },
    [`render_jobs ["${cancelledRender}"]`]: { over: true },
  },
  'render-fingerprints': {
    [`render_fingerprints ["${renderId}"]`]: {
      owner_id: owner,
      video_version: 1,
      duration_ms: 1,
      fingerprint,
    },
  },
  'webhook-deliveries': {},
};

describe('projections without a database', () => {
  for (const projection of allProjections) {
    const once = rowsAfter(projection, events);

    it(`${projection.name}: applies each event once`, () => {
      const expected = EXPECTED[projection.name] ?? {};
      expect(Object.keys(once)).to.have.members(Object.keys(expected));
      for (const [name, row] of Object.entries(expected)) expect(once[name], name).to.deep.include(row);
    });

    it(`${projection.name}: repeated events change nothing more`, () => {
      expect(
        rowsAfter(
          projection,
          events.flatMap((event) => [event, event]),
        ),
      ).to.deep.equal(once);
      expect(rowsAfter(projection, [...events, ...events])).to.deep.equal(once);
    });

    it(`${projection.name}: late events, after their successors, change nothing`, () => {
      expect(rowsAfter(projection, [...events, ...events.toReversed()])).to.deep.equal(once);
    });
  }

  it('have a specification for every type of event', () => {
    expect([...new Set(events.map(({ event }) => event.type))]).to.have.members(Object.keys(EVENT_CODECS));
  });

  it('webhook-endpoints: has what belongs to a deleted endpoint forgotten, however often the event comes', () => {
    const deletion = events.find(({ event }) => event.type === 'WebhookEndpointDeleted')!;
    for (const _ of [1, 2])
      expect(webhookEndpoints.project(deletion)).to.deep.include({
        _tag: 'ForgetEndpoint',
        endpointId: deletedEndpoint,
        at: at(3),
      });
  });

  it('webhook-deliveries: announces each end of a render that its owner did not cancel', () => {
    const announced = events.flatMap(webhookDeliveries.project);
    expect(announced).to.have.length(2);
    expect(announced[1]).to.deep.include({
      _tag: 'EnqueueDeliveries',
      event: 'render.failed',
      renderId: failedRender,
      at: at(9),
    });
  });

  it('webhook-deliveries: identifies the message by the id of the event, however often it is applied', () => {
    const completed = events.find(({ event }) => event.type === 'RenderCompleted')!;
    for (const _ of [1, 2])
      expect(webhookDeliveries.project({ ...completed, id: uuid(5) })).to.deep.include({
        _tag: 'EnqueueDeliveries',
        messageId: uuid(5),
        event: 'render.completed',
        renderId,
        revision: 3n,
        at: at(8),
      });
  });
});
