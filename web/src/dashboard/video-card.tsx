import {
  Archive,
  ArchiveRestore,
  Clapperboard,
  CopyPlus,
  FolderInput,
  History,
  Pencil,
  Share2,
} from 'lucide-react';
import { useState } from 'react';
import type { Client } from '../../../clients/typescript/core/client.js';
import type { Video } from '../../../clients/typescript/core/types.js';
import { documentOf } from '../editor/document.js';
import { ago, lengthText, dateText } from '../shared/texts.js';
import { IconButton } from '../shared/buttons.js';
import { Rename } from '../shared/rename.js';
import { useAction } from '../shared/use-action.js';
import { Thumbnail } from '../versions/frame.js';
import { FramesInTurn } from '../versions/frames-in-turn.js';
import { t } from '../words/words.js';
import { MoveToFolder } from './folders.js';
import type { Moves } from './use-moves.js';

/** The actions of a card: renaming and duplicating its video. */
const useChanges = (client: Client, { _id, metadata: { name } }: Video) => {
  const rename = useAction((to: string) => client.videos.update(_id, { metadata: { name: to } }), ['videos']);
  const duplicate = useAction(async () => {
    const stored = await client.videos.get(_id);
    const { metadata, ...rest } = documentOf(stored);
    const copied = { ...metadata, name: t('{name} (copy)', { name }) };
    const { renderOptionsInUI } = stored;
    return client.videos.create({ ...rest, metadata: copied, renderOptionsInUI });
  }, ['videos']);
  return { rename, duplicate };
};

interface VideoCardProps {
  readonly client: Client;
  readonly video: Video;
  readonly showHistory: () => void;
  readonly share: () => void;
  readonly render: () => void;
  readonly move: Moves['move'];
}

/** Buttons that move a video to a folder, to the archive and back. */
const MoveTools = ({ client, video, move }: Pick<VideoCardProps, 'client' | 'video' | 'move'>) => {
  const { archived = false } = video;
  const [isMoving, setMoving] = useState(false);
  return (
    <>
      {!archived && (
        <IconButton icon={FolderInput} name={t('Move to a folder')} onClick={() => setMoving(true)} />
      )}
      <IconButton
        icon={archived ? ArchiveRestore : Archive}
        name={archived ? t('Take out of the archive') : t('Archive instead of deleting')}
        onClick={() => move(video, { archived: !archived })}
      />
      {isMoving && <MoveToFolder {...{ client, video, move }} close={() => setMoving(false)} />}
    </>
  );
};

/** Whether the pointer or the focus is in a card, unless motion is to be reduced, and what notices it. */
const useAttention = () => {
  const [isThere, setThere] = useState(false);
  const come = (): void => setThere(!matchMedia('(prefers-reduced-motion: reduce)').matches);
  const leave = (): void => setThere(false);
  return { isThere, noticing: { onPointerEnter: come, onPointerLeave: leave, onFocus: come, onBlur: leave } };
};

/** A video in the gallery. Its picture and its name link to the editor. */
export const VideoCard = ({ client, video, showHistory, share, render, move }: VideoCardProps) => {
  const { _id, metadata, createdAt, updatedAt } = video;
  const { name, duration } = metadata;
  const [isRenaming, setRenaming] = useState(false);
  const { rename, duplicate } = useChanges(client, video);
  const { isThere, noticing } = useAttention();
  const shown = { client, videoId: _id, version: { since: updatedAt }, width: 320 };
  const problem = rename.error ?? duplicate.error;
  return (
    <li className="card" aria-label={name} {...noticing}>
      <a className="poster" href={`/editor/${_id}`} tabIndex={-1} aria-hidden="true">
        <Thumbnail {...shown} duration={duration} label={t('Picture of {name}', { name })} />
        {isThere && typeof duration === 'number' && <FramesInTurn {...shown} duration={duration} />}
        {typeof duration === 'number' && <span className="length">{lengthText(duration)}</span>}
      </a>
      <div className="card-text">
        {isRenaming ? (
          <Rename
            name={name}
            rename={(to) => {
              setRenaming(false);
              if (to !== name) rename.mutate(to);
            }}
          />
        ) : (
          <a className="card-name" href={`/editor/${_id}`}>
            {name}
          </a>
        )}
        {/* By its creation, by which the list is sorted, and its last change. */}
        <span className="card-times">
          <time dateTime={createdAt} title={dateText(createdAt)}>
            {t('created {ago}', { ago: ago(createdAt) })}
          </time>
          {updatedAt !== createdAt && (
            <time dateTime={updatedAt} title={dateText(updatedAt)}>
              {t('changed {ago}', { ago: ago(updatedAt) })}
            </time>
          )}
        </span>
      </div>
      <div className="tools tight">
        <IconButton icon={Clapperboard} name={t('Render')} onClick={render} />
        <IconButton icon={Share2} name={t('Share')} onClick={share} />
        <IconButton icon={History} name={t('History')} onClick={showHistory} />
        <IconButton icon={Pencil} name={t('Rename')} onClick={() => setRenaming(true)} />
        <IconButton
          icon={CopyPlus}
          name={t('Duplicate')}
          disabled={duplicate.isPending}
          onClick={() => duplicate.mutate()}
        />
        <MoveTools {...{ client, video, move }} />
      </div>
      {problem && <p role="alert">{problem.message}</p>}
    </li>
  );
};
