import { ago, bytesText, lengthText } from '../shared/texts.js';
import { AssetList, AssetSearch, usedText } from '../editor/media/asset-list.js';
import { AssetThumbnail } from '../editor/media/asset-thumbnail.js';
import type { Asset } from '../../../clients/typescript/core/types.js';
import { useAssets } from '../editor/media/use-assets.js';
import { t } from '../words/words.js';
import type { SectionProps } from './sections.js';
import { kindName } from '../words/labels.js';

const factsOf = ({ kind, width, height, durationMs, bytes }: Asset): string =>
  [
    kind !== undefined && kindName(kind),
    width !== undefined && height !== undefined && `${width} × ${height}`,
    durationMs !== undefined && lengthText(durationMs),
    bytes !== undefined && bytesText(bytes),
  ]
    .filter(Boolean)
    .join(' · ');

/** The files of the owner, with their properties, sizes and uses. */
export const MediaSection = ({ client, access }: SectionProps) => {
  const { typed, type, found, assets } = useAssets(client);
  const bytes = assets.reduce((sum, asset) => sum + (asset.bytes ?? 0), 0);
  return (
    <>
      <div className="list-head">
        <h2>{t('Media')}</h2>
        {assets.length > 0 && !found.hasNextPage && (
          <small>
            {t('{count, plural, one {# file} other {# files}}', { count: assets.length })}, {bytesText(bytes)}
          </small>
        )}
        <AssetSearch {...{ typed, type }} />
      </div>
      <AssetList
        {...{ found, assets }}
        className="cards small"
        empty={t('No media yet: upload files when you begin a video, or in the editor.')}
        item={(asset, place) => (
          <li key={asset._id} className="card" aria-label={asset.name} {...place}>
            <AssetThumbnail asset={asset} access={access} />
            <div className="card-text">
              <strong className="card-name">{asset.name}</strong>
              <small>{factsOf(asset)}</small>
              <small>{[ago(asset.createdAt), usedText(asset)].filter(Boolean).join(', ')}</small>
            </div>
          </li>
        )}
      />
    </>
  );
};
