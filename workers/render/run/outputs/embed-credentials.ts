import { link } from 'node:fs/promises';
import type { Fingerprint } from '../../../../domain/render/fingerprint.js';
import type { EncoderSettings, Provenance, RenderOutput } from '../../../../domain/render/render-output.js';
import type { RenderedFile } from '../../ports/renderer.js';
import type { RenderDependencies, RenderWork } from '../context.js';
import type { FetchedSources } from '../sources/fetch-sources.js';
import { sizeAndHash, type WrittenFile } from './finish-output.js';
import type { WrittenOutputs } from './render-outputs.js';
import type { UsedFonts } from './views.js';

/** Must change whenever the same composition may result in other pixels or samples. */
const RENDERER_VERSION = 'framewright-renderer 7';

/** The files of a render before they are signed, made by this render or by an earlier one. */
export interface UnsignedFiles {
  readonly first: WrittenFile;
  readonly further: ReadonlyArray<WrittenFile>;
  /** The recorded facts of the first file, apart from its key, size and hash. */
  readonly facts: Omit<RenderOutput, 'key' | 'bytes' | 'sha256' | 'files'>;
  readonly fonts: Provenance['fonts'];
  readonly encoder?: EncoderSettings;
  readonly fingerprint?: Fingerprint;
}

/** The files of a render, with the facts that are recorded of them. */
export const unsignedFiles = (
  { files: [first, ...further], fonts, encoder, copiedFrames }: WrittenOutputs,
  resolution: RenderOutput['resolved'],
  reusedFrames: number,
): UnsignedFiles => {
  if (!first) throw new RangeError('the render has no output');
  const { streams, presentation, fingerprint } = first.inspected ?? {};
  const { width = 0, height = 0, frames = 0, durationMs = 0, format } = first.file;
  return {
    first,
    further,
    facts: {
      width,
      height,
      frames,
      durationMs,
      // An MP4 is recorded as it always was.
      ...(format === 'mp4' ? {} : { format }),
      ...(streams ? { streams } : {}),
      ...(presentation ? { presentation } : {}),
      ...(resolution ? { resolved: resolution } : {}),
      ...(reusedFrames > 0 ? { reusedFrames } : {}),
      ...(copiedFrames === undefined ? {} : { copiedFrames }),
    },
    fonts: distinctFonts(fonts),
    ...(encoder ? { encoder } : {}),
    ...(fingerprint ? { fingerprint } : {}),
  };
};

const distinctFonts = (fonts: UsedFonts): UsedFonts =>
  [...new Map(fonts.map((font) => [`${font.family} ${font.sha256}`, font])).entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, font]) => font);

type Made = Omit<Provenance, 'stageSeconds'>;

/** The provenance of files: programs, sources and fonts. */
const provenanceOf = async (
  { encoder, engine }: Pick<RenderDependencies, 'encoder' | 'engine'>,
  { assets }: FetchedSources,
  { fonts, encoder: settings }: UnsignedFiles,
): Promise<Made> => ({
  renderer: RENDERER_VERSION,
  ffmpeg: [engine.version, (await encoder.version()) ?? []].flat().join(', '),
  sources: assets.map(({ url, sha256, bytes }) => ({ url, sha256, bytes })),
  fonts,
  ...(settings ? { encoder: settings } : {}),
});

/** Embeds content credentials in a file if it is an MP4, and updates its size and hash. */
const withCredentials = async (
  written: WrittenFile,
  made: Made,
  { task: { renderId, video, digitalSourceType }, dependencies: { credentials } }: RenderWork,
): Promise<WrittenFile> => {
  const { path, file } = written;
  if (!credentials || file.format !== 'mp4') return written;
  await credentials.embed(path, {
    ...made,
    renderId,
    ...(video ? { video } : {}),
    ...(digitalSourceType ? { digitalSourceType } : {}),
  });
  return { path, file: { ...file, ...(await sizeAndHash(path)) } };
};

/** Embeds content credentials in all files, and adds their provenance. */
export const withAllCredentials = async (
  work: RenderWork,
  fetched: FetchedSources,
  unsigned: UnsignedFiles,
): Promise<Omit<RenderedFile, 'cache'>> => {
  const { dependencies, watch, progress, folder } = work;
  const made = await provenanceOf(dependencies, fetched, unsigned);
  const files: WrittenFile[] = [];
  await watch.time('finish', async () => {
    for (const file of [unsigned.first, ...unsigned.further])
      files.push(await withCredentials(file, made, work));
  });
  progress('finish', 1);
  const [first = unsigned.first, ...further] = files;
  const { key, bytes, sha256 } = first.file;
  return {
    path: first.path,
    output: { key, bytes, sha256, ...unsigned.facts },
    files: further,
    ...(unsigned.fingerprint ? { fingerprint: unsigned.fingerprint } : {}),
    provenance: { ...made, stageSeconds: watch.seconds() },
    dispose: folder.dispose,
  };
};

/**
 * The path of a file without credentials, for the cache: credentials name the render, so each render embeds its own. An
 * MP4 gets a second name, because embedding replaces it.
 */
export const unsignedCopy = async (
  { path, file }: WrittenFile,
  { credentials }: Pick<RenderDependencies, 'credentials'>,
): Promise<string> => {
  if (!credentials || file.format !== 'mp4') return path;
  const copy = `${path}.unsigned`;
  await link(path, copy);
  return copy;
};
