import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { LentSource } from '../../../../application/ports/piece-exchange.js';
import { RenderError } from '../../../../domain/render/failure-cause.js';
import type { Render } from '../../../../domain/render/state.js';
import type { RenderHooks } from '../../ports/renderer.js';
import { H264_QUALITIES } from '../../compose/h264-qualities.js';
import { sourceUses } from '../../plan/source-uses.js';
import type { SourcePins } from '../../../../application/ports/source-pins.js';
import type { RenderDependencies } from '../context.js';
import { encodePiece, piecesAtOnce } from '../pieces/encode.js';
import { fetchSources } from '../sources/fetch-sources.js';
import { sha256OfText } from '../tasks/file-hashes.js';
import { openView, type OpenedView } from '../outputs/compose-view.js';
import { plannedFiles } from '../outputs/output-files.js';
import { viewContext, viewGroups } from '../outputs/view-groups.js';
import { prepareRender } from '../render-fetched.js';
import type { RenderSettings } from '../render-settings.js';
import { captionedComposition, renderTask } from '../render-task.js';
import { contextOf, reuseOf } from '../render-work.js';
import { givenAssets } from '../replay/given-assets.js';
import { recordedSources } from '../replay/recorded-sources.js';
import { stopwatch } from '../tasks/stopwatch.js';
import type { WorkFolder } from '../tasks/work-folder.js';

export interface HelpNeeds extends RenderDependencies {
  readonly pins: SourcePins;
}

/** A render that is prepared as far as encoding any of its pieces needs. */
export interface Help {
  /**
   * Encodes the piece with this key, or takes it from an earlier render.
   * @returns its file, or undefined if the render has no such piece here
   */
  readonly make: (
    key: string,
    onFrames: (frames: number) => void,
    signal: AbortSignal,
  ) => Promise<string | undefined>;
  /** How many pieces are encoded at once where this one is; 1 if the render has no such piece here. */
  readonly atOnce: (key: string) => Promise<number>;
  /** Resolves when the files are no longer needed for later renders. */
  readonly settled: () => Promise<void>;
}

/** The sources that a render has here, with the content that the lender has. Throws RenderError if they differ. */
const lentSources = async (
  composition: Render['video']['composition'],
  lent: ReadonlyArray<LentSource>,
  needs: HelpNeeds,
  { fetchBytes }: RenderSettings,
  { folder, signal }: { readonly folder: string; readonly signal: AbortSignal },
) => {
  const byUrl = new Map(lent.map((source) => [source.urlHash, source]));
  const urls = new Set(
    sourceUses(composition).flatMap(({ from }) => (from._tag === 'Url' ? [from.url] : [])),
  );
  const recorded = [...urls].flatMap((url) => {
    const { sha256, bytes } = byUrl.get(sha256OfText(url)) ?? {};
    return sha256 === undefined || bytes === undefined ? [] : [{ url, sha256, bytes }];
  });
  const budget = { remainingBytes: fetchBytes };
  const { assets, lost } = await recordedSources(recorded, needs, { signal, folder, budget });
  if (lost.length === 0 && recorded.length === urls.size) return assets;
  throw new RenderError({
    _tag: 'DownloadFailed',
    message: 'a source differs from that of the worker that asks for help',
    retryable: false,
  });
};

/**
 * Does for a render of another worker what precedes encoding, with the sources that the other worker has. Throws
 * RenderError, or the reason of an aborted `signal`.
 */
export const prepareHelp = async (
  render: Render,
  lent: ReadonlyArray<LentSource>,
  needs: HelpNeeds,
  defaults: RenderSettings,
  folder: WorkFolder,
  signal: AbortSignal,
): Promise<Help> => {
  const task = { ...renderTask(render, 'lent'), composition: captionedComposition(render) };
  const settings = { ...defaults, ...(task.quality ? H264_QUALITIES[task.quality] : {}) };
  const sources = join(folder.path, 'lent-sources');
  await mkdir(sources, { mode: 0o700 });
  const assets = await lentSources(task.composition, lent, needs, settings, { folder: sources, signal });
  const hooks: RenderHooks = {
    signal,
    onProgress: () => undefined,
    onCaptioned: async () => undefined,
    inSlot: (work) => work(),
  };
  const work = {
    task,
    hooks,
    needs: { ...needs, assets: givenAssets(new Map(assets.map((asset) => [asset.url, asset]))) },
    settings,
    folder,
    watch: stopwatch(needs.inStage),
    progress: () => undefined,
  };
  const fetched = await fetchSources(task.composition, settings, contextOf(work, signal));
  const reuse = await reuseOf(work, fetched);
  const { material, outputs, context } = await prepareRender(work, fetched, reuse, signal);
  const groups = viewGroups(plannedFiles(outputs, task.stem), material);

  const opened: OpenedView[] = [];
  /** The piece of a view; views are opened in order until one has it. */
  const find = async (key: string): Promise<readonly [OpenedView, number] | undefined> => {
    for (const [number, { view, codecFor, isDirect }] of groups.entries()) {
      if (!isDirect) continue;
      const one = (opened[number] ??= await openView(
        material,
        view,
        codecFor,
        await viewContext(context, number),
      ));
      const index = one.pieces.findIndex((piece) => piece.key === key);
      if (index >= 0) return [one, index];
    }
    return undefined;
  };
  /** Files that several pieces need are painted once. */
  const oneByOne = pLimit(1);
  const findOnce = (key: string) => oneByOne(() => find(key));

  return {
    atOnce: async (key) => {
      const [view] = (await findOnce(key)) ?? [];
      return view ? piecesAtOnce(view.encoding.codec, settings.parallelPieces) : 1;
    },
    make: async (key, onFrames, signal) => {
      const found = await findOnce(key);
      if (!found) return undefined;
      const [{ encoding, pieces, paint }, index] = found;
      const piece = encoding.plan.pieces[index];
      const { output, isTaken } = pieces[index] ?? {};
      if (!piece || output === undefined) throw new RangeError('every piece is looked up');
      if (isTaken) return output;
      await oneByOne(() => paint([piece]));
      await encodePiece(encoding, { index, output }, onFrames, { ...context, signal });
      reuse.keep(key, output);
      return output;
    },
    settled: reuse.settled,
  };
};
