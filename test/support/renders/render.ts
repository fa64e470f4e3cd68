import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as E from 'fp-ts/lib/Either.js';
import sharp from 'sharp';
import type { ContentCredentials } from '../../../workers/render/ports/content-credentials.js';
import type { MediaEngine } from '../../../workers/render/ports/media-engine.js';
import type { MediaEncoder } from '../../../workers/render/ports/media-encoder.js';
import type { HardwareEncoding } from '../../../workers/render/run/pieces/hardware-encoding.js';
import type { AssetSource } from '../../../workers/render/ports/asset-source.js';
import type { RenderedFile, RenderHooks } from '../../../workers/render/ports/renderer.js';
import type { SourcePins } from '../../../application/ports/source-pins.js';
import type { Transcriber } from '../../../workers/render/ports/transcriber.js';
import { countClips, withClipIds } from '../../../domain/composition/clips/clip-ids.js';
import type { Composition } from '../../../domain/composition/composition.js';
import type { Output } from '../../../domain/composition/fields/output.js';
import { CreateVideoBody } from '../../../domain/composition/requests.js';
import { resolveComposition } from '../../../domain/composition/resolve/resolve.js';
import type { ResolvedComposition } from '../../../domain/composition/resolve/resolved.js';
import type { OwnerId, RenderId, VideoId } from '../../../domain/ids.js';
import type { RenderFailure } from '../../../domain/render/render-failure.js';
import type { RenderQuality } from '../../../domain/render/events.js';
import { recordedFailure } from '../../../domain/render/failure-cause.js';
import { localAddress, localAssets } from '../../../infrastructure/sources/local-assets.js';
import { renderFrame } from '../../../workers/render/run/previews/render-frame.js';
import { type Picture, pictureOf } from '../pictures/decoded-media.js';
import { sandboxedTools, tools, workerTools } from './render-tools.js';
import {
  DEFAULT_SETTINGS,
  type RenderSettings,
  type RenderDependencies,
} from '../../../workers/render/run/context.js';
import type { SharedCache } from '../../../workers/render/run/pieces/reuse.js';
import { mediaRenderer } from '../../../workers/render/run/run-render.js';
import { forSuite } from '../for-suite.js';

const run = promisify(execFile);

/** A folder for the media of one test file. */
export interface Studio {
  readonly folder: string;
  /** Creates a media file in the folder with ffmpeg; `options` go between the inputs' options and the path. */
  readonly make: (name: string, ...options: string[]) => Promise<string>;
  /** What its renders use, by default what a worker does. */
  readonly tools?: typeof tools;
  readonly dispose: () => Promise<void>;
}

/**
 * @param sandboxed whether images are decoded and texts drawn in sandboxed processes, as in a worker. Tests of what is drawn
 *   do without: the same code draws.
 */
export const openStudio = async ({ sandboxed = false } = {}): Promise<Studio> => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-'));
  return {
    folder,
    tools: sandboxed ? sandboxedTools : tools,
    make: async (name, ...options) => {
      const path = join(folder, name);
      await run('ffmpeg', ['-v', 'error', '-y', ...options, path]);
      return path;
    },
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
};

/** A studio for the tests of a suite. */
export const studioForSuite = (options?: Parameters<typeof openStudio>[0]): Studio =>
  forSuite(
    () => openStudio(options),
    ({ dispose }) => dispose(),
  );

const withLocalSources = (clip: object): object => ({
  ...clip,
  ...('source' in clip && typeof clip.source === 'string' && !/^https?:/.test(clip.source)
    ? { source: localAddress(clip.source) }
    : {}),
  ...('waveformProperties' in clip
    ? { waveformProperties: withLocalSources(clip.waveformProperties as object) }
    : {}),
  ...('clips' in clip && Array.isArray(clip.clips) ? { clips: clip.clips.map(withLocalSources) } : {}),
});

/** A composition as a client would send it; sources may also be paths. */
export const compositionOf = (metadata: object, clips: ReadonlyArray<object>): Composition => {
  const local = clips.map(withLocalSources);
  const whole =
    'soundtrack' in metadata ? { soundtrack: withLocalSources(metadata.soundtrack as object) } : {};
  const body = CreateVideoBody.decode({ metadata: { name: 'test', ...metadata, ...whole }, clips: local });
  if (E.isLeft(body)) throw new Error(body.left.map(({ message }) => message).join('\n'));
  return {
    ...body.right,
    clips: withClipIds(
      body.right.clips,
      [],
      Array.from({ length: countClips(body.right.clips) }, (_, index) => `clip-${index}`),
    ),
  };
};

