import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { compositionWith, type MakeDocument } from '../../../../application/assets/composition-with.js';
import type { AssetRow } from '../../../../application/ports/assets.js';
import { assetSource } from '../../../../domain/asset/references.js';
import { about } from '../../../../domain/codec/codec.js';
import { record, withDefault } from '../../../../domain/codec/containers.js';
import type { Problem } from '../../contract/problem.js';
import { wholeNumberFromText } from '../../contract/query-codecs.js';
import { withPreviewPermit } from '../../server/preview-permit.js';
import { type ApiRequest, type HandledRequest, type Operation, operation } from '../../server/operation.js';
import type { ApiDependencies } from '../../server/api-dependencies.js';
import { assetOfCaller } from '../../server/owned.js';
import { STILL_FORMATS } from '../frames/frames.js';
import { CONTENT_HEADERS, withContent } from './asset-content.js';
import { assetOperation } from './asset-response.js';

// Pictures of assets are frames of compositions that show them, drawn as every frame is.

type Media = NonNullable<AssetRow['media']>;

const FRAME = { start: 0, end: 1000 };

const even = (n: number): number => Math.max(2, 2 * Math.round(n / 2));

const canvasOf = (width: number, height: number, clips: ReadonlyArray<object>, duration = FRAME.end) => ({
  metadata: { duration, backgroundColor: '#101014', canvas: { width, height } },
  clips,
});

/** A composition that shows frames of the media side by side, each `frameWidth` px wide. */
const strip =
  (
    { kind, width = 16, height = 9, durationMs = 0 }: Media,
    frames: number,
    frameWidth: number,
  ): MakeDocument =>
  (source) => {
    const size = { width: even(frameWidth), height: even((frameWidth * height) / width) };
    const clips = Array.from({ length: frames }, (_, index) => ({
      type: kind,
      source,
      timeFrame: {
        ...FRAME,
        ...(kind === 'video' ? { offset: Math.floor((durationMs * (index + 0.5)) / (frames + 1)) } : {}),
      },
      position: { x: index * size.width, y: 0 },
      size,
    }));
    return canvasOf(size.width * frames, size.height, clips);
  };

/** The length of the part of a sound that its waveform shows, ms. */
const shownMs = ({ durationMs = FRAME.end }: Media): number => Math.min(60_000, Math.max(100, durationMs));

/** A composition with the waveform of a sound. The frame in its middle shows all levels. */
const waveform =
  (media: Media, width: number): MakeDocument =>
  (source) => {
    const size = { width: even(width), height: even(width / 8) };
    const window = shownMs(media);
    const clip = {
      type: 'waveform',
      timeFrame: { start: 0, end: window },
      position: { x: 0, y: 0 },
      size,
      waveformProperties: { source, color: '#8AB4F8', window },
    };
    return canvasOf(size.width, size.height, [clip], window);
  };

const width = withDefault(about('Width of a picture, px.', wholeNumberFromText(16, 1920)), 320);

const pictureOperation = {
  ...assetOperation,
  schema: { type: 'string', description: 'The picture.' },
  media: ['image/webp', 'image/jpeg', 'image/png'],
  problems: [409, 422],
  of: assetOfCaller,
} as const;

const drawPicture = (
  dependencies: ApiDependencies,
  { caller, accepted, signal }: Pick<ApiRequest, 'caller' | 'accepted' | 'signal'>,
  asset: AssetRow,
  documentFor: (media: Media) => MakeDocument | undefined,
  at: (media: Media) => number = () => 0,
): HandledRequest =>
  pipe(
    withContent(asset),
    TE.flatMap(({ assetId, media }) => {
      const makeDocument = documentFor(media);
      if (!makeDocument) return TE.left<Problem>({ _tag: 'NotFound', what: 'picture of this kind of asset' });
      const composition = compositionWith(assetSource(assetId), makeDocument);
      const format = STILL_FORMATS[accepted] ?? 'webp';
      const request = { composition, ms: at(media), format, owner: caller.ownerId };
      return withPreviewPermit(dependencies, { caller, signal }, composition, (inTime, by) =>
        dependencies.previews.frame(request, inTime, by),
      );
    }),
    TE.map((bytes) => ({
      status: 200,
      content: { type: accepted, data: Buffer.from(bytes) },
      headers: { ...CONTENT_HEADERS, Vary: 'Accept' },
    })),
  );

const isPicture = ({ kind }: Media): boolean => kind === 'video' || kind === 'image';
const isSound = ({ kind, hasSound }: Media): boolean => kind === 'audio' || hasSound === true;

export const assetPictureOperations: ReadonlyArray<Operation> = [
  operation('GET /v1/assets/{id}/poster', {
    ...pictureOperation,
    id: 'getAssetPoster',
    summary: 'Get a picture of an asset',
    description: 'A frame from the middle of a video, or the image, scaled down.',
    query: record({ width }),
    handle: (dependencies, request, asset) =>
      drawPicture(dependencies, request, asset, (media) =>
        isPicture(media) ? strip(media, 1, request.query.width) : undefined,
      ),
  }),

  operation('GET /v1/assets/{id}/filmstrip', {
    ...pictureOperation,
    id: 'getAssetFilmstrip',
    summary: 'Get a filmstrip of a video',
    description: 'Frames of the video side by side, at equal distances in time.',
    query: record({
      width: withDefault(about('Width of each frame, px.', wholeNumberFromText(16, 320)), 160),
      frames: withDefault(about('How many frames.', wholeNumberFromText(1, 20)), 8),
    }),
    handle: (dependencies, request, asset) =>
      drawPicture(dependencies, request, asset, (media) =>
        media.kind === 'video' ? strip(media, request.query.frames, request.query.width) : undefined,
      ),
  }),

  operation('GET /v1/assets/{id}/waveform', {
    ...pictureOperation,
    id: 'getAssetWaveform',
    summary: 'Get the waveform of a sound',
    description: 'The levels of the sound as a picture, of at most its first minute.',
    query: record({ width }),
    handle: (dependencies, request, asset) =>
      drawPicture(
        dependencies,
        request,
        asset,
        (media) => (isSound(media) ? waveform(media, request.query.width) : undefined),
        (media) => shownMs(media) / 2,
      ),
  }),
];
