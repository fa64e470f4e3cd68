import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  type LucideIcon,
} from 'lucide-react';
import { IconButton } from '../../shared/buttons.js';
import { useShared } from '../shared.js';
import { aligned, type Alignment, distributed } from '../stage/align.js';
import { outerBox, type StageClip } from '../stage/stage-clips.js';
import { t } from '../../words/words.js';

const ALIGNMENTS: ReadonlyArray<readonly [icon: LucideIcon, name: string, alignment: Alignment]> = [
  [AlignStartVertical, t('Align left'), { axis: 'x', part: 0 }],
  [AlignCenterVertical, t('Center horizontally'), { axis: 'x', part: 0.5 }],
  [AlignEndVertical, t('Align right'), { axis: 'x', part: 1 }],
  [AlignStartHorizontal, t('Align top'), { axis: 'y', part: 0 }],
  [AlignCenterHorizontal, t('Center vertically'), { axis: 'y', part: 0.5 }],
  [AlignEndHorizontal, t('Align bottom'), { axis: 'y', part: 1 }],
];

const DISTRIBUTIONS: ReadonlyArray<readonly [icon: LucideIcon, name: string, axis: Alignment['axis']]> = [
  [AlignHorizontalDistributeCenter, t('Distribute horizontally'), 'x'],
  [AlignVerticalDistributeCenter, t('Distribute vertically'), 'y'],
];

/** Aligns one clip with the canvas, several with each other, and makes the distances between three or more equal. */
export const AlignButtons = ({ clips }: { readonly clips: ReadonlyArray<StageClip> }) => {
  const { document, change, places } = useShared();
  const { canvas } = places;
  const within = clips.length === 1 ? { x: 0, y: 0, ...canvas } : outerBox(clips);
  return (
    <div className="align-buttons" role="group" aria-label={t('Align')}>
      {ALIGNMENTS.map(([icon, name, alignment]) => (
        <IconButton
          key={name}
          {...{ icon, name }}
          onClick={() => change(aligned(document, clips, within, alignment, canvas))}
        />
      ))}
      {clips.length > 2 &&
        DISTRIBUTIONS.map(([icon, name, axis]) => (
          <IconButton
            key={name}
            {...{ icon, name }}
            onClick={() => change(distributed(document, clips, axis, canvas))}
          />
        ))}
    </div>
  );
};
