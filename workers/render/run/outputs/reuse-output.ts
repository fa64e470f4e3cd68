import { constants } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { isRecord } from '../../../../domain/codec/json.js';
import { stored } from '../../../../domain/codec/stored.js';
import { clipsWithPaths } from '../../../../domain/composition/clips/clip-paths.js';
import type { Output } from '../../../../domain/composition/format/output.js';
import type { Speech } from '../../../../domain/composition/format/speech.js';
import type { Composition } from '../../../../domain/composition/composition.js';
import { RenderId } from '../../../../domain/ids.js';
import { EncoderSettings, Provenance, RenderOutput } from '../../../../domain/render/render-output.js';
import { Fingerprint } from '../../../../domain/render/fingerprint.js';
import type { FetchedAsset } from '../../ports/asset-source.js';
import type { RenderedFile } from '../../ports/renderer.js';
import { speechAddress } from '../sources/source-address.js';
import type { RenderSettings } from '../render-settings.js';
import type { Reuse } from '../pieces/reuse.js';

const { required, optional } = RenderOutput;

/** What is noted with a finished file: clips are numbered, because the same composition can have other ids. */
const OutputNote = stored(
  {
    renderId: RenderId,
    extension: required.key,
    output: stored(
      {
        bytes: required.bytes,
        sha256: required.sha256,
        width: required.width,
        height: required.height,
        frames: required.frames,
        durationMs: required.durationMs,
      },
      {
        resolved: optional.resolved,
        streams: optional.streams,
        presentation: optional.presentation,
        format: optional.format,
        copiedFrames: optional.copiedFrames,
      },
    ),
    fonts: Provenance.required.fonts,
  },
  { fingerprint: Fingerprint, encoder: EncoderSettings },
);
type OutputNote = ReturnType<typeof OutputNote.encode>;

/** The finished file of an earlier render of the same composition. */
export interface EarlierOutput extends OutputNote {
  readonly path: string;
}

/** What identifies the output of a render. */
export interface OutputRequest {
  /** With the words of its captions, if they are transcribed. */
  readonly composition: Composition;
  readonly outputs: ReadonlyArray<Output>;
  readonly assets: ReadonlyArray<FetchedAsset>;
  readonly settings: Pick<
    RenderSettings,
    'crf' | 'preset' | 'parameters' | 'hardware' | 'pieceSeconds' | 'copiesStretches'
  >;
}

/** The fields of a clip that name clips. */
const NAMES_CLIPS = new Set(['id', 'after', 'clip', 'when', 'from']);

/** Everything in a composition that its output depends on: sources by their content, clips by their place. */
const contentOf = ({ composition, assets }: OutputRequest): unknown => {
  const hashes = new Map(assets.map(({ url, sha256 }) => [url, sha256]));
  const places = new Map(clipsWithPaths(composition.clips).map(({ clip: { id }, at }) => [id, at]));
  const place = (value: unknown): unknown =>
    typeof value === 'string' ? (places.get(value) ?? value) : value;
  const { name: _, output: __, ...metadata } = composition.metadata;
  return JSON.parse(
    JSON.stringify({ metadata, clips: composition.clips }, (field, value: unknown) => {
      // The same text may have been spoken by another engine.
      if (field === 'speech' && isRecord(value))
        return { spoken: value, sha256: hashes.get(speechAddress(value as Speech)) };
      if (field === 'source' && typeof value === 'string') return hashes.get(value) ?? value;
      if (!NAMES_CLIPS.has(field)) return value;
      return Array.isArray(value) ? value.map(place) : place(value);
    }),
  );
};

const idsByPlace = ({ clips }: Composition): ReadonlyMap<string, string> =>
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

/** The output that an earlier render of the same composition made, as a file of its own in the folder. */
export const earlierOutput = async (
  key: string | undefined,
  composition: Composition,
  folder: string,
  reuse: Reuse,
): Promise<EarlierOutput | undefined> => {
  const [taken, path] = [join(folder, 'kept-output'), join(folder, 'earlier-output')];
  const kept = await reuse.take(key, taken);
  const note = OutputNote.decode(kept?.note);
  if (E.isLeft(note)) return undefined;
  // The cache may hold the same file under another name, and the storage takes only files with a single name.
  await copyFile(taken, path, constants.COPYFILE_FICLONE);
  await rm(taken);
  const { output, ...rest } = note.right;
  const { resolved, ...facts } = output;
  return {
    ...rest,
    path,
    output: { ...facts, ...(resolved ? { resolved: withIds(resolved, idsByPlace(composition)) } : {}) },
  };
};

/** Keeps a copy of a finished file for later renders of the same composition, if it is all that was written. */
export const keepOutput = async (
  key: string | undefined,
  composition: Composition,
  renderId: RenderId,
  { path, output, files, fingerprint, provenance }: Omit<RenderedFile, 'keep'>,
  reuse: Reuse,
): Promise<void> => {
  if (key === undefined || files.length > 0) return;
  const places = new Map([...idsByPlace(composition)].map(([at, id]) => [id, at]));
  const { key: storedAs, resolved, reusedFrames: _, ...facts } = output;
  const { fonts, encoder } = provenance;
  const note: OutputNote = {
    renderId,
    extension: storedAs.slice(storedAs.lastIndexOf('.') + 1),
    output: { ...facts, ...(resolved ? { resolved: withIds(resolved, places) } : {}) },
    fonts,
    ...(fingerprint ? { fingerprint } : {}),
    ...(encoder ? { encoder } : {}),
  };
  const copy = `${path}.kept`;
  const copied = await copyFile(path, copy, constants.COPYFILE_FICLONE).then(
    () => true,
    () => false,
  );
  if (copied) {
    reuse.hashes.know(copy, output.sha256);
    reuse.keep(key, copy, note);
  }
  await reuse.settled();
  await rm(copy, { force: true });
};
