import { type PointerEvent, useState } from 'react';
import { hasPath, MotionPath } from '../animate/motion-path.js';
import { boxStyle, ClipBox } from './clip-box.js';
import { Pins } from '../../review/marks.js';
import type { Review } from '../../review/use-review.js';
import type { VideoAccess } from '../../shared/access.js';
import { useSize } from '../../shared/use-size.js';
import { PendingClips } from '../media/pending-clips.js';
import type { PendingFile } from '../media/use-uploads.js';
import type { Places } from '../places.js';
import { Rings } from '../../together/people.js';
import type { Person } from '../../together/use-together.js';
import type { Shared } from '../shared.js';
import { GroupBox } from './group-box.js';
import type { Guides } from './snapping.js';
import type { OpenCompositor } from '../playback/use-playback.js';
import { TextEdit } from './text-edit.js';
import { type Previewed, TransitionPreview } from './transition-preview.js';
import { useFrame } from './use-frame.js';
import { useLive } from './use-live.js';
import { t } from '../../words/words.js';
import { percentText } from '../../shared/texts.js';

interface StageProps extends Shared {
  readonly review: Review;
  /** Who else has the video open. */
  readonly others: ReadonlyArray<Person>;
  readonly access: VideoAccess;
  readonly isValid: boolean;
  readonly isSaved: boolean;
  readonly open: OpenCompositor;
  readonly endGesture: () => void;
  /** The clips that cannot be moved by the pointer. */
  readonly locked: ReadonlySet<string>;
  /** Files that are being uploaded. */
  readonly pending: ReadonlyArray<PendingFile>;
  readonly previewed: Previewed | undefined;
}

/** The clips that are seen at a time, from bottom to top. */
const onScreenAt = ({ clips }: Places, ms: number) =>
  clips
    .filter(({ start, end, placement }) => placement && start <= ms && ms < end)
    .toSorted((a, b) => a.z - b.z);

interface OutlinesProps extends Shared, Pick<StageProps, 'endGesture' | 'locked'> {
  readonly zoom: number;
}

/** The outlines by which clips are selected and changed, the lines to which they snap, and the text that is typed. */
const Outlines = ({ zoom, endGesture, locked, ...stored }: OutlinesProps) => {
  const shared = { ...stored, ...stored.atPlayhead };
  const { places, ms, document, change, selected } = shared;
  const [typedId, typeIn] = useState<string>();
  const [guides, showGuides] = useState<Guides>({});
  const onScreen = onScreenAt(places, ms).filter(({ id }) => !locked.has(id));
  const typed = onScreen.find(({ id }) => id === typedId);
  const moving = onScreen.find(({ id }) => id === selected);
  const movingClip = stored.document.clips.find(({ id }) => id === selected);
  return (
    <>
      {guides.x !== undefined && <span className="guide across" style={{ left: guides.x * zoom }} />}
      {guides.y !== undefined && <span className="guide down" style={{ top: guides.y * zoom }} />}
      {/* Before the boxes: where both are, the clip is dragged. */}
      {moving && hasPath(movingClip) && (
        <MotionPath {...{ zoom, endGesture }} {...stored} clip={movingClip} place={moving} />
      )}
      {onScreen.map(
        (clip) =>
          clip.placement && (
            <ClipBox
              key={clip.id}
              clip={clip}
              box={clip.placement.box}
              rotation={clip.placement.rotation}
              {...{ zoom, endGesture, showGuides, typeIn }}
              {...shared}
            />
          ),
      )}
      {typed?.placement && (
        <TextEdit
          {...{ document, change, zoom }}
          clip={typed}
          box={typed.placement.box}
          end={() => {
            endGesture();
            typeIn(undefined);
          }}
        />
      )}
      <GroupBox {...shared} zoom={zoom} endGesture={endGesture} />
    </>
  );
};

