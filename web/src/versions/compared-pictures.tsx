import { SquareSplitHorizontal } from 'lucide-react';
import { type CSSProperties, useCallback, useRef, useState } from 'react';
import type { Compositor } from '../compositor/compositor.js';
import { pairedCompositor } from '../compositor/paired-compositor.js';
import { useClock } from '../editor/playback/clock.js';
import { PlayButton } from '../editor/playback/transport.js';
import type { ReadAccess } from '../shared/access.js';
import { IconButton } from '../shared/buttons.js';
import { percentText, preciseSecondsText } from '../shared/texts.js';
import { useLivePicture, useVersionCompositor } from '../view/use-live-picture.js';
import { t } from '../words/words.js';
import { VersionFrame } from './frame.js';
import { TimeSlider } from './time-slider.js';

/** Versions of a video, the earlier one first. */
type Pair = readonly [before: number, after: number];

/** Two versions that play with one playhead. `other`: the canvas of the second. */
export const useLivePair = (access: ReadAccess, [before, after]: Pair, duration: number) => {
  const other = useRef<HTMLCanvasElement>(null);
  const [openFirst, openSecond] = [useVersionCompositor(access, before), useVersionCompositor(access, after)];
  const open = useCallback(async (): Promise<Compositor> => {
    const [first, second] = await Promise.all([openFirst(), openSecond()]);
    if (!other.current) throw new Error('the comparison was closed');
    return pairedCompositor(first, second, other.current);
  }, [openFirst, openSecond]);
  return { ...useLivePicture(open, duration), other };
};

interface ComparedPicturesProps {
  readonly access: ReadAccess;
  readonly versions: Pair;
  readonly live: ReturnType<typeof useLivePair>;
}

/** Two versions at one time, beside each other or one over the other; exact until they play or another time is chosen. */
export const ComparedPictures = ({ access, versions, live }: ComparedPicturesProps) => {
  const { client, videoId } = access;
  const { clock, canvas, other, isSeen, state, toggle, seek, duration } = live;
  const at = Math.round(useClock(clock));
  /** How much of the upper picture is visible, in per cent. */
  const [share, wipe] = useState<number>();
  const isWiped = share !== undefined;
  return (
    <>
      <div className={isWiped ? 'compared wiped' : 'compared'} style={{ '--share': share } as CSSProperties}>
        {versions.map((version, index) => {
          const label = t('Version {version} at {at}', { version, at: preciseSecondsText(at) });
          return (
            <figure key={version}>
              {!isSeen && (
                <VersionFrame {...{ client, videoId, version, at, label }} width={isWiped ? 960 : 480} />
              )}
              <canvas ref={index === 0 ? canvas : other} hidden={!isSeen} role="img" aria-label={label} />
              <figcaption>{t('Version {version}', { version })}</figcaption>
            </figure>
          );
        })}
        {isWiped && (
          <input
            type="range"
            aria-label={t('How much of version {version} is seen', { version: versions[0] })}
            aria-valuetext={percentText(share / 100)}
            value={share}
            onChange={({ target }) => wipe(target.valueAsNumber)}
          />
        )}
      </div>
      <div className="tools">
        <PlayButton {...{ state, toggle }} />
        <TimeSlider {...{ at, duration, seek }} />
        <IconButton
          icon={SquareSplitHorizontal}
          name={t('Over each other')}
          aria-pressed={isWiped}
          onClick={() => wipe(isWiped ? undefined : 50)}
        />
      </div>
    </>
  );
};
