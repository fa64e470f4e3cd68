import { useRef } from 'react';
import type { VideoAccess } from '../../shared/access.js';
import { CLIPS } from './asset-clip.js';
import { AssetThumbnail } from './asset-thumbnail.js';
import type { Asset } from './upload.js';
import { UploadList } from './upload-list.js';
import { useAssets } from './use-assets.js';
import type { Uploads } from './use-uploads.js';

interface MediaPanelProps {
  readonly access: VideoAccess;
  readonly uploads: Uploads;
}

const AssetItem = ({ asset, access, uploads }: MediaPanelProps & { readonly asset: Asset }) => {
  const { name, status, reason, usedBy = [] } = asset;
  const isUsable = status === 'ready' && CLIPS.has(asset.kind ?? '');
  return (
    <li>
      <button
        type="button"
        disabled={!isUsable}
        onClick={() => uploads.use(asset)}
        aria-label={`Add ${name} to the video`}
      >
        <AssetThumbnail asset={asset} access={access} />
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
  const input = useRef<HTMLInputElement>(null);
  const { typed, type, found, assets } = useAssets(access.client);
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
        onChange={({ target }) => type(target.value)}
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