/** What others have selected, and have commented on. */
const OfOthers = (
  props: Pick<StageProps, 'others' | 'review' | 'places' | 'ms'> & { readonly zoom: number },
) => {
  const { others, review, places, ms, zoom } = props;
  const seen = new Map(onScreenAt(places, ms).map(({ id, placement }) => [id, boxStyle(placement, zoom)]));
  return (
    <>
      <Rings people={others} styleOf={(id) => seen.get(id)} />
      <Pins {...{ review, ms }} />
    </>
  );
};

interface StageZoomProps {
  readonly zoom: number;
  readonly magnification: number;
  readonly magnify: (magnification: number) => void;
}

const StageZoom = ({ zoom, magnification, magnify }: StageZoomProps) => (
  <label className="stage-zoom">
    <span>{percentText(zoom)}</span>
    <input
      type="range"
      aria-label={t('Zoom of the stage')}
      min={0.5}
      max={4}
      step={0.25}
      value={magnification}
      onChange={({ target }) => magnify(target.valueAsNumber)}
    />
  </label>
);

/** Whether a press is on the element itself and not on its scroll bars. */
const isOnContent = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): boolean => {
  const { left, top } = currentTarget.getBoundingClientRect();
  return clientX - left < currentTarget.clientWidth && clientY - top < currentTarget.clientHeight;
};

/** The canvas: the exact frame at the playhead, and the outlines of the clips on it. */
export const Stage = (props: StageProps) => {
  const {
    access,
    isValid,
    isSaved,
    open,
    endGesture,
    locked,
    pending,
    previewed,
    review,
    others,
    ...shared
  } = props;
  const { places, ms, document, select, playback } = shared;
  const isPlaying = playback.state._tag === 'Playing';
  const area = useSize<HTMLElement>({ width: 640, height: 360 });
  const room = area.size;
  const { width, height } = places.canvas;
  const [magnification, magnify] = useState(1);
  const isEnlarged = magnification > 1;
  const fit = Math.max(0.01, Math.min((room.width - 48) / width, (room.height - 64) / height));
  const zoom = fit * magnification;
  const shown = Math.max(16, Math.min(width, Math.round(width * zoom * devicePixelRatio)));
  const frame = useFrame(access, document, ms, shown, isValid);
  const isExact = frame._tag === 'Shown' && frame.of[0] === document && frame.of[1] === ms;
  const isShown = isExact || isPlaying;
  const { canvas, isLive } = useLive({ document, places, ms, open, isSaved, isShown });
  return (
    <main className="stage" ref={area.element} aria-label={t('Stage')}>
      <StageZoom {...{ zoom, magnification, magnify }} />
      <div
        className={isEnlarged ? 'stage-view enlarged' : 'stage-view'}
        onPointerDown={(event) => isOnContent(event) && select(undefined)}
        {...(isEnlarged ? { role: 'region', 'aria-label': t('Enlarged canvas'), tabIndex: 0 } : {})}
      >
        <div className="canvas" style={{ width: width * zoom, height: height * zoom }}>
          {frame._tag !== 'Failed' && frame.url !== undefined && (
            <img src={frame.url} alt={t('Frame at {at} ms', { at: Math.round(ms) })} draggable={false} />
          )}
          <canvas ref={canvas} className="hand" hidden={!isLive} aria-hidden="true" />
          <PendingClips {...{ pending, places, ms, zoom }} />
          <TransitionPreview {...{ previewed, access }} />
          <canvas
            ref={playback.canvas}
            className="live"
            hidden={!isPlaying}
            role="img"
            aria-label={t('The video, playing')}
          />
          {frame._tag === 'Failed' && <p className="no-frame">{frame.message}</p>}
          {!isPlaying && <Outlines {...shared} {...{ zoom, endGesture, locked }} />}
          {!isPlaying && <OfOthers {...{ others, review, places, ms, zoom }} />}
        </div>
      </div>
    </main>
  );
};
