import { constants } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { isRecord } from '../../../../domain/codec/json.js';
import { stored } from '../../../../domain/codec/stored.js';
import { clipsWithPaths } from '../../../../domain/composition/clips/clip-paths.js';
import type { Output } from '../../../../domain/composition/fields/output.js';
import type { Speech } from '../../../../domain/composition/fields/speech.js';
import type { Composition } from '../../../../domain/composition/composition.js';
import { RenderId } from '../../../../domain/ids.js';
import { outputKey } from '../../../../domain/render/output-key.js';
import { EncoderSettings, Provenance, RenderOutput } from '../../../../domain/render/render-output.js';
import { Fingerprint } from '../../../../domain/render/fingerprint.js';
import type { FetchedAsset } from '../../ports/asset-source.js';
import type { RenderTask } from '../../ports/renderer.js';
import { speechAddress } from '../sources/fetch-sources.js';
import type { RenderSettings } from '../context.js';
import type { Reuse } from '../pieces/reuse.js';
import type { UnsignedFiles } from './embed-credentials.js';

const { key: _key, ...facts } = RenderOutput.required;
const { files: _files, reusedFrames: _frames, reusedFrom: _from, ...optionalFacts } = RenderOutput.optional;

/** The note of a cached output. It has the paths of clips in place of their ids, which may differ next time. */
const OutputNote = stored(
  {
    renderId: RenderId,
    extension: RenderOutput.required.key,
    output: stored(facts, optionalFacts),
    fonts: Provenance.required.fonts,
  },
  { fingerprint: Fingerprint, encoder: EncoderSettings },
);
type OutputNote = ReturnType<typeof OutputNote.encode>;

/** Everything that determines the output of a render. */
interface OutputRequest {
  readonly composition: Composition;
  readonly outputs: ReadonlyArray<Output>;
  readonly assets: ReadonlyArray<FetchedAsset>;
  readonly settings: Pick<
    RenderSettings,
    'crf' | 'preset' | 'parameters' | 'hardware' | 'pieceSeconds' | 'copiesStretches'
  >;
}

/** The fields of a clip that hold ids of clips. */
const NAMES_CLIPS = new Set(['id', 'after', 'clip', 'when', 'from']);

/** The parts of a composition that its output depends on, with hashes of sources, and paths in place of clip ids. */
const contentOf = ({ composition, assets }: OutputRequest): unknown => {
  const hashes = new Map(assets.map(({ url, sha256 }) => [url, sha256]));
  const paths = new Map(clipsWithPaths(composition.clips).map(({ clip: { id }, at }) => [id, at]));
  const pathOf = (value: unknown): unknown =>
    typeof value === 'string' ? (paths.get(value) ?? value) : value;
  const { name: _, output: __, ...metadata } = composition.metadata;
  return JSON.parse(
    JSON.stringify({ metadata, clips: composition.clips }, (field, value: unknown) => {
      // The same text may have been spoken by another engine.
      if (field === 'speech' && isRecord(value))
        return { spoken: value, sha256: hashes.get(speechAddress(value as Speech)) };
      if (field === 'source' && typeof value === 'string') return hashes.get(value) ?? value;
      if (!NAMES_CLIPS.has(field)) return value;
      return Array.isArray(value) ? value.map(pathOf) : pathOf(value);
    }),
  );
};

const idsByPath = ({ clips }: Composition): ReadonlyMap<string, string> =>
  new Map(clipsWithPaths(clips).map(({ clip: { id }, at }) => [at, id]));

const withIds = (
  resolved: NonNullable<RenderOutput['resolved']>,
  ids: ReadonlyMap<string, string>,
): NonNullable<RenderOutput['resolved']> => ({
  ...resolved,
  clips: resolved.clips.map((clip) => ({ ...clip, id: ids.get(clip.id) ?? clip.id })),
});

export const outputKeyOf = (request: OutputRequest, reuse: Reuse): Promise<string | undefined> => {
  const { outputs, settings } = request;
  const { crf, preset, parameters, hardware, pieceSeconds, copiesStretches } = settings;
  // Undefined where x264 encodes, so that the key is that of earlier releases.
  const encoding = { crf, preset, parameters, hardware, pieceSeconds, copiesStretches };
  return reuse.keyOf('output', { content: contentOf(request), outputs, ...encoding });
};

/** The output that an earlier render of the same composition made, copied into the folder; undefined if not cached. */
export const earlierOutput = async (
  key: string | undefined,
  { composition, stem }: Pick<RenderTask, 'composition' | 'stem'>,
  folder: string,
  reuse: Reuse,
): Promise<UnsignedFiles | undefined> => {
  const [restored, path] = [join(folder, 'cached-output'), join(folder, 'earlier-output')];
  const cached = await reuse.restore(key, restored);
  const note = OutputNote.decode(cached?.note);
  if (E.isLeft(note)) return undefined;
  // The cache may have the same file under another name, but the storage accepts only files with a single name.
  await copyFile(restored, path, constants.COPYFILE_FICLONE);
  await rm(restored);
  const { output, renderId, extension, ...made } = note.right;
  const { resolved, bytes, sha256, ...facts } = output;
  const { format = 'mp4', frames } = facts;
  return {
    ...made,
    first: {
      path,
      file: { key: outputKey(stem, 0, extension), role: 'output', format, output: 0, bytes, sha256 },
    },
    further: [],
    facts: {
      ...facts,
      ...(resolved ? { resolved: withIds(resolved, idsByPath(composition)) } : {}),
      ...(frames > 0 ? { reusedFrames: frames } : {}),
      reusedFrom: renderId,
    },
  };
};

/**
 * Caches a copy of a finished file for later renders of the same composition, if it is the only file.
 * @param path the path of the file without credentials
 */
export const cacheOutput = async (
  key: string | undefined,
  { composition, renderId }: Pick<RenderTask, 'composition' | 'renderId'>,
  path: string,
  { first: { file }, further, facts: made, ...signing }: UnsignedFiles,
  reuse: Reuse,
): Promise<void> => {
  if (key === undefined || further.length > 0) return;
  const paths = new Map([...idsByPath(composition)].map(([at, id]) => [id, at]));
  const { bytes, sha256 } = file;
  const { resolved, reusedFrames: _, ...facts } = made;
  const note: OutputNote = {
    ...signing,
    renderId,
    extension: file.key.slice(file.key.lastIndexOf('.') + 1),
    output: { bytes, sha256, ...facts, ...(resolved ? { resolved: withIds(resolved, paths) } : {}) },
  };
  const copy = `${path}.cached`;
  const store = (): void => {
    reuse.hashes.remember(copy, sha256);
    reuse.store(key, copy, note);
  };
  await copyFile(path, copy, constants.COPYFILE_FICLONE).then(store, () => undefined);
  await reuse.settled();
  await rm(copy, { force: true });
};
