import type { RenderBatchId, RenderId } from '../../domain/ids.js';
import { estimatedWork } from '../../domain/render/work.js';
import { at, batchId, composition, owner, renderId, snapshot, uuid, videoId } from '../support/examples.js';
import { actor, type Example, example } from './example.js';

const video = snapshot(composition());
const ofVideo = { ownerId: owner, videoId, videoVersion: 1 };
const request = { video, autoGenerateCaptionWords: true, captionLanguageCode: 'en' } as const;
const failure = { stage: 'probe', message: 'no video', retryable: false } as const;
const output = { key: 'k.mp4', bytes: 1, sha256: 'e', width: 2, height: 2, frames: 1, durationMs: 1 };
const provenance = { renderer: 'r', ffmpeg: 'f', sources: [], fonts: [], stageSeconds: {} };
const fingerprint = { method: 'dhash-128', at: [0], hashes: ['f'.repeat(32)] } as const;
const verdict = { result: 'identical' } as const;
const options = { autoGenerateCaptionWords: false, captionLanguageCode: 'en', priority: 'low' } as const;

const [failed, cancelled, batched] = [12, 22, 41].map((number) => uuid(number) as RenderId);
const cancelledBatch = uuid(42) as RenderBatchId;

const videoColumns = { owner_id: owner, video_id: videoId, video_version: 1 };
const requested = { attempt: 0, video, batch_id: null, batch_row: null, created_at: at(0) };
const job = { owner_id: owner, requested_at: at(0), rank: 1, work: estimatedWork(video.composition) };

export const RENDER_EXAMPLES: ReadonlyArray<Example> = [
  example(
    'a completed render with two replays',
    `render-${renderId}`,
    { renderId, ...ofVideo },
    [
      { type: 'RenderRequested', ...request },
      { type: 'RenderStarted', attempt: 1, workerId: 'w' },
      {
        type: 'CaptionWordsGenerated',
        attempt: 1,
        clips: [],
        wordCount: 0,
        recogniser: 'r',
        languageCode: 'en',
      },
      { type: 'RenderCompleted', attempt: 1, output, provenance, fingerprint },
      { type: 'ReplayRequested', replay: 1 },
      { type: 'ReplayStarted', replay: 1, attempt: 1, workerId: 'w' },
      { type: 'ReplayFailed', replay: 1, attempt: 1, failure },
      { type: 'ReplayRequested', replay: 2 },
      { type: 'ReplayStarted', replay: 2, attempt: 1, workerId: 'w' },
      { type: 'ReplayCompleted', replay: 2, attempt: 1, verdict },
    ],
    {
      render_details: [
        {
          render_id: renderId,
          ...videoColumns,
          ...requested,
          captioned_clips: [],
          output,
          status: 'completed',
          attempt: 1,
          started_at: at(1),
          finished_at: at(3),
          updated_at: at(3),
        },
      ],
      render_jobs: [
        {
          render_id: renderId,
          ...job,
          over: true,
          rank: 3,
          requested_at: at(7),
          started_at: at(8),
          completed_at: null,
          queued_at: null,
          traceparent: null,
        },
      ],
      render_fingerprints: [
        { render_id: renderId, ...videoColumns, duration_ms: 1, fingerprint, completed_at: at(3) },
      ],
      render_replays: [
        {
          render_id: renderId,
          replay: 1,
          owner_id: owner,
          status: 'failed',
          attempt: 1,
          failure,
          requested_at: at(4),
          updated_at: at(6),
          finished_at: at(6),
        },
        {
          render_id: renderId,
          replay: 2,
          owner_id: owner,
          status: 'completed',
          attempt: 1,
          verdict,
          requested_at: at(7),
          updated_at: at(9),
          finished_at: at(9),
        },
      ],
    },
  ),

  example(
    'a failed render',
    `render-${failed}`,
    { renderId: failed, ...ofVideo },
    [
      { type: 'RenderRequested', ...request },
      { type: 'RenderFailed', attempt: 1, failure },
    ],
    {
      render_details: [
        {
          render_id: failed,
          ...videoColumns,
          ...requested,
          status: 'failed',
          failure,
          finished_at: at(1),
          updated_at: at(1),
        },
      ],
      render_jobs: [{ render_id: failed, ...job, over: true, traceparent: null }],
    },
  ),

  example(
    'a cancelled render',
    `render-${cancelled}`,
    { renderId: cancelled, ...ofVideo },
    [
      { type: 'RenderRequested', ...request },
      { type: 'CaptionWordsImported', attempt: 1, clips: [], wordCount: 0 },
      { type: 'RenderCancelled' },
    ],
    {
      render_details: [
        {
          render_id: cancelled,
          ...videoColumns,
          ...requested,
          captioned_clips: [],
          status: 'cancelled',
          finished_at: at(2),
          updated_at: at(2),
        },
      ],
      render_jobs: [{ render_id: cancelled, ...job, over: true, traceparent: null }],
    },
  ),

  example(
    'a render of a batch',
    `render-${batched}`,
    { renderId: batched, ...ofVideo },
    [{ type: 'RenderRequested', ...request, batch: { batchId, row: 0 } }],
    {
      render_details: [
        {
          render_id: batched,
          ...videoColumns,
          ...requested,
          batch_id: batchId,
          batch_row: 0,
          status: 'pending',
          updated_at: at(0),
        },
      ],
      render_jobs: [{ render_id: batched, ...job, over: false, traceparent: null }],
    },
  ),

  example(
    'a completed batch',
    `renderBatch-${batchId}`,
    { batchId, ...ofVideo },
    [
      { type: 'RenderBatchRequested', options, rows: [{ renderId: batched!, merge: { name: 'Ann' } }] },
      { type: 'RenderBatchCompleted', outcome: { completed: 0, failed: 0, cancelled: 1 } },
    ],
    {
      render_batches: [
        {
          batch_id: batchId,
          ...videoColumns,
          options,
          row_count: 1,
          rows: [{ renderId: batched, merge: { name: 'Ann' } }],
          status: 'completed',
          outcome: { completed: 0, failed: 0, cancelled: 1 },
          created_at: at(0),
          updated_at: at(1),
          finished_at: at(1),
          actor,
          request_id: 'r',
          traceparent: null,
        },
      ],
    },
  ),

  example(
    'a cancelled batch',
    `renderBatch-${cancelledBatch}`,
    { batchId: cancelledBatch, ...ofVideo },
    [{ type: 'RenderBatchRequested', options, rows: [] }, { type: 'RenderBatchCancelled' }],
    {
      render_batches: [
        {
          batch_id: cancelledBatch,
          ...videoColumns,
          options,
          rows: [],
          row_count: 0,
          status: 'cancelled',
          created_at: at(0),
          updated_at: at(1),
          finished_at: at(1),
          actor,
          request_id: 'r',
          traceparent: null,
        },
      ],
    },
  ),
];
