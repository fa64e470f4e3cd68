import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  CAPTION_FORMATS,
  type CaptionFormat,
  captionFile,
} from '../../../../domain/composition/captions/caption-files.js';
import { CaptionWordRecord } from '../../../../application/records/caption-record.js';
import { compositionOfVideo } from '../../../../application/videos/composition-of-video.js';
import { about } from '../../../../domain/codec/codec.js';
import { array, record } from '../../../../domain/codec/containers.js';
import { oneOf } from '../../../../domain/codec/scalars.js';
import {
  captionsOfClip,
  type NoCaptions,
} from '../../../../domain/composition/captions/exported-captions.js';
import { mediaTypeOf } from '../../../../domain/composition/fields/output-formats.js';
import { fileNameOfTitle } from '../../../../domain/render/output-key.js';
import { isTemplate } from '../../../../domain/template/merge.js';
import { wrapped } from '../../contract/pages.js';
import { contentDisposition } from '../../server/content-disposition.js';
import {
  type ApiRequest,
  type Operation,
  operation,
  type OperationResponse,
} from '../../server/operation.js';
import { renderOfCaller, videoOfCaller } from '../../server/owned.js';

const typeOf = (format: CaptionFormat): string => mediaTypeOf(format) ?? 'application/octet-stream';
/** Without parameters, as `Accept` names them. The first is the default. */
const MEDIA = (['json', 'srt', 'vtt', 'txt'] as const).map((format) => typeOf(format).split(';')[0] ?? '');

const captionOperation = {
  query: record(
    {},
    {
      format: about(
        'The format: `srt` (SubRip), `vtt` (WebVTT), `txt` (a line of text for each caption) or `json` (words). Default: what `Accept` names, or `json`.',
        oneOf(...CAPTION_FORMATS),
      ),
    },
  ),
  schema: wrapped(array(CaptionWordRecord)),
  media: MEDIA,
  problems: [409],
} as const;

const SHOWN =
  'Each caption is a group of words as the clip shows it, with times of the video, in whole ms. Parts that the video does not show are left out. A clip without words gives a 409.';

type Asked = Pick<ApiRequest<{ readonly format?: CaptionFormat }>, 'query' | 'accepted'>;

/** @param title that of the video, after which the file is named */
const asFile =
  ({ query, accepted }: Asked, title: string) =>
  (captions: Parameters<typeof captionFile>[0]): OperationResponse => {
    const accept = CAPTION_FORMATS.find((format) => typeOf(format).startsWith(accepted));
    const format = query.format ?? accept ?? 'json';
    const text = captionFile(captions, format);
    if (format === 'json') return { status: 200, json: text, headers: { Vary: 'Accept' } };
    return {
      status: 200,
      content: { type: typeOf(format), data: text },
      headers: {
        'Content-Disposition': contentDisposition(
          'attachment',
          `${fileNameOfTitle(title) || 'captions'}.${format}`,
        ),
        Vary: 'Accept',
      },
    };
  };

const TEMPLATE: NoCaptions = {
  _tag: 'CaptionsAreUnknown',
  problem: 'the video is a template: get the captions of a render of it',
};

export const captionOperations: ReadonlyArray<Operation> = [
  operation('GET /v1/videos/{id}/captions/{clipId}', {
    ...captionOperation,
    access: 'api-key-or-editor',
    id: 'getVideoCaptions',
    summary: 'Export a caption clip of a video',
    description: `Returns the words of a caption clip of the current version. ${SHOWN} So does a clip whose times depend on media, and a template.`,
    of: videoOfCaller,
    handle: (_, { params, ...asked }, video) => {
      const composition = compositionOfVideo(video);
      return isTemplate(composition)
        ? TE.left(TEMPLATE)
        : pipe(
            captionsOfClip(composition, params['clipId'] ?? ''),
            E.map(asFile(asked, composition.metadata.name)),
            TE.fromEither,
          );
    },
  }),

  operation('GET /v1/renders/{id}/captions/{clipId}', {
    ...captionOperation,
    access: 'api-key-or-bearer',
    id: 'getRenderCaptions',
    summary: 'Export a caption clip of a render',
    description: `Returns the words of a caption clip as rendered, including those that were transcribed. \`videoData.clips\` of the render has the id of the clip. ${SHOWN}`,
    of: renderOfCaller,
    handle: (_, { params, ...asked }, { video: { composition }, captionedClips, output }) =>
      pipe(
        captionsOfClip(
          { ...composition, clips: captionedClips ?? composition.clips },
          params['clipId'] ?? '',
          new Map(output?.resolved?.clips.map((clip) => [clip.id, clip])),
        ),
        E.map(asFile(asked, composition.metadata.name)),
        TE.fromEither,
      ),
  }),
];
