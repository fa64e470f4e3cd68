import { expect } from 'chai';
import {
  withClip,
  type FailureCause,
  recordedFailure,
  RenderError,
} from '../../domain/render/failure-cause.js';
import type { RenderFailure } from '../../domain/render/render-failure.js';

const message = 'the file can’t be used';
const clip = 'clips[3]';

/** Each kind of cause, and the failure that is recorded. */
const CASES: { readonly [Tag in FailureCause['_tag']]: readonly [FailureCause, RenderFailure] } = {
  DownloadFailed: [
    { _tag: 'DownloadFailed', message, retryable: true, clip, host: 'a.example', httpStatus: 503 },
    { stage: 'download', message, retryable: true, clip, host: 'a.example', httpStatus: 503 },
  ],
  SourceUnusable: [
    { _tag: 'SourceUnusable', stage: 'decode', message, clip },
    { stage: 'decode', message, retryable: false, clip },
  ],
  LimitExceeded: [
    { _tag: 'LimitExceeded', stage: 'encode', message },
    { stage: 'encode', message, retryable: false },
  ],
  TranscriptionFailed: [
    { _tag: 'TranscriptionFailed', message, retryable: true, httpStatus: 429 },
    { stage: 'transcribe', message, retryable: true, httpStatus: 429 },
  ],
  DrawingFailed: [
    { _tag: 'DrawingFailed', message, clip },
    { stage: 'compose', message, retryable: false, clip },
  ],
  EncodingFailed: [
    { _tag: 'EncodingFailed', message, retryable: true },
    { stage: 'encode', message, retryable: true },
  ],
  StorageFailed: [
    { _tag: 'StorageFailed' },
    { stage: 'store', message: 'the object storage could not be read or written', retryable: true },
  ],
  DiskFull: [
    { _tag: 'DiskFull' },
    { stage: 'worker', message: 'the worker’s disk is full', retryable: true },
  ],
  TimedOut: [
    { _tag: 'TimedOut', doing: 'downloads', afterMs: 90_000, clip, host: 'a.example' },
    {
      stage: 'download',
      message: 'fetching the sources of the render took longer than 90 s',
      retryable: true,
      clip,
      host: 'a.example',
    },
  ],
  WordsTooLarge: [
    { _tag: 'WordsTooLarge', wordCount: 9000, maxBytes: 1000 },
    {
      stage: 'transcribe',
      message: 'the video with its 9000 transcribed words exceeds 1000 bytes',
      retryable: false,
    },
  ],
  WorkersLost: [
    { _tag: 'WorkersLost', attempts: 3, clips: ['clips[2]', 'clips[5]'] },
    {
      stage: 'worker',
      message:
        'the render was abandoned: 3 attempts ended without a result, the last one while clips[2], clips[5] were rendered',
      retryable: true,
    },
  ],
  Stopped: [{ _tag: 'Stopped' }, { stage: 'worker', message: 'the render was stopped', retryable: true }],
};

describe('The cause of a failed render', () => {
  for (const [tag, [cause, recorded]] of Object.entries(CASES))
    it(`is recorded with its stage and without internal details: ${tag}`, () => {
      expect(recordedFailure(cause)).to.deep.equal(recorded);
      expect(new RenderError(cause)).to.include({ message: recorded.message, cause });
    });

  it('names no clip if the whole render took too long', () => {
    expect(recordedFailure({ _tag: 'TimedOut', doing: 'render', afterMs: 500, clip })).to.deep.equal({
      stage: 'worker',
      message: 'the render took longer than 0.5 s',
      retryable: false,
    });
  });

  it('names the clip that it concerns, unless the worker is the cause', () => {
    const named = Object.values(CASES).filter(
      ([cause]) => 'clip' in recordedFailure(withClip(cause, 'clips[7]')),
    );
    expect(named.map(([{ _tag }]) => _tag)).to.have.members([
      'DownloadFailed',
      'SourceUnusable',
      'LimitExceeded',
      'DrawingFailed',
      'TimedOut',
    ]);
    for (const [cause] of named)
      expect(recordedFailure(withClip(cause, 'clips[7]')).clip).to.equal('clips[7]');
  });
});
