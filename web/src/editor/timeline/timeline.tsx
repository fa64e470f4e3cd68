import { Fragment, useRef, useState } from 'react';
import type { VideoAccess } from '../../shared/access.js';
import { useSize } from '../../shared/use-size.js';
import { type ClipActions, ClipTools } from '../clip-tools.js';
import type { Document } from '../document.js';
import type { Shared } from '../shared.js';
import { PlayButton, Playhead, Time } from '../playback/transport.js';
import { sourceOf } from './clip-content.js';
import { Divider } from './divider.js';
import { Ruler } from './ruler.js';
import { Track } from './track.js';
import type { TimelineHeight } from './use-height.js';
import { WordBlocks } from './word-blocks.js';

interface TimelineProps extends Shared {
  readonly actions: ClipActions;
  readonly endGesture: () => void;
  readonly access: VideoAccess;
  /** The stored form of the document: its sources can be read. */
  readonly stored: Document;
  readonly height: TimelineHeight;
}

/** The clips over time, the topmost layer first, and the playhead. */
export const Timeline = ({ actions, endGesture, access, stored, height, ...shared }: TimelineProps) => {
  const { places, seek, playback, isReadOnly } = shared;
  const [zoom, setZoom] = useState(1);
  const tracks = useSize<HTMLDivElement>({ width: 960, height: 0 });
  const width = tracks.size.width * zoom;
  const pxPerMs = width / Math.max(1, places.duration);
  // Never by their times: a row that changed places while its clip is dragged would lose the pointer.
  const rows = places.clips.toSorted((a, b) => b.z - a.z);
  const lastMs = Math.max(0, places.duration - 1);
  const latest = useRef({ ...shared, endGesture });
  latest.current = { ...shared, endGesture };
  const clips = new Map(shared.document.clips.map((clip) => [clip.id, clip]));
  const storedClips = new Map(stored.clips.map((clip) => [clip.id, clip]));
  return (
    <section className="timeline" aria-label="Timeline">
      <Divider {...height} />
      <div className="timeline-tools">
        <PlayButton playback={playback} />
        {!isReadOnly && <ClipTools actions={actions} isAnySelected={shared.selection.length > 0} />}
        <Time clock={shared.clock} lastMs={lastMs} seek={seek} />
        <label>
          Zoom
          <input
            type="range"
            min={1}
            max={20}
            step={0.5}
            value={zoom}
            onChange={(event) => setZoom(Number(event.target.value))}
          />
        </label>
      </div>
      <div className="tracks" ref={tracks.element}>
        <div style={{ width }} className="tracks-inside">
          <Ruler {...{ pxPerMs, lastMs, seek }} />
          <Playhead clock={shared.clock} pxPerMs={pxPerMs} />
          {rows.map((placed) => (
            <Fragment key={placed.id}>
              <Track
                placed={placed}
                clip={clips.get(placed.id)}
                isReadable={sourceOf(storedClips.get(placed.id)) === sourceOf(clips.get(placed.id))}
                isSelected={shared.selection.includes(placed.id)}
                {...{ isReadOnly, pxPerMs, access, latest }}
              />
              {placed.id === shared.selected && placed.type === 'caption' && !isReadOnly && (
                <WordBlocks placed={placed} pxPerMs={pxPerMs} endGesture={endGesture} {...shared} />
              )}
            </Fragment>
          ))}
        </div>
      </div>
    </section>
  );
};
