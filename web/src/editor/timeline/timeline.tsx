import { ZoomIn } from 'lucide-react';
import { Fragment, useMemo, useRef, useState } from 'react';
import { Marks } from '../../review/marks.js';
import { useSize } from '../../shared/use-size.js';
import { ClipTools } from '../clip-tools.js';
import type { Document } from '../document.js';
import { Rings } from '../../presence/people.js';
import { PlayButton, Playhead, Time } from '../playback/transport.js';
import { EmptyTime } from '../empty-end.js';
import { useShared } from '../shared.js';
import { shownDocument } from '../variables/shown-document.js';
import { AssetDrop } from '../media/asset-drop.js';
import { Bar, barStyle } from './bar.js';
import { sourceOf } from './clip-content.js';
import { Divider } from './divider.js';
import { LaneHeads } from './lane-heads.js';
import { type Lane, lanesOf } from './lanes.js';
import { MarkerFlags } from './markers.js';
import { Ruler } from './ruler.js';
import { SeamGrips } from './seam-grips.js';
import { seamsOf } from './seams.js';
import { LatestContext } from './use-bar.js';
import { BeatsToggle, BeatTicks, useBeats } from './use-beats.js';
import type { TimelineHeight } from './use-height.js';
import { useMarquee } from './use-marquee.js';
import { MOST, useTimelineZoom } from './use-timeline-zoom.js';
import { WordBlocks } from './word-blocks.js';
import { keysText } from '../../shared/key-names.js';
import { t } from '../../words/words.js';

/** The width of the heads of the lanes, px; on a phone, they are only icons. */
const HEADS = 204;
const HEADS_ON_PHONE = 36;
const PHONE = 700;
/** The room after the end of the video, where its last clips are trimmed, in px. */
const AFTER_END = 32;
/** The height of the lanes while there are none, px. */
const EMPTY = 64;

interface LanesProps {
  readonly lanes: ReadonlyArray<Lane>;
  readonly pxPerMs: number;
  readonly beats: ReadonlyArray<number>;
}

const byId = ({ clips }: Document) => new Map(clips.map((clip) => [clip.id, clip]));

/** The sides at which clips are joined to others, by clip. */
const joinedSides = (seams: ReturnType<typeof seamsOf>): ReadonlyMap<string, string> => {
  const sides = new Map<string, string>();
  for (const { duration, top, side } of seams)
    if (duration > 0) sides.set(top.id, `${sides.get(top.id) ?? ''} ${side}`);
  return sides;
};

const heightOf = (lanes: ReadonlyArray<Lane>): number => {
  const last = lanes.at(-1);
  return last ? last.top + last.height : EMPTY;
};

