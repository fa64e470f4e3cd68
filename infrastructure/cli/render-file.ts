/**
 * `npm run render -- project.json out.mp4 [--frame MS]`: renders the body of `POST /v1/videos` in a file without the
 * service, with the same code, settings and caches. Sources may also be paths relative to the project's folder. Variables have
 * their defaults. With `--frame`, the output is a PNG of the frame shown at that time.
 */
import { statSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, parse, resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import * as E from 'fp-ts/lib/Either.js';
import type { AssetSource } from '../../workers/render/ports/asset-source.js';
import { CreateVideoBody } from '../../domain/composition/requests.js';
import type { Composition } from '../../domain/composition/composition.js';
import { countClips, withClipIds } from '../../domain/composition/clips/clip-ids.js';
import { filledTemplate } from '../../domain/template/merge.js';
import type { OwnerId, RenderId } from '../../domain/ids.js';
import { type FailureCause, recordedFailure, RenderError } from '../../domain/render/failure-cause.js';
import { renderFrame } from '../../workers/render/run/previews/render-frame.js';
import { mediaRenderer } from '../../workers/render/run/run-render.js';
import { CachedContent } from '../sources/asset-cache.js';
import { assetDownloads } from '../sources/downloads.js';
import { fairSemaphore } from '../../application/permits/fair-semaphore.js';
import { SHARED } from '../../application/permits/shared-resources.js';
import { speechFromConfig } from '../rendering/speech/speech-from-config.js';
import { withSpokenTexts } from '../sources/spoken-texts.js';
import { localFiles } from '../storage/local-files.js';
import { contentCache } from '../storage/content-cache.js';
import { isLocalAddress, localAddress, localAssets } from '../sources/local-assets.js';
import { mediaTools } from '../rendering/ffmpeg/tools.js';
import { guardedAgents } from '../net/guarded-agents.js';
import { abilities } from '../machine/sandbox/abilities.js';
import { sandboxReport } from '../machine/sandbox/sandbox-report.js';
import { interruptible } from './interruptible.js';
import { endProgress, showProgress } from './progress-bar.js';
import { withSources } from '../platform/shipped-samples.js';
import { configOrExit } from '../processes/parts/config-or-exit.js';
import { downloadLimits, configuredRenderSettings } from '../processes/parts/render-limits.js';
import { sharedCacheFromConfig } from '../processes/parts/reused-pieces.js';

const milliseconds = (text: string): number => {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw new InvalidArgumentError('must be a time in ms');
  return value;
};

const command = new Command('render')
  .argument('<project.json>', 'the video: metadata and clips')
  .argument('<output>', 'MP4 to write, or PNG with --frame')
  .option('--frame <ms>', 'write only the frame shown at this time', milliseconds)
  .parse();

const [projectPath = '', outputPath = ''] = command.args;
const { frame } = command.opts<{ frame?: number }>();

const fail = (message: string): never => {
  console.error(message);
  process.exit(1);
};

const messageOf = (cause: FailureCause): string => {
  const { clip, message } = recordedFailure(cause);
  return clip ? `${clip}: ${message}` : message;
};

/** Paths become URLs, because the format only accepts URLs. */
const addressOf = (source: string): string =>
  source === '' || /^https?:/i.test(source) ? source : localAddress(source);

const readProject = async (): Promise<Composition> => {
  const project = withSources(JSON.parse(await readFile(projectPath, 'utf8')), addressOf);
  const result = CreateVideoBody.decode(project);
  if (E.isLeft(result))
    return fail(result.left.map(({ message }) => message ?? 'not a valid video').join('\n'));
  const ids = Array.from({ length: countClips(result.right.clips) }, (_, index) => `clip-${index}`);
  const filled = filledTemplate({ ...result.right, clips: withClipIds(result.right.clips, [], ids) }, {});
  return E.isRight(filled) ? filled.right : fail(filled.left.problems.join('\n'));
};

for (const warning of sandboxReport(abilities(), false).warnings) console.error(`Warning: ${warning}`);

const composition = await readProject();
const known = configOrExit();
/**
 * Where it keeps what it can use again: with the service, or, if DATA_DIR is another account's, with its own account. The
 * service could not use what root writes.
 */
const owner = statSync(known.dataDir, { throwIfNoEntry: false })?.uid ?? process.getuid?.();
const config =
  owner === process.getuid?.() ? known : { ...known, dataDir: join(homedir(), '.cache', 'framewright') };
const agents = guardedAgents({ allowedPrivateHosts: config.allowedPrivateHosts });
const downloads = assetDownloads({
  agents,
  cache: contentCache(CachedContent, join(config.dataDir, 'cache', 'assets'), config.assetCacheBytes),
  limits: downloadLimits(config),
});
const files = localAssets(dirname(resolve(projectPath)));
const assets: AssetSource = withSpokenTexts(
  {
    engine: speechFromConfig(config, (message) => console.error(`Warning: ${message}`)),
    storage: localFiles(join(config.dataDir, 'sources')),
    permits: fairSemaphore(SHARED.speech),
  },
  { fetch: (url, options) => (isLocalAddress(url) ? files : downloads).fetch(url, options) },
);
const workRoot = join(tmpdir(), 'framewright-render');
const { close: closeTools, ...tools } = mediaTools(workRoot);
const dependencies = { ...tools, ...sharedCacheFromConfig(config), assets, transcriber: undefined };
const settings = { ...configuredRenderSettings(config), workRoot };

/** Writes the frame shown at `time` (ms) to the output. */
const writeFrame = async (time: number, signal: AbortSignal): Promise<E.Either<string, undefined>> => {
  try {
    await renderFrame(dependencies, settings, composition, time, resolve(outputPath), signal);
    return E.right(undefined);
  } catch (error) {
    return E.left(error instanceof RenderError ? messageOf(error.cause) : String(error));
  }
};

/** Writes the video to the output, its other files beside it and its description to standard output. */
const writeVideo = async (signal: AbortSignal): Promise<E.Either<string, undefined>> => {
  const rendered = await mediaRenderer(dependencies, settings).render(
    {
      renderId: 'local' as RenderId,
      ownerId: 'local' as OwnerId,
      composition,
      stem: parse(outputPath).name,
    },
    {
      onProgress: showProgress,
      onCaptioned: async () => undefined,
      inSlot: (work) => work(),
      signal,
    },
  )();
  endProgress();
  if (E.isLeft(rendered)) return E.left(messageOf(rendered.left));
  const { path, files, output, provenance, dispose } = rendered.right;
  await copyFile(path, resolve(outputPath));
  for (const { path: from, file } of files)
    await copyFile(from, join(dirname(resolve(outputPath)), file.key));
  await dispose();
  console.log(JSON.stringify({ ...output, ...provenance }, undefined, 2));
  return E.right(undefined);
};

const written = await interruptible((signal) =>
  frame === undefined ? writeVideo(signal) : writeFrame(frame, signal),
);
await closeTools();
agents.destroy();
if (E.isLeft(written)) fail(written.left);
