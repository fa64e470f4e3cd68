import { useQuery } from '@tanstack/react-query';
import { useObjectUrl } from '../../shared/use-object-url.js';
import { useSeen } from '../../shared/use-seen.js';
import type { Asset, AssetAccess } from './upload.js';
import { t } from '../../words/words.js';
import { kindName } from '../../words/labels.js';

/** The pictures that the service has of the kinds of assets. */
const PICTURES: Readonly<Record<string, string>> = { video: 'poster', image: 'poster', audio: 'waveform' };

interface AssetThumbnailProps {
  readonly asset: Asset;
  readonly access: AssetAccess;
}

/** The picture of an asset, read when it comes into view; what it is where there is none. */
export const AssetThumbnail = ({ asset: { _id, kind, status }, access }: AssetThumbnailProps) => {
  const { element, isSeen } = useSeen<HTMLSpanElement>();
  const picture = PICTURES[kind ?? ''];
  const { data } = useQuery({
    queryKey: ['asset', _id, picture],
    enabled: isSeen && picture !== undefined && status === 'ready',
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
    <span className="thumbnail" ref={element}>
      {url === undefined ? kindName(kind ?? status) : <img src={url} alt="" />}
    </span>
  );
};
