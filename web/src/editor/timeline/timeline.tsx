import { ZoomIn } from 'lucide-react';
import { Fragment, useMemo, useRef, useState } from 'react';
import { Marks } from '../../review/marks.js';
import type { Review } from '../../review/use-review.js';
import type { VideoAccess } from '../../shared/access.js';
import { useSize } from '../../shared/use-size.js';
import { type ClipActions, ClipTools } from '../clip-tools.js';
import type { Document } from '../document.js';
import type { PlacedClip } from '../places.js';
import { Rings } from '../../together/people.js';
import type { Person } from '../../together/use-together.js';
import { PlayButton, Playhead, Time } from '../playback/transport.js';
import { shownDocument } from '../variables/shown-document.js';
import { Bar } from './bar.js';
import { sourceOf } from './clip-content.js';
import { Divider } from './divider.js';
import { LaneHeads } from './lane-heads.js';
import { type Lane, lanesOf } from './lanes.js';
import { MarkerFlags } from './markers.js';
import { Ruler } from './ruler.js';
import { SeamGrips } from './seam-grips.js';
import { seamsOf } from './seams.js';
import type { BarContext } from './use-bar.js';
import { BeatsToggle, BeatTicks, useBeats } from './use-beats.js';
import type { TimelineHeight } from './use-height.js';
import { useMarquee } from './use-marquee.js';
import { MOST, useTimelineZoom } from './use-timeline-zoom.js';
import { WordBlocks } from './word-blocks.js';
import { t } from '../../words/words.js';

/** The width of the heads of the lanes, px; on a phone, they are only icons. */
const HEADS = 152;
const HEADS_ON_PHONE = 36;
const PHONE = 700;

interface LanesProps extends BarContext {
  /** Who else has the video open. */
  readonly others: ReadonlyArray<Person>;
  readonly access: VideoAccess;
  /** The stored form of the document: its sources can be read. */
  readonly stored: Document;
  readonly locked: ReadonlySet<string>;
}

interface TimelineProps extends Omit<LanesProps, 'beats'> {
  readonly actions: ClipActions;
  readonly lock: (locked: ReadonlySet<string>) => void;
  readonly height: TimelineHeight;
  readonly review: Review;
}

const byId = ({ clips }: Document) => new Map(clips.map((clip) => [clip.id, clip]));

const barStyle = (clip: PlacedClip | undefined, lane: Lane | undefined, pxPerMs: number) =>
  clip &&
  lane && {
    left: clip.start * pxPerMs,
    width: Math.max(4, (clip.end - clip.start) * pxPerMs),
    top: lane.top + 2,
    height: lane.height - 4,
  };

