import { basename, join } from 'node:path';
import type { JoinRequest } from '../../../workers/render/ports/media-engine.js';
import type { ExchangeFolder } from '../tasks/exchange-folder.js';
import type { GivenJob } from './given-job.js';

/** A picture, a sound and subtitles that become one file. */
export interface JoinJob extends JoinRequest {
  readonly type: 'join';
}

/** The request for one process. @param number of the job, different from those of other jobs */
export const givenJoin = async (
  request: JoinRequest,
  number: number,
  { give, written }: ExchangeFolder,
): Promise<GivenJob<JoinJob>> => {
  const { picture, sound, output, segments } = request;
  const own = join(written, `joined-${number}`);
  const ownSegments = segments === undefined ? undefined : join(written, basename(segments));
  const paths: ReadonlyArray<string> = picture
    ? await Promise.all(picture.pieces.map(({ path }) => give(path)))
    : [];
  return {
    job: {
      ...request,
      type: 'join',
      ...(picture
        ? {
            picture: {
              ...picture,
              pieces: picture.pieces.map((piece, index) => ({ ...piece, path: paths[index] ?? '' })),
            },
          }
        : {}),
      sound: typeof sound === 'string' ? await give(sound) : sound,
      output: own,
      ...(ownSegments === undefined ? {} : { segments: ownSegments }),
    },
    outputs: [
      { written: own, path: output },
      ...(segments !== undefined && ownSegments !== undefined
        ? [{ written: ownSegments, path: segments }]
        : []),
    ],
  };
};
