import { useQuery } from '@tanstack/react-query';
import type { Asset } from '../../../../clients/typescript/core/types.js';
import { ImageOff } from 'lucide-react';
import { useObjectUrl } from '../../shared/object-urls.js';
import type { AssetAccess } from './upload.js';
import { inLanguage } from '../../words/messages/messages.js';
import { t } from '../../words/words.js';
import { kindName } from '../../words/labels.js';

/** The endpoint with the picture of an asset, by its kind. */
const PICTURES: Readonly<Record<string, string>> = { video: 'poster', image: 'poster', audio: 'waveform' };

interface AssetThumbnailProps {
  readonly asset: Asset;
  readonly access: AssetAccess;
}

/** The picture of an asset, or else its kind, or why it is refused. */
export const AssetThumbnail = ({ asset, access }: AssetThumbnailProps) => {
  const { _id, kind, status } = asset;
  const reason = asset.reason === undefined ? undefined : inLanguage(asset.reason);
  const picture = status === 'ready' ? PICTURES[kind ?? ''] : undefined;
  const { data, error } = useQuery({
    queryKey: ['asset', _id, picture],
    enabled: picture !== undefined,
    staleTime: Infinity, // it never changes
    queryFn: async ({ signal }) => {
      const path = `/v1/assets/${_id}/${picture}?width=160`;
      const response = await fetch(path, { headers: access.headers, signal });
      if (!response.ok) throw new Error(t('The service has no picture of {id}.', { id: _id }));
      return response.blob();
    },
  });
  const url = useObjectUrl(data);
  return (
    <span className="thumbnail" title={reason ?? error?.message}>
      {picture === undefined && <small>{reason ?? kindName(kind ?? status)}</small>}
      {error && <ImageOff size={20} />}
      {url !== undefined && <img src={url} alt="" draggable={false} />}
    </span>
  );
};
