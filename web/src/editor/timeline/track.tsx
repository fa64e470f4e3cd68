import { memo, type RefObject } from 'react';
import type { Clip } from '../../../../clients/typescript/core/types.js';
import type { VideoAccess } from '../../shared/access.js';
import type { PlacedClip } from '../places.js';
import { Bar, type BarContext } from './bar.js';
import { ClipContent } from './clip-content.js';

interface TrackProps {
  readonly placed: PlacedClip;
  readonly clip: Clip | undefined;
  readonly isReadable: boolean;
  readonly isSelected: boolean;
  readonly isReadOnly: boolean;
  readonly pxPerMs: number;
  readonly access: VideoAccess;
  readonly latest: RefObject<BarContext>;
}

/** Every change makes new objects for all clips, so what a track shows of its clip is compared: its times and its label. */
const looksEqual = (
  { placed: before, ...one }: TrackProps,
  { placed: after, ...other }: TrackProps,
): boolean =>
  before.start === after.start &&
  before.end === after.end &&
  before.label === after.label &&
  (Object.keys(one) as ReadonlyArray<keyof typeof one>).every((name) => one[name] === other[name]);

/** The row of a clip on the timeline. There may be hundreds: one is drawn again only if it looks different. */
export const Track = memo((props: TrackProps) => {
  const { placed, clip, isReadable, isSelected, isReadOnly, pxPerMs, access, latest } = props;
  return (
    <div className={`track ${placed.type}`}>
      <Bar
        clip={placed}
        content={<ClipContent {...{ placed, clip, pxPerMs, isReadable, access }} />}
        {...{ isSelected, isReadOnly, pxPerMs, latest }}
      />
    </div>
  );
}, looksEqual);
Track.displayName = 'Track';
