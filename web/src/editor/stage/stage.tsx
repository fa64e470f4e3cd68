import { ImagePlus } from 'lucide-react';
import { type PointerEvent, useRef, useState } from 'react';
import { AtPlayhead } from '../animate/use-at-playhead.js';
import { hasPath, MotionPath } from '../animate/motion-path.js';
import { boxStyle, ClipBox } from './clip-box.js';
import { Pins } from '../../review/marks.js';
import { Button } from '../../shared/buttons.js';
import { useSize } from '../../shared/use-size.js';
import { AssetDrop } from '../media/asset-drop.js';
import { PendingClips } from '../media/pending-clips.js';
import type { Uploads } from '../media/uploads.js';
import { useFileChoice } from '../../shared/use-file-choice.js';
import type { Places } from '../places.js';
import { Rings } from '../../presence/people.js';
import { useAccess, useShared } from '../shared.js';
import { GroupBox } from './group-box.js';
import type { Guides } from './snapping.js';
import { TextEdit } from './text-edit.js';
import { Preview } from './preview.js';
import { StageZoom, useStageZoom } from './stage-zoom.js';
import { ClipBar } from './clip-bar.js';
import { useFrame } from './use-frame.js';
import { useLive } from './use-live.js';
import { isHidden } from '../variables/shown-document.js';
import { t } from '../../words/words.js';
import { preciseSecondsText } from '../../shared/texts.js';

/** The clips that are visible at a time, from bottom to top. */
const onScreenAt = ({ clips }: Places, ms: number) =>
  clips
    .filter(({ start, end, placement }) => placement && start <= ms && ms < end)
    .toSorted((a, b) => a.z - b.z);

interface ZoomedProps {
  /** CSS px for each px of the canvas. */
  readonly zoom: number;
}

/** The outlines used to select and change clips, the snap lines, and the text being typed. */
const Outlines = ({ zoom }: ZoomedProps) => {
  const { document, atPlayhead, ms, selected, locked, endGesture } = useShared();
  const [typedId, typeIn] = useState<string>();
  const [guides, showGuides] = useState<Guides>({});
  const clipOf = (id: string | undefined) => document.clips.find((clip) => clip.id === id);
  const onScreen = onScreenAt(atPlayhead.places, ms).filter(({ id }) => {
    const clip = clipOf(id);
    return !locked.has(id) && !(clip && isHidden(clip));
  });
  const texts = onScreen.filter(({ type }) => type === 'text');
  const typedAt = texts.findIndex(({ id }) => id === typedId);
  const typed = texts[typedAt];
  const nextText = texts[(typedAt + 1) % texts.length];
  const moving = onScreen.find(({ id }) => id === selected);
  const movingClip = clipOf(selected);
  return (
    <>
      {guides.x !== undefined && <span className="guide across" style={{ left: guides.x * zoom }} />}
      {guides.y !== undefined && <span className="guide down" style={{ top: guides.y * zoom }} />}
      {/* Below the boxes, so that a press on both drags the clip. */}
      {moving && hasPath(movingClip) && <MotionPath {...{ zoom }} clip={movingClip} place={moving} />}
      <AtPlayhead>
        {onScreen.map(
          (clip) =>
            clip.placement && (
              <ClipBox
                key={clip.id}
                {...{ clip, zoom, showGuides, typeIn }}
                box={clip.placement.box}
                rotation={clip.placement.rotation}
              />
            ),
        )}
        {typed?.placement && (
          <TextEdit
            key={typed.id}
            {...{ zoom }}
            clip={typed}
            box={typed.placement.box}
            goOn={nextText && nextText !== typed ? () => typeIn(nextText.id) : undefined}
            end={() => {
              endGesture();
              typeIn(undefined);
            }}
          />
        )}
        <GroupBox zoom={zoom} />
        {!typed && <ClipBar {...{ onScreen, zoom, typeIn }} />}
      </AtPlayhead>
    </>
  );
};

