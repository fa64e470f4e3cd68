import { basename, join } from 'node:path';
import type { JoinRequest } from '../../../workers/render/ports/join-request.js';
import type { ExchangeFolder, GivenJob } from '../tasks/exchange-folder.js';

/** A picture, a sound and subtitles that become one file. */
export interface JoinJob extends JoinRequest {
  readonly type: 'join';
}

/** The request for one process. @param number of the job, different from those of other jobs */
export const givenJoin = async (
  { picture, sound, output, segments, ...request }: JoinRequest,
  number: number,
  { give, written }: ExchangeFolder,
): Promise<GivenJob<JoinJob>> => {
  const own = join(written, `joined-${number}`);
  const listed =
    segments === undefined ? [] : [{ written: join(written, basename(segments)), path: segments }];
  const givePiece = async <A extends { readonly path: string }>(piece: A): Promise<A> => ({
    ...piece,
    path: await give(piece.path),
  });
  return {
    job: {
      ...request,
      type: 'join',
      ...(picture
        ? { picture: { ...picture, pieces: await Promise.all(picture.pieces.map(givePiece)) } }
        : {}),
      sound: typeof sound === 'string' ? await give(sound) : sound,
      output: own,
      segments: listed[0]?.written,
    },
    outputs: [{ written: own, path: output }, ...listed],
  };
};
