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
import { useShared } from '../shared.js';
import { GroupBox } from './group-box.js';
import type { Guides } from './snapping.js';
import { isTyped, TextEdit } from './text-edit.js';
import { Preview } from './preview.js';
import { StageZoom, useStageZoom } from './stage-zoom.js';
import { ClipBar } from './clip-bar.js';
import { PausedPicture, type PausedPictureProps } from './paused-picture.js';
import { isHidden } from '../variables/shown-document.js';
import { t } from '../../words/words.js';

/** The clips that are visible at a time, from bottom to top. */
const onScreenAt = ({ clips }: Places, ms: number) =>
  clips
    .filter(({ start, end, placement }) => placement && start <= ms && ms < end)
    .toSorted((a, b) => a.z - b.z);

interface ZoomedProps {
  /** CSS px for each px of the canvas. */
  readonly zoom: number;
}

interface OutlinesProps extends ZoomedProps, Omit<ReturnType<typeof useTyped>, 'seen'> {}

/** The clips on the stage, those that can be changed there (`onScreen`), and the text that is typed there. */
const useTyped = () => {
  const { document, atPlayhead, ms, locked, playback, typedId } = useShared();
  const hidden = new Set(document.clips.filter(isHidden).map(({ id }) => id));
  const seen = onScreenAt(atPlayhead.places, ms).filter(({ id }) => !hidden.has(id));
  const onScreen = seen.filter(({ id }) => !locked.has(id));
  const isPlaying = playback.state._tag === 'Playing';
  const typed = onScreen.find((clip) => !isPlaying && clip.id === typedId && isTyped(clip));
  return { seen, onScreen, typed };
};

/** The outlines used to select and change clips, the snap lines, and the text being typed. */
const Outlines = ({ zoom, onScreen, typed }: OutlinesProps) => {
  const { document, selected, endGesture, typeIn } = useShared();
  const [guides, showGuides] = useState<Guides>({});
  const texts = onScreen.filter(isTyped);
  const nextText = typed && texts[(texts.indexOf(typed) + 1) % texts.length];
  const moving = onScreen.find(({ id }) => id === selected);
  const movingClip = document.clips.find(({ id }) => id === selected);
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
                {...{ clip, zoom, showGuides }}
                box={clip.placement.box}
                rotation={clip.placement.rotation}
              />
            ),
        )}
        {typed && (
          <TextEdit
            key={typed.id}
            {...{ zoom }}
            clip={typed}
            goOn={nextText && nextText !== typed ? () => typeIn(nextText.id) : undefined}
            end={() => {
              endGesture();
              typeIn(undefined);
            }}
          />
        )}
        <GroupBox zoom={zoom} />
        {!typed && <ClipBar {...{ onScreen, zoom }} />}
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
export const Stage = ({ onSeen }: Pick<PausedPictureProps, 'onSeen'>) => {
  const { places, document, select, playback, uploads } = useShared();
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
  const { seen, ...typing } = useTyped();
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
          <PausedPicture {...{ zoom, seen, onSeen }} typedId={typing.typed?.id} />
          <PendingClips zoom={zoom} />
          <Preview />
          <canvas
            ref={playback.canvas}
            className="live"
            hidden={!isPlaying}
            role="img"
            aria-label={t('The video, playing')}
          />
          {document.clips.length === 0 && uploads.pending.length === 0 && <EmptyStage add={uploads.add} />}
          {!isPlaying && <Outlines {...typing} zoom={zoom} />}
          {!isPlaying && <OfOthers zoom={zoom} />}
          <AssetDrop />
        </div>
      </div>
    </main>
  );
};
