import { useEffect, useState } from 'react';
import { useSeen } from '../../shared/use-seen.js';
import type { Asset, AssetAccess } from './upload.js';

/** The pictures that the service has of the kinds of assets. */
const PICTURES: Readonly<Record<string, string>> = { video: 'poster', image: 'poster', audio: 'waveform' };

interface AssetThumbnailProps {
  readonly asset: Asset;
  readonly access: AssetAccess;
}

/** The picture of an asset, read when it comes into view. */
export const AssetThumbnail = ({ asset, access }: AssetThumbnailProps) => {
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