/** The selections and the comments of others. */
const OfOthers = ({ zoom }: ZoomedProps) => {
  const { others, review, places, ms } = useShared();
  const seen = new Map(onScreenAt(places, ms).map(({ id, placement }) => [id, boxStyle(placement, zoom)]));
  return (
    <>
      <Rings people={others} styleOf={(id) => seen.get(id)} />
      <Pins {...{ review, ms }} />
    </>
  );
};

/** Suggests how to begin, on an empty canvas. */
const EmptyStage = ({ add }: Pick<Uploads, 'add'>) => {
  const files = useFileChoice({ label: t('Files to begin with'), multiple: true, choose: add });
  return (
    <div className="empty-stage">
      <ImagePlus size={40} strokeWidth={1.5} aria-hidden="true" />
      <p>{t('Drop files here, or begin with a text or a shape above.')}</p>
      <Button text={t('Choose files')} className="primary" onClick={files.open} />
      {files.input}
    </div>
  );
};

/** Whether a press is on the element itself and not on its scroll bars. */
const isOnContent = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): boolean => {
  const { left, top } = currentTarget.getBoundingClientRect();
  return clientX - left < currentTarget.clientWidth && clientY - top < currentTarget.clientHeight;
};

/** The canvas: the exact frame at the playhead, and the outlines of the clips on it. */
export const Stage = () => {
  const access = useAccess();
  const { places, ms, document, shown, select, playback, isValid, isSaved, open, uploads } = useShared();
  const isPlaying = playback.state._tag === 'Playing';
  const area = useSize<HTMLElement>({ width: 640, height: 360 });
  const room = area.size;
  const { width, height } = places.canvas;
  const view = useRef<HTMLDivElement>(null);
  const board = useRef<HTMLDivElement>(null);
  const { magnification, magnify } = useStageZoom(view, board);
  const isEnlarged = magnification > 1;
  const fit = Math.max(0.01, Math.min((room.width - 48) / width, (room.height - 64) / height));
  const zoom = fit * magnification;
  const drawnWidth = Math.max(16, Math.min(width, Math.round(width * zoom * devicePixelRatio)));
  const frame = useFrame(access, shown, ms, drawnWidth, isValid);
  const isExact = frame._tag === 'Shown' && frame.of[0] === shown && frame.of[1] === ms;
  const isShown = isExact || isPlaying;
  const { canvas, isLive, failure } = useLive({ document: shown, places, ms, open, isSaved, isShown });
  return (
    <main className="stage" ref={area.element} aria-label={t('Stage')}>
      <StageZoom {...{ zoom, magnification, magnify }} />
      <div
        ref={view}
        className={isEnlarged ? 'stage-view enlarged' : 'stage-view'}
        onPointerDown={(event) => isOnContent(event) && select(undefined)}
        {...(isEnlarged ? { role: 'region', 'aria-label': t('Enlarged canvas'), tabIndex: 0 } : {})}
      >
        <div ref={board} className="canvas" style={{ width: width * zoom, height: height * zoom }}>
          {frame._tag !== 'Failed' && frame.url !== undefined && (
            <img src={frame.url} alt={t('Frame at {at}', { at: preciseSecondsText(ms) })} draggable={false} />
          )}
          <canvas ref={canvas} className="hand" hidden={!isLive} aria-hidden="true" />
          <PendingClips zoom={zoom} />
          <Preview />
          <canvas
            ref={playback.canvas}
            className="live"
            hidden={!isPlaying}
            role="img"
            aria-label={t('The video, playing')}
          />
          {frame._tag === 'Failed' && <p className="no-frame">{frame.message}</p>}
          {failure !== undefined && frame._tag !== 'Failed' && (
            <p className="not-exact" role="status">
              {t('This picture is not exact yet: {reason}', { reason: failure })}
            </p>
          )}
          {document.clips.length === 0 && uploads.pending.length === 0 && <EmptyStage add={uploads.add} />}
          {!isPlaying && <Outlines zoom={zoom} />}
          {!isPlaying && <OfOthers zoom={zoom} />}
          <AssetDrop />
        </div>
      </div>
    </main>
  );
};
