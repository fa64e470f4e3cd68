import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Composition } from '../../domain/composition/composition.js';
import { isTemplate, filledTemplate, type MergeIsInvalid } from '../../domain/template/merge.js';
import type { Output } from '../../domain/composition/fields/output.js';
import type { OwnerId, RenderId, VideoId } from '../../domain/ids.js';
import { assetsNamedIn } from '../../domain/asset/references.js';
import { assetsOf, type VersionDependencies } from '../assets/assets.js';
import type { AssetScope } from '../ports/assets.js';
import type { RenderCommand } from '../../domain/render/commands.js';
import type {
  CaptionLanguageCode,
  DigitalSourceType,
  RenderPriority,
  RenderQuality,
  VideoSnapshot,
} from '../../domain/render/events.js';
import type { RenderRefusal } from '../../domain/render/refusals.js';
import { renderDecider, renderStream } from '../../domain/render/render.js';
import type { VideoRefusal } from '../../domain/video/refusals.js';
import { videoDecider, videoStream } from '../../domain/video/video.js';
import type { Video } from '../../domain/video/state.js';
import { existing } from '../../domain/ownership.js';
import type { CommandContext } from '../commands/handle-command.js';
import { loadState } from '../commands/cached-stream-heads.js';
import type { Fault } from '../ports/fault.js';
import { type WriteDependencies, writeAndAwait } from '../commands/write-and-await.js';
import {
  requireApproval,
  type RenderRequestDependencies,
  type VersionNotApproved,
} from '../reviews/approved-only.js';

export interface RenderOptions {
  readonly autoGenerateCaptionWords: boolean;
  readonly captionLanguageCode?: CaptionLanguageCode | undefined;
  readonly priority?: RenderPriority | undefined;
  readonly quality?: RenderQuality | undefined;
  readonly digitalSourceType?: DigitalSourceType | undefined;
  readonly output?: ReadonlyArray<Output> | undefined;
  /** Values for the variables of a template. */
  readonly merge?: Readonly<Record<string, unknown>> | undefined;
}

export interface RequestedRender {
  readonly renderId: RenderId;
  readonly ownerId: OwnerId;
  readonly video: VideoSnapshot;
  /** ISO 8601 */
  readonly requestedAt: string;
}

export type RequestRenderTask = TE.TaskEither<
  VideoRefusal | RenderRefusal | VersionNotApproved | MergeIsInvalid | Fault,
  RequestedRender
>;

export type RenderedVideo = Omit<Video, '_tag' | 'editorTokenHash'>;

/** The command that requests a render of this version of the video. */
export const renderRequest = (
  renderId: RenderId,
  video: RenderedVideo,
  options: RenderOptions,
  at: string,
): Extract<RenderCommand, { readonly type: 'RequestRender' }> => {
  const { videoId, ownerId, version, composition, createdAt, updatedAt } = video;
  return {
    type: 'RequestRender',
    renderId,
    ownerId,
    video: { videoId, version, composition, createdAt, updatedAt },
    autoGenerateCaptionWords: options.autoGenerateCaptionWords,
    captionLanguageCode: options.captionLanguageCode ?? 'en',
    priority: options.priority,
    quality: options.quality,
    digitalSourceType: options.digitalSourceType,
    ...(options.output ? { output: options.output } : {}),
    ...(options.merge ? { merge: options.merge } : {}),
    at,
  };
};

/** Requests a render of this version of the video, independent of later changes. */
export const requestRenderOf =
  (dependencies: WriteDependencies) =>
  (renderId: RenderId, video: Video, options: RenderOptions, context: CommandContext): RequestRenderTask => {
    const command = renderRequest(renderId, video, options, dependencies.clock.now().toISOString());
    return pipe(
      writeAndAwait(renderDecider, dependencies)(renderStream(renderId), command, context),
      // Returns the stored snapshot, because the video may have changed before a request is repeated after a crash.
      TE.map((render) => ({
        renderId,
        ownerId: video.ownerId,
        video: render._tag === 'Render' ? render.video : command.video,
        requestedAt: command.at,
      })),
    );
  };

/** A composition with the placeholders of a template filled in. */
export const filledComposition = (
  composition: Composition,
  merge: RenderOptions['merge'] = {},
): E.Either<MergeIsInvalid, Composition> =>
  isTemplate(composition) || Object.keys(merge).length > 0
    ? filledTemplate(composition, merge)
    : E.right(composition);

/** Requests a render of the current version of a stored video. @param scope the assets that values may name */
export const requestRender =
  (dependencies: RenderRequestDependencies & VersionDependencies) =>
  (
    videoId: VideoId,
    scope: AssetScope,
    options: RenderOptions,
    context: CommandContext,
  ): RequestRenderTask => {
    const renderId = dependencies.ids.uuid() as RenderId;
    return pipe(
      loadState(videoDecider, dependencies.eventStore, context.signal)(videoStream(videoId)),
      TE.flatMapEither(existing('Video', { videoId }, scope.ownerId)),
      TE.tap((video) => requireApproval(dependencies)(video, context)),
      TE.bindTo('stored'),
      TE.bindW('composition', ({ stored }) =>
        TE.fromEither(filledComposition(stored.composition, options.merge)),
      ),
      TE.tap(({ stored, composition }) =>
        // Values, or parts of values, may name assets that no version does.
        composition === stored.composition
          ? TE.right({})
          : assetsOf(dependencies)(scope, assetsNamedIn(composition)),
      ),
      TE.map(({ stored, composition }) => ({ ...stored, composition })),
      TE.flatMap((video) => requestRenderOf(dependencies)(renderId, video, options, context)),
    );
  };
