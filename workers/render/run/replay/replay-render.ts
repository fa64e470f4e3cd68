import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { ObjectStorage } from '../../../../application/ports/object-storage.js';
import type { EncoderSettings, RenderOutput } from '../../../../domain/render/render-output.js';
import { RenderError } from '../../../../domain/render/failure-cause.js';
import {
  type ReplayedFile,
  type ReplayVerdict,
  verdictOf,
} from '../../../../domain/render/replay-verdict.js';
import type { Render } from '../../../../domain/render/state.js';
import {
  type RenderedFile,
  type RenderHooks,
  renderTask,
  type RenderTask,
  type Replayer,
} from '../../ports/renderer.js';
import type { SourcePins } from '../../../../application/ports/source-pins.js';
import { type RenderDependencies, type RenderSettings, createWorkFolder } from '../context.js';
import { valueOf } from '../failures.js';
import { sizeAndHash } from '../outputs/finish-output.js';
import { hardwareOf } from '../../compose/hardware-encoders.js';
import { mediaRenderer } from '../run-render.js';
import { withinTime } from '../tasks.js';
import { changedTools, type ComparedFile, compareFile, type StoredFile } from './compare-files.js';
import { localAssets, recordedSources } from './recorded-sources.js';
import { H264_QUALITIES, type H264Settings } from '../../compose/h264-qualities.js';

export interface ReplayDependencies extends RenderDependencies {
  readonly pins: SourcePins;
  readonly storage: Pick<ObjectStorage, 'get'>;
}

interface Replaying {
  readonly dependencies: ReplayDependencies;
  readonly settings: RenderSettings;
  readonly folder: string;
  readonly hooks: Pick<RenderHooks, 'inSlot' | 'signal'>;
}

/** Replays renders with the code that renders them, and without the cache of earlier renders. */
export const mediaReplayer = (dependencies: ReplayDependencies, settings: RenderSettings): Replayer => ({
  replay: (render, hooks) => async () => {
    const folder = await createWorkFolder(settings.workRoot);
    try {
      return E.right(await replayed(render, { dependencies, settings, folder: folder.path, hooks }));
    } catch (error) {
      if (hooks.signal.aborted) return E.left({ _tag: 'Stopped' });
      if (error instanceof RenderError) return E.left(error.cause);
      throw error;
    } finally {
      await folder.dispose();
    }
  },
});

const replayed = async (render: Render, replaying: Replaying): Promise<ReplayVerdict> => {
  const { dependencies, settings, folder, hooks } = replaying;
  if (!render.completed) throw new RangeError('only a completed render can be replayed');
  const { output, provenance } = render.completed;
  const { assets, lost } = await withinTime(
    { doing: 'downloads', ms: settings.fetchMs },
    hooks.signal,
    (signal) =>
      recordedSources(provenance.sources, dependencies, {
        signal,
        folder,
        budget: { remainingBytes: settings.fetchBytes },
        owner: render.ownerId,
      }),
  );
  if (lost.length > 0) return { result: 'source-unavailable', sources: lost };
  const { sharedCache: _sharedCache, pins: _pins, hardware, ...rest } = dependencies;
  const wasHardware = hardwareOf(provenance.encoder?.video['c:v']) !== undefined;
  const byUrl = new Map(assets.map((asset) => [asset.url, asset]));
  const renderer = mediaRenderer(
    { ...rest, ...(hardware && wasHardware ? { hardware } : {}), assets: localAssets(byUrl) },
    { ...settings, ...recordedH264(provenance.encoder), copiesStretches: output.copiedFrames !== undefined },
  );
  const made = await valueOf(
    renderer.render(taskOf(render, render.completed), {
      ...hooks,
      onProgress: () => undefined,
      onCaptioned: async () => undefined,
    }),
  );
  try {
    const files = await hooks.inSlot(() => comparedFiles(output, made, replaying));
    return verdictOf(files, changedTools(provenance, made.provenance));
  } finally {
    await made.dispose();
  }
};

/** The task of the render, with the words that were transcribed then and the recorded keys of its files. */
const taskOf = (
  render: Render,
  { output: { key }, provenance: { encoder } }: NonNullable<Render['completed']>,
): RenderTask => {
  const { video, captionedClips } = render;
  const { composition } = video;
  const { quality, ...task } = renderTask(render, key.slice(0, key.lastIndexOf('.')));
  return {
    ...task,
    composition: captionedClips ? { ...composition, clips: captionedClips } : composition,
    // The recorded encoder settings are more precise: the meaning of a named quality may change.
    ...(quality && !encoder ? { quality } : {}),
  };
};

const comparedFiles = async (
  output: RenderOutput,
  made: RenderedFile,
  replaying: Replaying,
): Promise<ReadonlyArray<ReplayedFile>> => {
  const { dependencies, folder, hooks } = replaying;
  const first = { role: 'output', format: output.format ?? 'mp4' };
  const recorded: ReadonlyArray<ComparedFile & { readonly key: string }> = [
    { ...output, ...first },
    ...(output.files ?? []),
  ];
  const replayed: ReadonlyArray<ComparedFile & { readonly path: string }> = [
    { ...made.output, ...first, path: made.path },
    ...made.files.map(({ path, file }) => ({ ...file, path })),
  ];
  const files: ReplayedFile[] = [];
  for (const [index, file] of recorded.entries()) {
    const stored = await storedFile(file, index, replaying);
    const again = replayed[index];
    files.push(
      again
        ? await compareFile({ recorded: file, replayed: again }, stored, again.path, {
            engine: dependencies.engine,
            folder,
            signal: hooks.signal,
          })
        : { role: file.role, format: file.format, stored: stored.state, comparison: 'different' },
    );
  }
  return files;
};

/** The state of the stored copy of a file. */
const storedFile = async (
  { key, sha256 }: { readonly key: string; readonly sha256: string },
  index: number,
  { dependencies, folder }: Replaying,
): Promise<StoredFile> => {
  const path = join(folder, `recorded-${index}`);
  const found = await dependencies.storage.get(key, path)();
  if (E.isLeft(found)) throw new RenderError({ _tag: 'StorageFailed' });
  if (!found.right) return { state: 'gone' };
  const now = await sizeAndHash(path);
  return now.sha256 === sha256 ? { state: 'kept', path } : { state: 'changed' };
};

/**
 * The recorded H.264 settings of a render, as the defaults may have changed since. Undefined for renders that recorded
 * none.
 */
export const recordedH264 = (encoder: EncoderSettings | undefined): H264Settings | undefined => {
  const { preset, crf } = encoder?.video ?? {};
  if (preset === undefined || crf === undefined) return undefined;
  const named = Object.values(H264_QUALITIES).find(
    (quality) => quality.preset === preset && quality.crf === Number(crf),
  );
  return named ?? { preset, crf: Number(crf), parameters: '' };
};
