import { useQueries } from '@tanstack/react-query';
import { Drum } from 'lucide-react';
import type { VideoAccess } from '../../shared/access.js';
import { IconButton } from '../../shared/buttons.js';
import { t } from '../../words/words.js';
import type { PlacedClip } from '../places.js';
import { useAccess, useShared } from '../shared.js';
import { beatsOf } from './beats.js';
import { sourceOf } from './clip-content.js';
import { queued, pictures } from './media-content.js';

/** How finely the sound is looked at, levels a second. */
const PER_SECOND = 200;

const read = async (access: VideoAccess, { resolved }: PlacedClip): Promise<ReadonlyArray<number>> => {
  const { start, end } = resolved.timeFrame;
  const count = Math.max(1, Math.round(((end - start) / 1000) * PER_SECOND));
  const { signal } = new AbortController();
  return beatsOf(await (await pictures()).peaksOf(access, resolved, count, signal), PER_SECOND);
};

/** The beats of all sound clips, ms; none until they are found. */
export const useBeats = (isOn: boolean): ReadonlyArray<number> => {
  const access = useAccess();
  const { places, saving } = useShared();
  return useQueries({
    queries: places.clips
      .filter(({ type }) => isOn && type === 'audio')
      .map((placed) => {
        const { timeFrame, keyframes } = placed.resolved;
        const length = timeFrame.end - timeFrame.start;
        const source = sourceOf(saving.saved.document.clips.find(({ id }) => id === placed.id));
        return {
          queryKey: ['beats', source, { ...timeFrame, start: 0, end: length }, keyframes],
          enabled: source !== undefined,
          staleTime: Infinity,
          retry: false,
          queryFn: () => queued(() => read(access, placed)),
          select: (beats: ReadonlyArray<number>) => beats.map((beat) => timeFrame.start + 1000 * beat),
        };
      }),
    combine: (found) => found.flatMap(({ data = [] }) => data),
  });
};

interface BeatsToggleProps {
  readonly isOn: boolean;
  readonly toggle: () => void;
  readonly beats: ReadonlyArray<number>;
}

/** Shows the beats, to which clips then snap. */
export const BeatsToggle = ({ isOn, toggle, beats }: BeatsToggleProps) => (
  <>
    <IconButton
      icon={Drum}
      name={t('Snap to beats')}
      aria-pressed={isOn}
      disabled={!useShared().places.clips.some(({ type }) => type === 'audio')}
      onClick={toggle}
    />
    <small role="status">
      {isOn &&
        beats.length > 0 &&
        t('{count, plural, one {# beat} other {# beats}}', { count: beats.length })}
    </small>
  </>
);

export const BeatTicks = ({
  beats,
  pxPerMs,
}: {
  readonly beats: ReadonlyArray<number>;
  readonly pxPerMs: number;
}) => (
  <svg className="beats" aria-hidden="true">
    <path d={beats.map((ms) => `M${(ms * pxPerMs).toFixed(1)} 0v6`).join('')} />
  </svg>
);
