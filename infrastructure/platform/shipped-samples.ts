import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { packageRoot } from './package-root.js';

/** The folder of the sample projects. */
export const SAMPLES = join(packageRoot, 'samples');

/**
 * A sample in `catalog.json`; its project is in `ID.json`, its picture in `pictures/ID.webp`. `pictureMs` is the time of
 * the frame in its picture.
 */
const CatalogEntry = t.readonly(
  t.strict({ id: t.string, name: t.string, description: t.string, pictureMs: t.number }),
);
export type CatalogEntry = t.TypeOf<typeof CatalogEntry>;

const readJson = <A>(name: string, codec: t.Type<A, unknown, unknown>): A => {
  const decoded = codec.decode(JSON.parse(readFileSync(join(SAMPLES, name), 'utf8')));
  if (E.isLeft(decoded)) throw new RangeError(`samples/${name} is malformed`);
  return decoded.right;
};

/** The samples, in the order in which they are shown. */
export const sampleCatalog = (): ReadonlyArray<CatalogEntry> =>
  readJson('catalog.json', t.readonlyArray(CatalogEntry));

/** The names of the media that samples use, in `media/`. */
export const sampleMedia = (): ReadonlyArray<string> => readdirSync(join(SAMPLES, 'media')).toSorted();

/** Where a service with this base address serves the media of its samples. */
const mediaBase = (publicBaseUrl: string): string => `${publicBaseUrl}/samples/media/`;

/** The file behind an address of the media of samples; undefined for every other address. */
export const sampleMediaFile = (publicBaseUrl: string, url: string): string | undefined => {
  const base = mediaBase(publicBaseUrl);
  if (!url.startsWith(base)) return undefined;
  const name = sampleMedia().find((one) => one === url.slice(base.length));
  return name === undefined ? undefined : join(SAMPLES, 'media', name);
};

/** A project in which each `source`, wherever it stands, is another address. */
export const withSources = (project: unknown, addressOf: (source: string) => string): unknown => {
  if (Array.isArray(project)) return project.map((inner) => withSources(inner, addressOf));
  if (typeof project !== 'object' || project === null) return project;
  return Object.fromEntries(
    Object.entries(project).map(([name, inner]: [string, unknown]) => [
      name,
      name === 'source' && typeof inner === 'string' ? addressOf(inner) : withSources(inner, addressOf),
    ]),
  );
};

/**
 * The project of a sample: a body for `POST /v1/videos` of a service with this base address. Its sources are paths from
 * its folder, which become addresses of the service.
 */
export const sampleProject = (id: string, publicBaseUrl: string): Record<string, unknown> =>
  withSources(readJson(`${id}.json`, t.UnknownRecord), (source) =>
    source.replace(/^media\//, mediaBase(publicBaseUrl)),
  ) as Record<string, unknown>;

/** All samples with their projects; they are read once. */
export const shippedSamples = (publicBaseUrl: string) => {
  const read = () =>
    sampleCatalog().map(({ id, ...entry }) => ({
      _id: id,
      ...entry,
      picture: `/samples/${id}.webp`,
      video: sampleProject(id, publicBaseUrl),
    }));
  let samples: ReturnType<typeof read> | undefined;
  return (): ReturnType<typeof read> => (samples ??= read());
};
