import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as E from 'fp-ts/lib/Either.js';
import type { ContentCredentials } from '../../workers/render/ports/content-credentials.js';
import type { AssetSource } from '../../workers/render/ports/asset-source.js';
import type { RenderedFile, RenderHooks } from '../../workers/render/ports/renderer.js';
import type { Transcriber } from '../../workers/render/ports/transcriber.js';
import { countClips, withClipIds } from '../../domain/composition/clip-ids.js';
import type { Composition } from '../../domain/composition/composition.js';
import type { Output } from '../../domain/composition/format/output.js';
import { CreateVideoBody } from '../../domain/composition/requests.js';
import { resolveComposition } from '../../domain/composition/resolve/resolve.js';
import type { ResolvedComposition } from '../../domain/composition/resolve/resolved.js';
import type { OwnerId, RenderId } from '../../domain/ids.js';
import type { RenderFailure } from '../../domain/render/events.js';
import { recordedFailure } from '../../domain/render/failure-cause.js';
import { localAddress, localAssets } from '../../infrastructure/sources/local-assets.js';
import { mediaTools } from '../../infrastructure/rendering/ffmpeg/tools.js';
import { renderFrame } from '../../workers/render/run/render-frame.js';
import { DEFAULT_SETTINGS, type RenderSettings } from '../../workers/render/run/render-settings.js';
import type { Reusing } from '../../workers/render/run/reuse.js';
import type { RenderDependencies } from '../../workers/render/run/context.js';
import { mediaRenderer } from '../../workers/render/run/run-render.js';

const run = promisify(execFile);

/** A folder for the media of one test file. */
export interface Studio {
  readonly folder: string;
  /** Creates a media file in the folder with ffmpeg; `options` go between the inputs' options and the path. */
  readonly make: (name: string, ...options: string[]) => Promise<string>;
  readonly dispose: () => Promise<void>;
}

export const openStudio = async (): Promise<Studio> => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-'));
  return {
    folder,
    make: async (name, ...options) => {
      const path = join(folder, name);
      await run('ffmpeg', ['-v', 'error', '-y', ...options, path]);
      return path;
    },
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
};

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
  readonly credentials?: ContentCredentials;
  /** Left out: everything is made again. */
  readonly reusing?: Reusing;
  readonly ownerId?: string;
}

/** The real adapters. */
export const tools = mediaTools(join(tmpdir(), 'framewright-test-pictures'));

/** The settings of renders in the folder of a studio. */
export const settingsFor = ({ folder }: Studio, settings: Partial<RenderSettings> = {}): RenderSettings => ({
  ...DEFAULT_SETTINGS,
  workRoot: join(folder, 'work'),
  ...settings,
});

/** What renders of the media in a studio's folder need. */
export const toolsFor = (studio: Studio): RenderDependencies => ({
  ...tools,
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
    credentials,
    reusing,
    ownerId = '00000000-0000-7000-8000-000000000001',
    assets = localAssets(studio.folder),
  }: RenderCall = {},
): Promise<E.Either<RenderFailure, RenderedFile>> =>
  E.mapLeft(recordedFailure)(
    await mediaRenderer(
      {
        ...tools,
        assets,
        transcriber,
        ...(credentials ? { credentials } : {}),
        ...(reusing ? { reusing } : {}),
      },
      settingsFor(studio, settings),
    ).render(
      {
        renderId: '00000000-0000-7000-8000-000000000000' as RenderId,
        ownerId: ownerId as OwnerId,
        composition,
        stem: 'output',
        ...(outputs ? { outputs } : {}),
        ...(captions ? { captions } : {}),
      },
      {
        onProgress: () => undefined,
        onTranscribed: async () => undefined,
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

/** Pixels of one frame, three bytes each. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly at: (x: number, y: number) => readonly [number, number, number];
  readonly data: Buffer;
}

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
  const [picture] = await decodeFrames(path);
  if (!picture) throw new Error('no frame was drawn');
  return picture;
};

/** All frames of a file in RGB, or those selected by `select` (an ffmpeg expression of n). */
export const decodeFrames = async (path: string, select = '1'): Promise<ReadonlyArray<Picture>> => {
  const { stdout: size } = await run('ffprobe', [
    '-v',
    'error',
    '-select_streams',
    'v:0',
    '-show_entries',
    'stream=width,height',
    '-of',
    'csv=p=0',
    path,
  ]);
  const [width = 0, height = 0] = size.trim().split(',').map(Number);
  const { stdout } = await run(
    'ffmpeg',
    [
      '-v',
      'error',
      '-i',
      path,
      '-vf',
      `select='${select}',scale=in_color_matrix=bt709:flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp,format=rgb24`,
      '-fps_mode',
      'passthrough',
      '-f',
      'rawvideo',
      '-',
    ],
    { encoding: 'buffer', maxBuffer: 2 ** 31 },
  );
  const bytes = width * height * 3;
  return Array.from({ length: Math.floor(stdout.length / bytes) }, (_, index) => {
    const data = stdout.subarray(index * bytes, (index + 1) * bytes);
    const at = (x: number, y: number): readonly [number, number, number] => {
      const p = (y * width + x) * 3;
      return [data[p] ?? 0, data[p + 1] ?? 0, data[p + 2] ?? 0];
    };
    return { width, height, at, data };
  });
};

/** The frames that ffmpeg writes with these options, `bytes` long each, as RGB. */
export const pixelsOf = async (bytes: number, ...options: string[]): Promise<ReadonlyArray<Buffer>> => {
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', ...options, '-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'],
    { encoding: 'buffer', maxBuffer: 2 ** 31 },
  );
  const count = Math.floor(stdout.length / bytes);
  return Array.from({ length: count }, (_, index) => stdout.subarray(index * bytes, (index + 1) * bytes));
};

/** The sound of a file as interleaved 48 kHz stereo floats. */
export const decodeSound = async (path: string): Promise<Float32Array> => {
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', '-i', path, '-vn', '-ac', '2', '-ar', '48000', '-f', 'f32le', '-'],
    { encoding: 'buffer', maxBuffer: 2 ** 31 },
  );
  return new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.byteLength));
};

/** The ffprobe report of a file. */
export const probeOutput = async (
  path: string,
): Promise<{ streams: Record<string, string | number>[]; format: Record<string, string> }> => {
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-show_streams',
    '-show_format',
    '-of',
    'json',
    path,
  ]);
  return JSON.parse(stdout) as { streams: Record<string, string | number>[]; format: Record<string, string> };
};

/** Runs ffmpeg and returns its output. */
export const ffmpegSays = async (...options: string[]): Promise<string> => {
  const { stdout, stderr } = await run('ffmpeg', options, { maxBuffer: 2 ** 28 });
  return stdout + stderr;
};

/** A composition without automatic values, as it is planned. */
export const resolvedOf = (composition: Composition): ResolvedComposition => {
  const resolved = resolveComposition(composition, { media: new Map(), texts: new Map() });
  if (E.isLeft(resolved)) throw new Error(resolved.left.problem);
  return resolved.right;
};
