import { memo } from 'react';
import type { Clip } from '../../../../clients/typescript/core/types.js';
import type { PlacedClip } from '../places.js';
import { KeyframeMarks } from '../animate/keyframe-marks.js';
import { ClipContent } from './clip-content.js';
import { isHidden } from '../variables/shown-document.js';
import { Fade } from './fade.js';
import { fadeOf, type Side } from './fades.js';
import type { Lane } from './lanes.js';
import { useBar } from './use-bar.js';
import { t } from '../../words/words.js';
import { returning } from '../../shared/keep-focus.js';
import { preciseSecondsText } from '../../shared/texts.js';
import { kindName } from '../../words/labels.js';

interface BarProps {
  readonly placed: PlacedClip;
  readonly clip: Clip | undefined;
  /** The position of its lane, in px. */
  readonly top: number;
  readonly height: number;
  /** Whether the service reads its source. */
  readonly isReadable: boolean;
  readonly isSelected: boolean;
  readonly isLocked: boolean;
  /** Whether nothing of it can be shown. */
  readonly isLost: boolean;
  /** The sides with a transition to a neighbour, which is drawn and dragged on the seam. */
  readonly joinedAt: string | undefined;
  /** Where its name begins, beside a transition, in px. */
  readonly nameFrom: number | undefined;
  readonly pxPerMs: number;
}

const KEYS = {
  'aria-keyshortcuts':
    'ArrowLeft ArrowRight Alt+ArrowLeft Alt+ArrowRight Alt+Shift+ArrowLeft Alt+Shift+ArrowRight',
  title: t('Arrow keys move the clip, with Alt they trim its end, with Alt and Shift its start'),
};

const SIDES: ReadonlyArray<Side> = ['in', 'out'];

/** Bars narrower than this have no grips for fades, px. */
const GRIPS_FROM = 60;
/** From the end of a fade to that of its grip, without the grip of the trim, px. */
const GRIP = 6;

/** Compares what a bar shows of its clip, its times and its label, because every change makes new objects for all clips. */
const looksEqual = ({ placed: before, ...one }: BarProps, { placed: after, ...other }: BarProps): boolean =>
  before.start === after.start &&
  before.end === after.end &&
  before.label === after.label &&
  (Object.keys(one) as ReadonlyArray<keyof typeof one>).every((name) => one[name] === other[name]);

/** The CSS position of the bar of a clip. */
export const barStyle = (
  { start, end }: PlacedClip,
  { top, height }: Pick<Lane, 'top' | 'height'>,
  pxPerMs: number,
) => ({
  left: start * pxPerMs,
  width: Math.max(4, (end - start) * pxPerMs),
  top: top + 2,
  height: height - 4,
});

/** A clip on the timeline, which can be moved and trimmed. It renders again only if it looks different. */
export const Bar = memo((props: BarProps) => {
  const { placed, clip, top, height, isReadable, isSelected, isLocked, pxPerMs } = props;
  const { id, type, label, start, end } = placed;
  const { latest, byPointer, move, moveByKey, trimStart, trimEnd } = useBar(placed, pxPerMs);
  const style = barStyle(placed, { top, height }, pxPerMs);
  const isHeld = isSelected && !isLocked && style.width >= GRIPS_FROM;
  /** The room of the fade at a side with its grip, which the name leaves free. */
  const room = (side: Side): number =>
    clip && isHeld ? Math.min(fadeOf(clip, side).duration, end - start) * pxPerMs + GRIP : 0;
  return (
    <div
      role="button"
      tabIndex={0}
      aria-pressed={isSelected}
      aria-label={t('{type} {label}, from {start} to {end}', {
        type: kindName(type),
        label,
        start: preciseSecondsText(start),
        end: preciseSecondsText(end),
      })}
      className={`bar-clip ${type}${isSelected ? ' selected' : ''}${clip && isHidden(clip) ? ' unseen' : ''}${props.isLost ? ' lost' : ''}`}
      style={style}
      onFocus={() => {
        if (!byPointer.current && !isSelected && !returning.isNow) latest.current.select(id);
      }}
      onKeyDown={(event) => {
        // Keys act on a selected clip only: after Escape, the focus is still on the bar.
        if (event.key === 'Enter') latest.current.select(id, event.shiftKey);
        if (isSelected && !isLocked) moveByKey(event);
      }}
      {...(isLocked ? {} : { ...KEYS, onKeyUp: () => latest.current.endGesture(), ...move })}
    >
      <ClipContent {...{ placed, clip, pxPerMs, isReadable }} />
      {clip &&
        SIDES.map(
          (side) =>
            props.joinedAt?.includes(side) !== true && (
              <Fade key={side} {...{ clip, side, pxPerMs }} length={end - start} isHeld={isHeld} />
            ),
        )}
      {clip && <KeyframeMarks {...{ clip, start, pxPerMs, isLocked }} length={end - start} />}
      {!isLocked && <span className="trim start" aria-hidden="true" {...trimStart} />}
      <span
        className="bar-name"
        style={{ marginLeft: Math.max(props.nameFrom ?? 0, room('in')), marginRight: room('out') }}
      >
        {label}
      </span>
      {!isLocked && <span className="trim end" aria-hidden="true" {...trimEnd} />}
    </div>
  );
}, looksEqual);
Bar.displayName = 'Bar';
