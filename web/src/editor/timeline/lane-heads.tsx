import { Eye, EyeOff, Headphones, Lock, LockOpen, Volume2, VolumeX } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../shared/buttons.js';
import { Rename } from '../../shared/rename.js';
import { withClip } from '../document.js';
import { namedIn } from '../references.js';
import { isHidden, withHidden } from '../variables/shown-document.js';
import { useShared } from '../shared.js';
import { kindOf, namesOf, withTrackName } from './lane-names.js';
import type { Lane } from './lanes.js';
import { t } from '../../words/words.js';

/** Leaves the clips of a lane out of the video, and takes them in again. */
const HideButton = ({ ids }: { readonly ids: ReadonlyArray<string> }) => {
  const { document, change } = useShared();
  const inLane = new Set(ids);
  const clips = document.clips.filter(({ id }) => inLane.has(id));
  const areHidden = clips.every(isHidden);
  const isNamed = document.clips.some(
    (one) => namedIn(one).some((id) => inLane.has(id)) && !inLane.has(one.id),
  );
  const reason = clips.some(({ when }) => typeof when === 'string')
    ? t('Cannot be hidden: a condition decides whether it is shown')
    : t('Cannot be hidden: other clips refer to it');
  const isPossible = areHidden || (!isNamed && clips.every(({ when }) => typeof when !== 'string'));
  return (
    <IconButton
      icon={areHidden ? EyeOff : Eye}
      name={areHidden ? t('Show') : isPossible ? t('Hide') : reason}
      aria-pressed={areHidden}
      disabled={!isPossible}
      onClick={() => change(withHidden(document, ids, !areHidden))}
    />
  );
};

/** Has only the clips of a lane seen or heard in the editor, with those of other lanes that are solo. */
const SoloButton = ({ ids }: { readonly ids: ReadonlyArray<string> }) => {
  const { solo, setSolo } = useShared();
  const isSolo = ids.every((id) => solo.has(id));
  return (
    <IconButton
      icon={Headphones}
      name={isSolo ? t('End solo') : t('Solo: only in the editor')}
      aria-pressed={isSolo}
      onClick={() =>
        setSolo(new Set(isSolo ? [...solo].filter((id) => !ids.includes(id)) : [...solo, ...ids]))
      }
    />
  );
};

interface LaneNameProps {
  readonly ids: ReadonlyArray<string>;
  readonly name: string;
}

/** The name of a lane. A click, Enter and F2 change it; without one, it is named after what is in it. */
const LaneName = ({ ids, name }: LaneNameProps) => {
  const { document, change } = useShared();
  const [isRenaming, setRenaming] = useState(false);
  const rename = (to: string): void => {
    setRenaming(false);
    if (to !== name) change(withTrackName(document, ids, to));
  };
  if (isRenaming) return <Rename {...{ name, rename }} otherwise="" />;
  return (
    <button
      type="button"
      className="lane-name"
      title={t('{name}: click to rename', { name })}
      aria-keyshortcuts="F2"
      onClick={() => setRenaming(true)}
      onKeyDown={({ key }) => key === 'F2' && setRenaming(true)}
    >
      {name}
    </button>
  );
};

interface LaneHeadProps {
  readonly lane: Lane;
  readonly name: string;
  /** Whether there is room for its name and its buttons. */
  readonly isOpen: boolean;
  /** Makes that room, or takes it back, where all lanes cannot have it. */
  readonly turn: (() => void) | undefined;
}

const LaneHead = ({ lane, name, isOpen, turn }: LaneHeadProps) => {
  const { top, height, clips } = lane;
  const { document, change, locked, lock } = useShared();
  const [Icon] = kindOf(lane);
  const ids = clips.map(({ id }) => id);
  const isLocked = ids.every((id) => locked.has(id));
  const heard = clips.filter(({ type }) => type === 'video' || type === 'audio');
  const isMuted = heard.every(({ resolved }) => resolved.volume === 0);
  // Those from before the track was muted.
  const [volumes, keepVolumes] = useState<ReadonlyMap<string, number | undefined>>(new Map());
  const mute = (): void => {
    if (!isMuted) keepVolumes(new Map(document.clips.map(({ id, volume }) => [id, volume])));
    const volumeOf = (id: string): number => (isMuted ? (volumes.get(id) ?? 1) : 0);
    change(
      heard.reduce(
        (before, { id }) => withClip(before, id, (clip) => ({ ...clip, volume: volumeOf(id) })),
        document,
      ),
    );
  };
  const turnLock = (): void =>
    lock(isLocked ? new Set([...locked].filter((id) => !ids.includes(id))) : new Set([...locked, ...ids]));
  return (
    <div
      className={turn && isOpen ? 'lane-head open' : 'lane-head'}
      role="group"
      aria-label={t('Track {name}', { name })}
      style={{ top, height }}
    >
      {turn ? (
        <IconButton icon={Icon} name={name} aria-expanded={isOpen} onClick={turn} />
      ) : (
        <Icon size={15} aria-hidden="true" />
      )}
      {isOpen && (
        <>
          <LaneName {...{ ids, name }} />
          {heard.length > 0 && (
            <IconButton
              icon={isMuted ? VolumeX : Volume2}
              name={isMuted ? t('Unmute') : t('Mute')}
              aria-pressed={isMuted}
              onClick={mute}
            />
          )}
          {clips[0]?.type !== 'audio' && <HideButton ids={ids} />}
          <IconButton
            icon={isLocked ? Lock : LockOpen}
            name={isLocked ? t('Unlock') : t('Lock')}
            aria-pressed={isLocked}
            onClick={turnLock}
          />
          <SoloButton ids={ids} />
        </>
      )}
    </div>
  );
};

interface LaneHeadsProps {
  readonly lanes: ReadonlyArray<Lane>;
  /** Whether there is room for icons only, as on a phone: one lane at a time is opened by a tap. */
  readonly isNarrow: boolean;
}

/** What is in each lane of the timeline, and what applies to all of it. */
export const LaneHeads = ({ lanes, isNarrow }: LaneHeadsProps) => {
  const [opened, open] = useState<string>();
  const names = namesOf(lanes, useShared().document);
  return (
    <div className="lane-heads">
      {lanes.map((lane, index) => {
        const id = lane.clips[0]?.id;
        const isOpen = opened === id;
        return (
          <LaneHead
            key={id}
            lane={lane}
            name={names[index] ?? ''}
            isOpen={!isNarrow || isOpen}
            turn={isNarrow ? () => open(isOpen ? undefined : id) : undefined}
          />
        );
      })}
    </div>
  );
};