const Lanes = ({ lanes, pxPerMs, beats }: LanesProps) => {
  const shared = useShared();
  const { places, selection, selected, locked, lost, others, saving } = shared;
  const { marquee, drag } = useMarquee(lanes, pxPerMs);
  const latest = useRef({ ...shared, beats });
  latest.current = { ...shared, beats };
  const clips = byId(shownDocument(shared.document));
  const storedClips = byId(shownDocument(saving.saved.document)); // their sources can be read
  const laneOf = new Map(lanes.flatMap((lane) => lane.clips.map(({ id }) => [id, lane] as const)));
  const seams = useMemo(() => seamsOf(lanes, places), [lanes, places]);
  const joinedAt = joinedSides(seams);
  const covered = new Map(seams.map(({ after, duration }) => [after.id, duration * pxPerMs]));
  // Never in the order of their lanes: a bar that changed places while it is dragged would lose the pointer.
  const bars = places.clips.toSorted((a, b) => b.z - a.z);
  return (
    <LatestContext value={latest}>
      <div className="lanes" style={{ height: heightOf(lanes) }} {...drag}>
        {lanes.length === 0 && <p className="empty-lane">{t('Drop videos, pictures and sound here')}</p>}
        {lanes.map(({ top, height }) => (
          <div key={top} className="lane" style={{ top, height }} />
        ))}
        {bars.map((placed) => {
          const { top = 0, height = 0 } = laneOf.get(placed.id) ?? {};
          const clip = clips.get(placed.id);
          return (
            <Fragment key={placed.id}>
              <Bar
                {...{ placed, clip, top, height, pxPerMs }}
                isReadable={sourceOf(storedClips.get(placed.id)) === sourceOf(clip)}
                isSelected={selection.includes(placed.id)}
                isLocked={locked.has(placed.id)}
                isLost={lost.has(placed.id)}
                joinedAt={joinedAt.get(placed.id)}
                nameFrom={covered.get(placed.id)}
              />
              {placed.id === selected && placed.type === 'caption' && (
                <WordBlocks top={top + height} {...{ placed, pxPerMs }} />
              )}
            </Fragment>
          );
        })}
        <SeamGrips {...{ seams, pxPerMs }} />
        <Rings
          people={others}
          styleOf={(id) => {
            const [placed, lane] = [places.clips.find((clip) => clip.id === id), laneOf.get(id)];
            return placed && lane && barStyle(placed, lane, pxPerMs);
          }}
        />
        {marquee && (
          <div
            className="marquee"
            style={{ left: marquee.x, top: marquee.y, width: marquee.width, height: marquee.height }}
          />
        )}
      </div>
    </LatestContext>
  );
};

/** The clips over time, the topmost layer first, and the playhead. */
interface TimelineProps {
  readonly height: TimelineHeight;
  /** Whether the first picture was seen, so that its bars do not hold it up. */
  readonly isLater: boolean;
}

export const Timeline = ({ height, isLater }: TimelineProps) => {
  const { places, seek, playback, clock, selected, review } = useShared();
  const tracks = useSize<HTMLDivElement>({ width: 960, height: 0 });
  const isNarrow = tracks.size.width < PHONE;
  const heads = isNarrow ? HEADS_ON_PHONE : HEADS;
  const { zoom, zoomTo } = useTimelineZoom(tracks.element, heads);
  const width = (tracks.size.width - heads - AFTER_END) * zoom;
  const pxPerMs = width / Math.max(1, places.duration);
  const lastMs = Math.max(0, places.duration - 1);
  const lanes = useMemo(() => lanesOf(places.clips, selected), [places, selected]);
  const [areBeatsOn, setBeatsOn] = useState(false);
  const beats = useBeats(areBeatsOn);
  return (
    <section className="timeline" aria-label={t('Timeline')}>
      <Divider {...height} />
      <div className="timeline-tools">
        <div className="transport">
          <PlayButton {...playback} keys="Space J K L" />
          <Time {...{ clock, lastMs, seek }} duration={places.duration} />
        </div>
        <div className="tools tight clip-tools">
          <div className="tools tight" role="group" aria-label={t('Selected clips')}>
            <ClipTools />
          </div>
          <BeatsToggle beats={beats} isOn={areBeatsOn} toggle={() => setBeatsOn(!areBeatsOn)} />
        </div>
        <label data-tip={`${t('Zoom')}   ${keysText('Ctrl + wheel')}`}>
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
        <div className="tracks-row" style={{ width: heads + width + AFTER_END }}>
          <div className="heads" style={{ width: heads }}>
            {isLater && <LaneHeads {...{ lanes, isNarrow }} />}
          </div>
          <div style={{ width }} className="tracks-inside">
            <Marks {...{ review, pxPerMs, seek }} />
            <MarkerFlags pxPerMs={pxPerMs} />
            <Ruler {...{ pxPerMs, lastMs, seek }} />
            <BeatTicks {...{ beats, pxPerMs }} />
            <EmptyTime pxPerMs={pxPerMs} />
            <Playhead clock={clock} pxPerMs={pxPerMs} />
            {isLater && <Lanes {...{ lanes, pxPerMs, beats }} />}
            <AssetDrop pxPerMs={pxPerMs} />
          </div>
        </div>
      </div>
    </section>
  );
};
