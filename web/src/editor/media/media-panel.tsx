import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { bodyOf } from '../../../../clients/typescript/core/connection.js';
import type { VideoAccess } from '../../shared/access.js';
import { useSeen } from '../../shared/use-seen.js';
import { useSettled } from '../../shared/use-settled.js';
import type { Asset } from './upload.js';
import { UploadList } from './upload-list.js';
import type { Uploads } from './use-uploads.js';
import './media.css';

interface MediaPanelProps {
  readonly access: VideoAccess;
  readonly uploads: Uploads;
}

/** How long the search waits after a key, ms. */
const TYPING = 250;

const PICTURES: Readonly<Record<string, string>> = { video: 'poster', image: 'poster', audio: 'waveform' };

/** The picture of an asset, read when it comes into view. */
const Thumbnail = ({ asset, access }: { readonly asset: Asset; readonly access: VideoAccess }) => {
  const { element, isSeen } = useSeen<HTMLSpanElement>();
  const [url, setUrl] = useState<string>();
  const picture = PICTURES[asset.kind ?? ''];
  useEffect(() => {
    if (!isSeen || picture === undefined || asset.status !== 'ready') return undefined;
    const ended = new AbortController();
    let made: string | undefined;
    const path = `/v1/assets/${asset._id}/${picture}?width=160`;
    void fetch(path, { headers: access.headers, signal: ended.signal })
      .then(async (response) => {
        if (!response.ok) return;
        made = URL.createObjectURL(await response.blob());
        setUrl(made);
      })
      .catch(() => undefined); // the name is shown instead
    return () => {
      ended.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [isSeen, picture, asset._id, asset.status, access]);
  return (
    <span className="thumbnail" ref={element}>
      {url === undefined ? (asset.kind ?? asset.status) : <img src={url} alt="" />}
    </span>
  );
};

const AssetItem = ({ asset, access, uploads }: MediaPanelProps & { readonly asset: Asset }) => {
  const { name, status, reason, usedBy = [] } = asset;
  const isUsable = status === 'ready' && (asset.kind ?? '') in PICTURES;
  return (
    <li>
      <button
        type="button"
        disabled={!isUsable}
        onClick={() => uploads.use(asset)}
        aria-label={`Add ${name} to the video`}
      >
        <Thumbnail asset={asset} access={access} />
        <span className="asset-name">{name}</span>
      </button>
      {status === 'refused' && <small>{reason}</small>}
      {usedBy.length > 0 && (
        <small>used in {usedBy.length === 1 ? '1 video' : `${usedBy.length} videos`}</small>
      )}
    </li>
  );
};

/** The assets: uploads under way, and what can be added to the video. */
export const MediaPanel = ({ access, uploads }: MediaPanelProps) => {
  const [typed, setTyped] = useState('');
  const name = useSettled(typed.trim(), TYPING);
  const input = useRef<HTMLInputElement>(null);
  const found = useInfiniteQuery({
    queryKey: ['assets', name],
    initialPageParam: '',
    queryFn: ({ pageParam: cursor }) => {
      const query = { limit: 50, ...(name === '' ? {} : { name }), ...(cursor === '' ? {} : { cursor }) };
      return bodyOf(access.client.api.GET('/v1/assets', { params: { query } }));
    },
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  });
  const assets = found.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <div className="media-panel">
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={({ target }) => {
          uploads.add([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <button type="button" className="primary" onClick={() => input.current?.click()}>
        Upload files
      </button>
      <UploadList uploads={uploads} />
      <input
        type="search"
        placeholder="Search"
        aria-label="Search media by name"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {found.error && <p role="alert">{found.error.message}</p>}
      {found.data && assets.length === 0 && <p>Drop files anywhere to add them.</p>}
      <ul className="assets" aria-label="Media">
        {assets.map((asset) => (
          <AssetItem key={asset._id} {...{ asset, access, uploads }} />
        ))}
      </ul>
      {found.hasNextPage && (
        <button type="button" disabled={found.isFetching} onClick={() => void found.fetchNextPage()}>
          More
        </button>
      )}
    </div>
  );
};
