import type { AssetId, WebhookEndpointId } from '../../domain/ids.js';
import { assetId, at, endpointId, keyId, owner, uuid, videoId } from '../support/examples.js';
import { type Example, example } from './example.js';

const url = 'https://a.example/hook';
const deletedEndpoint = uuid(13) as WebhookEndpointId;
const refusedAsset = uuid(61) as AssetId;
const media = { kind: 'video', width: 16, height: 16, durationMs: 1000, hasSound: false } as const;
const content = { sha256: 'a'.repeat(64), bytes: 9, key: 'key', media } as const;

/** Examples of what an owner has besides videos and renders. */
export const OWNER_EXAMPLES: ReadonlyArray<Example> = [
  example(
    'a webhook endpoint with a new secret',
    `webhookEndpoint-${endpointId}`,
    { endpointId, ownerId: owner },
    [
      { type: 'WebhookEndpointRegistered', url, events: ['render.failed'], secretId: 's1' },
      { type: 'WebhookEndpointPaused' },
      { type: 'WebhookEndpointResumed' },
      {
        type: 'WebhookSecretRotated',
        secretVersion: 2,
        secretId: 's2',
        previousExpireAt: at(9),
        xSignatureSwitchesAt: at(8),
      },
    ],
    {
      webhook_endpoints: [
        {
          endpoint_id: endpointId,
          owner_id: owner,
          url,
          events: ['render.failed'],
          description: null,
          status: 'active',
          disabled_reason: null,
          registered_commit: '0',
          active_since: at(2),
          created_at: at(0),
          updated_at: at(2),
          deleted_at: null,
        },
      ],
      webhook_secret_versions: [
        {
          endpoint_id: endpointId,
          version: 1,
          secret_id: 's1',
          x_signature_from: at(0),
          previous_expire_at: null,
        },
        {
          endpoint_id: endpointId,
          version: 2,
          secret_id: 's2',
          x_signature_from: at(8),
          previous_expire_at: at(9),
        },
      ],
    },
  ),

  example(
    'a disabled and deleted webhook endpoint',
    `webhookEndpoint-${deletedEndpoint}`,
    { endpointId: deletedEndpoint, ownerId: owner },
    [
      { type: 'WebhookEndpointRegistered', url, events: ['render.failed'], secretId: 's3' },
      { type: 'WebhookEndpointChanged', url, events: ['render.completed'], description: 'mine' },
      { type: 'WebhookEndpointDisabled', reason: 'gone' },
      { type: 'WebhookEndpointDeleted' },
    ],
    {
      webhook_endpoints: [
        {
          endpoint_id: deletedEndpoint,
          owner_id: owner,
          url,
          events: ['render.completed'],
          description: 'mine',
          status: 'disabled',
          disabled_reason: 'gone',
          registered_commit: '0',
          active_since: at(1),
          created_at: at(0),
          updated_at: at(2),
          deleted_at: at(3),
        },
      ],
      webhook_secret_versions: [
        {
          endpoint_id: deletedEndpoint,
          version: 1,
          secret_id: 's3',
          x_signature_from: at(0),
          previous_expire_at: null,
        },
      ],
    },
  ),

  example(
    'a stored asset',
    `asset-${assetId}`,
    { assetId, ownerId: owner },
    [
      { type: 'AssetRegistered', name: 'a.mp4', declaredBytes: 9 },
      { type: 'AssetStored', ...content, mediaType: 'video/mp4' },
      { type: 'AssetRenamed', name: 'opening' },
      { type: 'AssetTagged', tags: ['intro'] },
    ],
    {
      assets: [
        {
          asset_id: assetId,
          owner_id: owner,
          video_id: null,
          name: 'opening',
          tags: ['intro'],
          status: 'ready',
          ...content,
          media_type: 'video/mp4',
          created_at: at(0),
          updated_at: at(3),
        },
      ],
    },
  ),

  example(
    'a refused and deleted asset',
    `asset-${refusedAsset}`,
    { assetId: refusedAsset, ownerId: owner },
    [
      { type: 'AssetRegistered', name: 'b.zip', videoId },
      { type: 'AssetRefused', reason: 'it is an archive' },
      { type: 'AssetDeleted' },
    ],
    {
      assets: [
        {
          asset_id: refusedAsset,
          owner_id: owner,
          video_id: videoId,
          name: 'b.zip',
          tags: [],
          status: 'refused',
          reason: 'it is an archive',
          created_at: at(0),
          updated_at: at(2),
          deleted_at: at(2),
        },
      ],
    },
  ),

  example(
    'a revoked API key',
    `apiKey-${keyId}`,
    { keyId, ownerId: owner },
    [
      {
        type: 'ApiKeyIssued',
        keyHash: 'h',
        limits: { minute: 5 },
        name: 'Nightly',
        scopes: ['read'],
        issuedBy: keyId,
      },
      { type: 'ApiKeyRevoked' },
    ],
    {
      api_keys: [
        {
          key_id: keyId,
          owner_id: owner,
          key_hash: 'h',
          limits: { minute: 5 },
          name: 'Nightly',
          scopes: ['read'],
          issued_by: keyId,
          created_at: at(0),
          revoked_at: at(1),
        },
      ],
    },
  ),
];
