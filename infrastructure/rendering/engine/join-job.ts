import { basename, join } from 'node:path';
import type { JoinedPiece, JoinRequest } from '../../../workers/render/ports/join-request.js';
import type { ExchangeFolder, PreparedJob } from '../tasks/exchange-folder.js';

/** A picture, a sound and subtitles that become one file. */
export interface JoinJob extends JoinRequest {
  readonly type: 'join';
}

const givenPiece = async (
  { path, copied, ...piece }: JoinedPiece,
  give: ExchangeFolder['give'],
): Promise<JoinedPiece> => ({
  ...piece,
  path: await give(path),
  ...(copied ? { copied: { source: await give(copied.source), frames: await give(copied.frames) } } : {}),
});

export const prepareJoinJob = async (
  { picture, sound, output, segments, ...request }: JoinRequest,
  { give, newOutput, written }: ExchangeFolder,
): Promise<PreparedJob<JoinJob>> => {
  const joined = newOutput(output);
  // The file itself names its segments.
  const listed =
    segments === undefined ? [] : [{ written: join(written, basename(segments)), path: segments }];
  return {
    job: {
      ...request,
      type: 'join',
      ...(picture
        ? {
            picture: {
              ...picture,
              pieces: await Promise.all(picture.pieces.map((piece) => givenPiece(piece, give))),
            },
          }
        : {}),
      sound: typeof sound === 'string' ? await give(sound) : sound,
      output: joined.written,
      segments: listed[0]?.written,
    },
    outputs: [joined, ...listed],
  };
};
