import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Clip } from '../../../../clients/typescript/core/types.js';
import type { Placement } from '../../../../domain/composition/geometry/geometry.js';
import { queue } from '../../shared/queue.js';
import { useSeen } from '../../shared/use-seen.js';
import { useSettled } from '../../shared/use-settled.js';
import { useDrawn } from '../add/use-drawn.js';
import type { Document } from '../document.js';
import type { PlacedClip } from '../places.js';
import { useAccess } from '../shared.js';
import { t } from '../../words/words.js';

/** Height of the pictures, px: that of the rows, on screens of high density. */
export const HEIGHT = 92;
/** How many pictures a filmstrip may have: they are kept in memory. */
const MOST_TILES = 32;
/** The distance of the pictures, CSS px: about the width of one. */
const TILE = 80;
/** Parts of a waveform. */
export const PEAKS = 1024;
/** How long the times of a clip rest before its content is read again, ms. */
const SETTLE = 300;

/** Few sources are read at a time: the others wait, and memory is bounded. */
export const queued = queue(2);

/** The code that decodes media is loaded when it is first needed. */
export const pictures = () => import('../../compositor/media-pictures.js');

interface ContentProps {
  readonly placed: PlacedClip;
  readonly source: string;
  /** Width of the clip on the timeline, CSS px. */
  readonly width: number;
  readonly isReadable: boolean;
}

export interface PictureProps extends Pick<ContentProps, 'placed'> {
  readonly clip: Clip;
}

/** Reads the content of a clip once it is seen, and again after its times have changed. */
const useContent = <Content,>(
  kind: string,
  { placed, source, isReadable }: ContentProps,
  count: number,
  read: (signal: AbortSignal) => Promise<Content>,
) => {
  const { element, isSeen } = useSeen<HTMLSpanElement>();
  const { timeFrame, keyframes } = placed.resolved;
  const length = timeFrame.end - timeFrame.start;
  const now = JSON.stringify([source, { ...timeFrame, start: 0, end: length }, keyframes, count]);
  const settled = useSettled(now, SETTLE);
  const { data, error } = useQuery({
    queryKey: [kind, settled],
    enabled: isSeen && isReadable && settled === now,
    staleTime: Infinity,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: () => queued(read),
  });
  return { element, data, problem: error?.message };
};

/** Drawn by the style sheet: the name of the bar need not contain it. */
export const Unread = ({ words }: { readonly words: string }) => (
  <span className="unread" data-word={words} />
);

interface TileProps {
  readonly picture: CanvasImageSource;
  /** Where it is, and how wide its place is, in per cent of the clip. */
  readonly left: number;
  readonly width: number;
}

const Tile = ({ picture, left, ...place }: TileProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = picture as HTMLCanvasElement;
  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(picture, 0, 0);
  }, [picture]);
  return (
    <canvas
      ref={canvas}
      width={width}
      height={height}
      style={{ left: `${left}%`, width: `${place.width}%` }}
    />
  );
};

/** Frames of a video clip, each at the time at which it shows. */
export const Filmstrip = (props: ContentProps) => {
  const { placed, width } = props;
  const access = useAccess();
  // Powers of two: zooming seldom asks for other pictures.
  const count = Math.min(MOST_TILES, 2 ** Math.ceil(Math.log2(Math.max(1, width / TILE))));
  const { element, data, problem } = useContent('filmstrip', props, count, async (signal) =>
    (await pictures()).filmstripOf(access, placed.resolved, count, HEIGHT, signal),
  );
  return (
    <span className="clip-content filmstrip" ref={element} aria-hidden="true" title={problem}>
      {problem !== undefined && <Unread words={t('No pictures')} />}
      {data?.map(
        (picture, index) =>
          picture && (
            <Tile
              key={index}
              picture={picture}
              left={(100 * index) / data.length}
              width={100 / data.length}
            />
          ),
      )}
    </span>
  );
};

/** The document of a picture alone, in its box. */
const alone = (clip: Clip, { box }: Placement): Document => {
  const { transition: _, keyframes: __, motion: ___, effects: ____, transform: _____, ...still } = clip;
  const size = { width: Math.ceil(box.width), height: Math.ceil(box.height) };
  const shown = { ...still, size, position: { x: 0, y: 0 }, timeFrame: { start: 0, end: 1000 } } as Clip;
  const metadata = { name: 'picture', duration: 1000, backgroundColor: '#e3daf8', canvas: size };
  return { metadata, clips: [shown] } as Document;
};

/** A picture, side by side along its clip. */
export const Picture = ({ clip, placed: { placement } }: PictureProps) => {
  const { width = 1, height = 1 } = placement?.box ?? {};
  const shownWidth = Math.max(16, Math.min(400, Math.round((HEIGHT * width) / height)));
  const document = placement && alone(clip, placement);
  const { element, url } = useDrawn<HTMLSpanElement>(document, 0, shownWidth);
  return (
    <span
      className="clip-content"
      ref={element}
      aria-hidden="true"
      style={url === undefined ? {} : { background: `url(${url}) repeat-x left / auto 100%` }}
    />
  );
};

/** The level of a sound clip over time. */
export const Waveform = (props: ContentProps) => {
  const { placed } = props;
  const access = useAccess();
  const canvas = useRef<HTMLCanvasElement>(null);
  const { element, data, problem } = useContent('waveform', props, PEAKS, async (signal) =>
    (await pictures()).peaksOf(access, placed.resolved, PEAKS, signal),
  );
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !data) return;
    context.clearRect(0, 0, PEAKS, HEIGHT);
    context.fillStyle = '#35a577';
    data.forEach((peak, index) => {
      const height = Math.max(1, Math.min(1, peak) * HEIGHT);
      context.fillRect(index, (HEIGHT - height) / 2, 1, height);
    });
  }, [data]);
  return (
    <span className="clip-content waveform" ref={element} aria-hidden="true" title={problem}>
      {problem !== undefined && <Unread words={t('No waveform')} />}
      <canvas ref={canvas} width={PEAKS} height={HEIGHT} data-drawn={data !== undefined} />
    </span>
  );
};
