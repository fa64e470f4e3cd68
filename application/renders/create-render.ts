import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { CreateRenderBody } from '../../domain/composition/requests.js';
import type { OwnerId, RenderId } from '../../domain/ids.js';
import { templateFieldProblems } from '../../domain/template/merge.js';
import type { VersionDependencies } from '../assets/assets.js';
import { storeVideo } from '../videos/create-video.js';
import type { CommandContext } from '../commands/handle-command.js';
import type { RenderRequestDependencies } from '../reviews/approved-only.js';
import { type RequestRenderTask, requestRenderOf } from './request-render.js';

/**
 * Stores the body as a new video and requests a render of its version 1. Refuses this if the service renders only approved
 * versions: nobody can have approved the new one.
 */
export const createRender =
  (dependencies: VersionDependencies & RenderRequestDependencies) =>
  (ownerId: OwnerId, body: CreateRenderBody, context: CommandContext): RequestRenderTask => {
    if (dependencies.approvedOnly) return TE.left({ _tag: 'VersionNotApproved', version: 1 });
    const {
      autoGenerateCaptionWords,
      captionLanguageCode,
      priority,
      quality,
      digitalSourceType,
      output,
      ...video
    } = body;
    const problems = templateFieldProblems(video.clips);
    if (problems.length > 0) return TE.left({ _tag: 'MergeIsInvalid', problems });
    // Generated first, so that a request repeated after a crash has the same id.
    const renderId = dependencies.ids.uuid() as RenderId;
    return pipe(
      // Does not wait for the read models: once they show the render, they show the video, whose event is earlier.
      storeVideo(dependencies)(ownerId, video, context),
      TE.flatMap((created) =>
        requestRenderOf(dependencies)(
          renderId,
          created.video,
          { autoGenerateCaptionWords, captionLanguageCode, priority, quality, digitalSourceType, output },
          context,
        ),
      ),
    );
  };