export interface RenderCall {
  readonly settings?: Partial<RenderSettings>;
  readonly hooks?: Partial<RenderHooks>;
  readonly transcriber?: Transcriber;
  /** Where sources come from, instead of the studio's folder. */
  readonly assets?: AssetSource;
  readonly captions?: { readonly languageCode: 'en' };
  readonly outputs?: ReadonlyArray<Output>;
  readonly quality?: RenderQuality;
  readonly credentials?: ContentCredentials;
  /** Absent: nothing is reused. */
  readonly sharedCache?: SharedCache;
  readonly pins?: SourcePins;
  /** Instead of the ffmpeg of this machine. */
  readonly encoder?: MediaEncoder;
  readonly engine?: MediaEngine;
  /** Absent: x264 encodes. */
  readonly hardware?: HardwareEncoding;
  readonly ownerId?: string;
  /** The version that is rendered, for content credentials. */
  readonly video?: { readonly videoId: VideoId; readonly version: number };
}

/** The settings of renders in the folder of a studio. */
export const settingsFor = ({ folder }: Studio, settings: Partial<RenderSettings> = {}): RenderSettings => ({
  ...DEFAULT_SETTINGS,
  workRoot: join(folder, 'work'),
  ...settings,
});

const toolsOf = (studio: Studio) => studio.tools ?? workerTools;

/** What renders of the media in a studio's folder need. */
export const toolsFor = (studio: Studio): RenderDependencies => ({
  ...toolsOf(studio),
  assets: localAssets(studio.folder),
  transcriber: undefined,
});

/** Renders with the real adapters; returns the outcome, a failure as it is recorded. */
export const tryRender = async (
  studio: Studio,
  composition: Composition,
  {
    settings,
    hooks,
    transcriber,
    captions,
    outputs,
    quality,
    credentials,
    sharedCache,
    pins,
    encoder,
    engine,
    hardware,
    video,
    ownerId = '00000000-0000-7000-8000-000000000001',
    assets = localAssets(studio.folder),
  }: RenderCall = {},
): Promise<E.Either<RenderFailure, RenderedFile>> =>
  E.mapLeft(recordedFailure)(
    await mediaRenderer(
      {
        ...toolsOf(studio),
        assets,
        transcriber,
        ...(encoder ? { encoder } : {}),
        ...(engine ? { engine } : {}),
        ...(hardware ? { hardware } : {}),
        ...(credentials ? { credentials } : {}),
        ...(sharedCache ? { sharedCache } : {}),
        ...(pins ? { pins } : {}),
      },
      settingsFor(studio, settings),
    ).render(
      {
        renderId: '00000000-0000-7000-8000-000000000000' as RenderId,
        ownerId: ownerId as OwnerId,
        composition,
        stem: 'output',
        ...(outputs ? { outputs } : {}),
        ...(video ? { video } : {}),
        ...(quality ? { quality } : {}),
        ...(captions ? { captions } : {}),
      },
      {
        onProgress: () => undefined,
        onCaptioned: async () => undefined,
        inSlot: (work) => work(),
        signal: new AbortController().signal,
        ...hooks,
      },
    )(),
  );

/** Renders with the real adapters; a failure fails the test with its message. */
export const render = async (
  studio: Studio,
  composition: Composition,
  call: RenderCall = {},
): Promise<RenderedFile> => {
  const result = await tryRender(studio, composition, call);
  if (E.isLeft(result)) throw new Error(JSON.stringify(result.left));
  return result.right;
};

/** Writes the frame shown at `ms` as PNG, without encoding it. */
export const renderFrameTo = (
  path: string,
  studio: Studio,
  composition: Composition,
  ms: number,
): Promise<void> =>
  renderFrame(toolsFor(studio), settingsFor(studio), composition, ms, path, new AbortController().signal);

/** Draws the frame shown at `ms` without encoding it. */
export const drawFrame = async (studio: Studio, composition: Composition, ms: number): Promise<Picture> => {
  const path = join(studio.folder, `frame-${Math.random().toString(36).slice(2)}.png`);
  await renderFrameTo(path, studio, composition, ms);
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return pictureOf(info.width, info.height, data);
};

/** A composition without automatic values, as it is planned. */
export const resolvedOf = (composition: Composition): ResolvedComposition => {
  const resolved = resolveComposition(composition, { media: new Map(), texts: new Map() });
  if (E.isLeft(resolved)) throw new Error(resolved.left.problem);
  return resolved.right;
};
