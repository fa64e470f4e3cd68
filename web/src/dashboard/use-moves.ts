import type { Client } from '../../../clients/typescript/core/client.js';
import { bodyOf } from '../../../clients/typescript/core/connection.js';
import type { Video } from '../../../clients/typescript/core/types.js';
import { useAction } from '../shared/use-action.js';
import { t } from '../words/words.js';

/** The destination of a move; absent fields stay unchanged. */
interface Destination {
  readonly folder?: string | null;
  readonly archived?: boolean;
}

const whatHappened = ({ metadata: { name } }: Video, { folder, archived }: Destination): string => {
  if (archived === true)
    return t('{name} is archived. Its history stays, so that it can be proven.', { name });
  if (archived === false) return t('{name} is out of the archive.', { name });
  return typeof folder === 'string'
    ? t('{name} is in the folder {folder}.', { name, folder })
    : t('{name} is in no folder.', { name });
};

/** Moves videos to folders, to the archive and back. */
export const useMoves = (client: Client) => {
  const moving = useAction(
    ({ video, to }: { readonly video: Video; readonly to: Destination; readonly isUndo?: true }) =>
      bodyOf(client.api.POST('/v1/videos/{id}/move', { params: { path: { id: video._id } }, body: to })),
    ['videos'],
    ['folders'],
  );
  const { data, variables, error } = moving;
  const isDone = data !== undefined && variables !== undefined && variables.isUndo !== true;
  return {
    error,
    move: (video: Video, to: Destination) => moving.mutate({ video, to }),
    /** A text about the last move; undefined after it is undone or closed. */
    done: isDone ? whatHappened(variables.video, variables.to) : undefined,
    undo: () => {
      if (!variables) return;
      const { folder = null, archived = false } = variables.video;
      moving.mutate({ video: variables.video, to: { folder, archived }, isUndo: true });
    },
    forget: moving.reset,
  };
};
export type Moves = ReturnType<typeof useMoves>;
