import { useMemo, useRef } from 'react';
import { preciseSecondsText } from '../../shared/texts.js';
import { t } from '../../words/words.js';
import { withClip } from '../document.js';
import { unseen } from '../live-changes.js';
import type { PlacedClip } from '../places.js';
import { useAccess, useShared } from '../shared.js';
import { LostClips } from './lost-clips.js';
import { TextFace } from './text-face.js';
import { useFrame } from './use-frame.js';
import { useLive } from './use-live.js';

export interface PausedPictureProps {
  /** CSS px for each px of the canvas. */
  readonly zoom: number;
  /** The clips that are seen at the playhead. */
  readonly seen: ReadonlyArray<PlacedClip>;
  /** The text that is typed on the stage, which is not in the picture. */
  readonly typedId: string | undefined;
  /** A frame is loaded. */
  readonly onSeen: () => void;
}

/** The exact frame at the playhead. Until it is there, the browser draws, and CSS shows the texts that changed. */
export const PausedPicture = ({ zoom, seen, typedId, onSeen }: PausedPictureProps) => {
  const access = useAccess();
  const shared = useShared();
  const { places, ms, shown, playback, isValid, lose } = shared;
  const { width } = places.canvas;
  const drawnWidth = Math.max(16, Math.min(width, Math.round(width * zoom * devicePixelRatio)));
  const drawn = useMemo(
    () => (typedId === undefined ? shown : withClip(shown, typedId, unseen)),
    [shown, typedId],
  );
  const frame = useFrame(access, drawn, ms, drawnWidth, isValid, lose);
  const isExact = frame._tag === 'Shown' && frame.of[0] === drawn && frame.of[1] === ms;
  const isShown = isExact || playback.state._tag === 'Playing';
  // Like the places: a field may be invalid while somebody types.
  const lastValid = useRef(shown);
  if (isValid) lastValid.current = shown;
  const isOpened = frame._tag === 'Failed' || frame.url !== undefined;
  const live = useLive({ ...shared, document: lastValid.current, isOpened, isShown, typedId });
  const faces = live.texts.size === 0 ? [] : seen.filter(({ id }) => id !== typedId);
  return (
    <>
      {frame._tag !== 'Failed' && frame.url !== undefined && (
        <img
          src={frame.url}
          alt={t('Frame at {at}', { at: preciseSecondsText(ms) })}
          draggable={false}
          onLoad={onSeen}
        />
      )}
      {isValid && !isOpened && <span className="skeleton" aria-hidden="true" />}
      <canvas ref={live.canvas} className="hand" hidden={!live.isLive} aria-hidden="true" />
      {faces.map((clip) => (
        <TextFace key={clip.id} {...clip} zoom={zoom} shown={live.texts} />
      ))}
      <LostClips />
      {frame._tag === 'Failed' && <p className="no-frame">{frame.message}</p>}
      {live.failure !== undefined && frame._tag !== 'Failed' && (
        <p className="not-exact" role="status">
          {t('This picture is not exact yet: {reason}', { reason: live.failure })}
        </p>
      )}
    </>
  );
};
