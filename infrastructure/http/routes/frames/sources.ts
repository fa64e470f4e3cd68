import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { assetOfSource } from '../../../../domain/asset/references.js';
import { about } from '../../../../domain/codec/codec.js';
import { record } from '../../../../domain/codec/containers.js';
import { oneOf, string } from '../../../../domain/codec/scalars.js';
import { clipsWithPaths } from '../../../../domain/composition/clips/clip-paths.js';
import type { Composition } from '../../../../domain/composition/composition.js';
import type { AssetId, OwnerId } from '../../../../domain/ids.js';
import { contentResponse, SANDBOX } from '../assets/asset-content.js';
import type { Problem } from '../../contract/problem.js';
import { type HandledRequest, operation } from '../../server/operation.js';
import type { ApiDependencies } from '../../server/api-dependencies.js';
import { assetIn } from '../../server/owned.js';
import { asRendered, currentOrVersion, VERSION } from './frames.js';

const SourceQuery = record(
  {},
  {
    clip: about(
      'The id of the clip whose source is read. Default: the soundtrack of the video.',
      string({ minLength: 1, maxLength: 255 }),
    ),
    of: about('Which source of the clip: its media (default), or its mask.', oneOf('media', 'mask')),
    ...VERSION,
  },
);

/** The address of a source that a composition names. */
const sourceIn = (
  { metadata, clips }: Composition,
  id: string | undefined,
  of: 'media' | 'mask' = 'media',
): string | undefined => {
  if (id === undefined) return metadata.soundtrack?.source;
  const clip = clipsWithPaths(clips).find((one) => one.clip.id === id)?.clip;
  if (!clip) return undefined;
  if (of === 'mask') return clip.effects?.mask?.source;
  if (clip.type === 'waveform') return clip.waveformProperties.source;
  return 'source' in clip ? clip.source : undefined;
};

const MISSING: Problem = { _tag: 'NotFound', what: 'source' };

const HEADERS = { ...SANDBOX, 'Content-Disposition': 'attachment', 'Accept-Ranges': 'bytes' };

/** The content of an asset of the owner, also for those who may only view the video that uses it. */
const assetContent = (
  dependencies: ApiDependencies,
  ownerId: OwnerId,
  id: AssetId,
  header: (name: string) => string,
): HandledRequest =>
  pipe(
    assetIn(dependencies.queries, { ownerId }, id),
    TE.flatMap((asset) => (asset ? contentResponse(dependencies, asset, header) : TE.left(MISSING))),
    // The clip may have another source soon: a copy is used only as long as the service says that it is the same.
    TE.map((sent) => ({ ...sent, headers: { ...sent.headers, 'Cache-Control': 'private, no-cache' } })),
  );

/** Passes on the content of another server. */
const externalContent = (
  { sourceProxy }: ApiDependencies,
  url: string,
  accepted: string,
  range: string,
  signal: AbortSignal,
): HandledRequest =>
  pipe(
    sourceProxy.open(url, range === '' ? undefined : range, signal),
    TE.map(({ isPart, bytes, contentRange, body }) => ({
      status: isPart ? (206 as const) : (200 as const),
      content: { type: accepted, data: body },
      headers: {
        ...HEADERS,
        ...(bytes === undefined ? {} : { 'Content-Length': String(bytes) }),
        ...(contentRange === undefined ? {} : { 'Content-Range': contentRange }),
      },
    })),
  );

export const sourceOperation = operation('GET /v1/videos/{id}/source', {
  access: 'api-key-or-editor',
  id: 'getSource',
  summary: 'Read a source of a video',
  description:
    'Passes on the media of a clip, so that web pages can read sources that other origins may not. Supports a single byte range if the server of the source does.',
  uses: 'sources',
  query: SourceQuery,
  returns: 'The content, or with status 206 the requested part of it.',
  schema: { type: 'string' },
  media: ['application/octet-stream'],
  problems: [422],
  handle: (dependencies, request) =>
    pipe(
      currentOrVersion(dependencies, request),
      TE.flatMap((video): HandledRequest => {
        const { caller, query, accepted, header, signal } = request;
        // Clips that the template leaves out by default have sources, too.
        const url =
          sourceIn(asRendered(video), query.clip, query.of) ?? sourceIn(video, query.clip, query.of);
        if (url === undefined) return TE.left(MISSING);
        const asset = assetOfSource(url);
        return asset === undefined
          ? externalContent(dependencies, url, accepted, header('range'), signal)
          : assetContent(dependencies, caller.ownerId, asset, header);
      }),
    ),
});