/** The lanes of the timeline with their clips. */
const Lanes = (
  props: LanesProps & { readonly pxPerMs: number; readonly lanes: ReturnType<typeof lanesOf> },
) => {
  const { pxPerMs, lanes, endGesture, beats, access, stored, locked, others, ...shared } = props;
  const { places, selection, selected, selectAll } = shared;
  const { marquee, drag } = useMarquee(lanes, pxPerMs, { selectAll });
  const latest = useRef({ ...shared, endGesture, beats });
  latest.current = { ...shared, endGesture, beats };
  const clips = byId(shownDocument(shared.document));
  const storedClips = byId(shownDocument(stored));
  const laneOf = new Map(lanes.flatMap((lane) => lane.clips.map(({ id }) => [id, lane] as const)));
  const last = lanes.at(-1);
  const seams = useMemo(() => seamsOf(lanes, places.clips), [lanes, places]);
  const joinedAt = new Map<string, string>();
  for (const { duration, top, side } of seams)
    if (duration > 0) joinedAt.set(top.id, `${joinedAt.get(top.id) ?? ''} ${side}`);
  // Never in the order of their lanes: a bar that changed places while it is dragged would lose the pointer.
  const bars = places.clips.toSorted((a, b) => b.z - a.z);
  return (
    <div className="lanes" style={{ height: (last?.top ?? 0) + (last?.height ?? 0) }} {...drag}>
      {lanes.map(({ top, height }) => (
        <div key={top} className="lane" style={{ top, height }} />
      ))}
      {bars.map((placed) => {
        const { top = 0, height = 0 } = laneOf.get(placed.id) ?? {};
        const clip = clips.get(placed.id);
        return (
          <Fragment key={placed.id}>
            <Bar
              {...{ placed, clip, top, height, pxPerMs, access, latest }}
              isReadable={sourceOf(storedClips.get(placed.id)) === sourceOf(clip)}
              isSelected={selection.includes(placed.id)}
              isLocked={locked.has(placed.id)}
              joinedAt={joinedAt.get(placed.id)}
            />
            {placed.id === selected && placed.type === 'caption' && (
              <WordBlocks top={top + height} {...{ placed, pxPerMs, endGesture }} {...shared} />
            )}
          </Fragment>
        );
      })}
      <SeamGrips {...{ seams, pxPerMs, latest }} />
      <Rings
        people={others}
        styleOf={(id) =>
          barStyle(
            places.clips.find((clip) => clip.id === id),
            laneOf.get(id),
            pxPerMs,
          )
        }
      />
      {marquee && (
        <div
          className="marquee"
          style={{ left: marquee.x, top: marquee.y, width: marquee.width, height: marquee.height }}
        />
      )}
    </div>
  );
};

/** The clips over time, the topmost layer first, and the playhead. */
export const Timeline = ({ actions, height, lock, review, ...props }: TimelineProps) => {
  const { places, seek, playback, clock, selected, selection } = props;
  const tracks = useSize<HTMLDivElement>({ width: 960, height: 0 });
  const heads = tracks.size.width < PHONE ? HEADS_ON_PHONE : HEADS;
  const { zoom, zoomTo } = useTimelineZoom(tracks.element, heads);
  const width = (tracks.size.width - heads) * zoom;
  const pxPerMs = width / Math.max(1, places.duration);
  const lastMs = Math.max(0, places.duration - 1);
  const lanes = useMemo(() => lanesOf(places.clips, selected), [places, selected]);
  const [areBeatsOn, setBeatsOn] = useState(false);
  const beats = useBeats({ isOn: areBeatsOn, places, stored: props.stored, access: props.access });
  return (
    <section className="timeline" aria-label={t('Timeline')}>
      <Divider {...height} />
      <div className="timeline-tools">
        <PlayButton {...playback} />
        <ClipTools actions={actions} isAnySelected={selection.length > 0} />
        <BeatsToggle {...{ places, beats }} isOn={areBeatsOn} toggle={() => setBeatsOn(!areBeatsOn)} />
        <Time clock={clock} lastMs={lastMs} seek={seek} />
        <label data-tip="Zoom   Ctrl + wheel">
          <ZoomIn size={15} aria-hidden="true" />
          <input
            type="range"
            aria-label={t('Zoom of the timeline')}
            min={1}
            max={MOST}
            step={0.5}
            value={zoom}
            onChange={(event) => zoomTo(Number(event.target.value))}
          />
        </label>
      </div>
      <div className="tracks" ref={tracks.element}>
        <div className="tracks-row" style={{ width: heads + width }}>
          <div className="heads" style={{ width: heads }}>
            <LaneHeads {...props} {...{ lanes, lock }} />
          </div>
          <div style={{ width }} className="tracks-inside">
            <Marks {...{ review, pxPerMs, seek }} />
            <MarkerFlags {...{ pxPerMs, seek }} document={props.document} />
            <Ruler {...{ pxPerMs, lastMs, seek }} />
            <BeatTicks {...{ beats, pxPerMs }} />
            <Playhead clock={clock} pxPerMs={pxPerMs} />
            <Lanes {...props} {...{ lanes, pxPerMs, beats }} />
          </div>
        </div>
      </div>
    </section>
  );
};
