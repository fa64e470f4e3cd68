import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, type Client } from '../../../clients/typescript/core/client.js';
import { bodyOf } from '../../../clients/typescript/core/connection.js';
import { queue } from '../shared/queue.js';
import { spareRequest } from '../shared/rate-limits.js';
import { useObjectUrl } from '../shared/object-urls.js';
import { useSeen } from '../shared/use-seen.js';
import { t } from '../words/words.js';

/** The service limits the concurrent previews of an owner. */
const queued = queue(1);

export interface Shown {
  readonly client: Client;
  readonly videoId: string;
  /** A version, or `since` when the video has its current content. */
  readonly version: number | { readonly since: string };
  /** Width of the picture, px. */
  readonly width: number;
}

const draw = ({ client, videoId, version, width }: Shown, t: number, signal: AbortSignal): Promise<Blob> => {
  const how = { headers: { accept: 'image/jpeg' }, parseAs: 'blob', signal } as const;
  const query = { t, width };
  return queued(async () => {
    await spareRequest(signal);
    return typeof version === 'number'
      ? bodyOf<Blob>(
          client.api.GET('/v1/videos/{id}/versions/{version}/frame', {
            params: { path: { id: videoId, version: String(version) }, query },
            ...how,
          }),
        )
      : bodyOf<Blob>(
          client.api.GET('/v1/videos/{id}/frame', { params: { path: { id: videoId }, query }, ...how }),
        );
  });
};

/** The query for a frame. @param orAt the time that is asked for instead if the video has ended by then, ms */
export const frameQuery = (shown: Shown, at: number, orAt?: number) =>
  queryOptions({
    queryKey: ['frame', shown.videoId, shown.version, at, shown.width],
    staleTime: Infinity, // a version never changes
    retry: false,
    queryFn: ({ signal }) =>
      draw(shown, at, signal).catch((failure: unknown) => {
        const isDrawnAtNoTime = failure instanceof ApiError && failure.status === 422;
        if (orAt === undefined || isDrawnAtNoTime || signal.aborted) throw failure;
        return draw(shown, orAt, signal);
      }),
  });

interface FrameProps extends Shown {
  /** The time of the frame, ms. */
  readonly at: number;
  /** The time that is shown instead if the video has ended by then, ms. */
  readonly orAt?: number;
  readonly label: string;
  /** Whether the picture is shown in a box of 16:9, whatever its shape. */
  readonly isBoxed?: boolean;
  /** Whether the last picture is shown until that of another time is there. */
  readonly isMoving?: boolean;
}

/** A frame of a version of a video, drawn by the service once it comes into view. */
export const VersionFrame = ({
  at,
  orAt,
  label,
  isBoxed = false,
  isMoving = false,
  ...shown
}: FrameProps) => {
  const { element, isSeen } = useSeen<HTMLDivElement>();
  const { data, error } = useQuery({
    ...frameQuery(shown, at, orAt),
    enabled: isSeen,
    ...(isMoving ? { placeholderData: keepPreviousData } : {}),
  });
  const url = useObjectUrl(data);
  return (
    <div
      className={`frame${isBoxed ? ' boxed' : ''}${url === undefined ? ' placeholder' : ''}${url === undefined && !error ? ' skeleton' : ''}`}
      ref={element}
      style={{ width: shown.width }}
    >
      {url !== undefined && <img src={url} alt={label} />}
      {error && <span title={error.message}>{t('No picture')}</span>}
    </div>
  );
};

/** A frame at a time that moves on: the next one is drawn when the last one is there. */
export const MovingFrame = ({ at, ...frame }: FrameProps) => {
  const [asked, ask] = useState(at);
  const { isFetching } = useQuery({ ...frameQuery(frame, asked), enabled: false });
  useEffect(() => {
    if (!isFetching) ask(at);
  }, [isFetching, at]);
  return <VersionFrame {...frame} at={asked} isMoving />;
};

interface ThumbnailProps extends Shown {
  readonly label: string;
  /** About how long the video plays, ms, if that is known. */
  readonly duration: number | 'auto';
}

/** A small picture of a video, not of its very beginning, which is often black. */
export const Thumbnail = ({ duration, ...shown }: ThumbnailProps) => (
  <VersionFrame {...shown} isBoxed at={duration === 'auto' ? 0 : Math.floor(duration / 2)} orAt={0} />
);
