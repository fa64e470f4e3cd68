import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { tmpdir } from 'node:os';
import { tools } from '../../../support/renders/render-tools.js';
import type {
  ComposeFailure,
  ComposeOptions,
  ComposeRequest,
} from '../../../../workers/render/ports/media-engine.js';
import { ENGINE_ENDED } from '../../../../workers/render/ports/media-encoder.js';
import type { VideoLayer } from '../../../../workers/render/plan/layers.js';
import { pieceFailure } from '../../../../workers/render/run/culprit-clip.js';

const { signal } = new AbortController();
const FAILED: ComposeFailure = { _tag: 'EncodingFailed', message: 'no', retryable: false };
const EXCEEDED: ComposeFailure = { _tag: 'LimitExceeded', stage: 'encode', message: 'no' };
const DAMAGED = {
  _tag: 'SourceUnusable',
  stage: 'decode',
  message: 'the media could not be decoded: it may be damaged or of a kind that is not supported',
};

const BEYOND_LIMITS = {
  _tag: 'LimitExceeded',
  stage: 'decode',
  message: 'decoding the media exceeded a limit of time, memory or size',
};

const BOX = { x: 0, y: 0, width: 2, height: 2 };
const video = (clip: string): VideoLayer => ({
  _tag: 'Video',
  clip,
  path: `/${clip}.mp4`,
  container: 'mov',
  video: {
    stream: 0,
    codec: 'h264',
    width: 2,
    height: 2,
    pixelFormat: 'yuv420p',
    color: {},
    hasAlpha: false,
    firstFrame: 0,
    lastFrame: 40,
    timeBase: 1000 / 90_000,
  },
  placement: { box: BOX, rotation: 0, opacity: 1 },
  rect: BOX,
  mask: undefined,
  span: { from: 0, to: 1 },
  sourceFrom: 0,
});

const piece = (...clips: ReadonlyArray<string>) => ({ span: { from: 0, to: 1 }, layers: clips.map(video) });

/** Decodes all files but those of some clips: one fails, one gives no frame. */
const context = (broken?: string, empty?: string) => ({
  folder: tmpdir(),
  signal,
  engine: {
    ...tools.engine,
    compose: ({ inputs: [input] }: ComposeRequest, { onFrames }: ComposeOptions) => {
      const path = input && 'path' in input ? input.path : '';
      if (path === `/${broken}.mp4`) return TE.left(FAILED);
      return TE.fromIO(() => onFrames?.(path === `/${empty}.mp4` ? 0 : 8));
    },
  },
});

const SCENES = new Map([[1, { nodes: ['a', 'c'], feeds: ['b'] }]]);

const failureOf = (failure: ComposeFailure, clips: ReadonlyArray<string>, broken?: string, empty?: string) =>
  pieceFailure(failure, piece(...clips), [], SCENES, context(broken, empty));

describe('The culprit of a piece that could not be encoded', () => {
  it('is the first video that can’t be decoded by itself', async () => {
    expect(await failureOf(FAILED, ['a', 'b', 'c'], 'b')).to.deep.equal({ ...DAMAGED, clip: 'b' });
    expect(await failureOf(FAILED, ['a', 'b', 'c'], 'c', 'b')).to.deep.equal({ ...DAMAGED, clip: 'b' });
  });

  it('is the only video, even if its beginning can be decoded', async () => {
    expect(await failureOf(FAILED, ['a'])).to.deep.equal({ ...DAMAGED, clip: 'a' });
  });

  it('is not called damaged if the process ended without a result', async () => {
    const ended = { ...FAILED, message: ENGINE_ENDED };
    expect(await failureOf(ended, ['a'])).to.deep.equal({ ...DAMAGED, message: ENGINE_ENDED, clip: 'a' });
  });

  it('exceeds a limit if the piece did', async () => {
    expect(await failureOf(EXCEEDED, ['a', 'b'], 'a')).to.deep.equal({ ...BEYOND_LIMITS, clip: 'a' });
  });

  it('is unknown if several videos can be decoded, or there is none', async () => {
    const message = 'the picture could not be encoded';
    for (const clips of [['a', 'b'], []]) {
      expect(await failureOf(FAILED, clips)).to.deep.equal({
        _tag: 'EncodingFailed',
        message,
        retryable: false,
      });
      expect(await failureOf(EXCEEDED, clips)).to.deep.equal({
        _tag: 'LimitExceeded',
        stage: 'encode',
        message: `${message}: it exceeded a limit of time, memory or size`,
      });
    }
  });

  it('is the clip that was being drawn or decoded', async () => {
    expect(await failureOf({ ...FAILED, at: { input: 1, node: 1 } }, ['a'])).to.deep.equal({
      _tag: 'DrawingFailed',
      message: 'the picture could not be drawn',
      clip: 'c',
    });
    expect(await failureOf({ ...FAILED, at: { input: 1, feed: 0 } }, ['a'])).to.deep.equal({
      ...DAMAGED,
      clip: 'b',
    });
    expect(await failureOf({ ...FAILED, at: { input: 0, node: 0 } }, ['a'])).to.deep.equal({
      ...DAMAGED,
      clip: 'a',
    });
  });

  it('is not searched for if a file of the render is missing: then the media is not to blame', async () => {
    const files = [import.meta.filename, `${import.meta.filename}.missing`];
    const failure = await pieceFailure(FAILED, piece('a'), files, SCENES, context('a'));
    expect(failure)
      .to.deep.include({ _tag: 'EncodingFailed', retryable: true })
      .and.not.have.property('clip');
  });

  it('is not searched for if the render was stopped', async () => {
    expect(await failureOf({ _tag: 'Stopped' }, ['a'], 'a')).to.deep.equal({ _tag: 'Stopped' });
  });
});
