import { OpenDialog } from '../../shared/open-dialog.js';
import { withClip } from '../document.js';
import { useAccess, useShared } from '../shared.js';
import { t } from '../../words/words.js';
import { AssetList, AssetSearch } from './asset-list.js';
import { AssetThumbnail } from './asset-thumbnail.js';
import { withSource } from './asset-uses.js';
import { useAssets } from './use-assets.js';

interface ReplaceDialogProps {
  /** The id of the clip whose asset is replaced. */
  readonly id: string;
  readonly close: () => void;
}

/** A dialog that replaces the asset of a clip. The clip keeps its position, times and look. */
export const ReplaceDialog = ({ id, close }: ReplaceDialogProps) => {
  const access = useAccess();
  const { document, change } = useShared();
  const { typed, type, found, assets } = useAssets(access.client);
  const kind = document.clips.find((clip) => clip.id === id)?.type;
  const fitting = assets.filter((asset) => asset.status === 'ready' && asset.kind === kind);
  return (
    <OpenDialog name={t('Replace')} size="medium" close={close}>
      <h2>{t('Replace by')}</h2>
      <div className="media-panel">
        <AssetSearch {...{ typed, type }} />
        <AssetList
          {...{ found }}
          assets={fitting}
          className="assets"
          empty={t('Nothing fits. Upload a file in the panel Media first.')}
          item={(asset, place) => (
            <li key={asset._id} {...place}>
              <button
                type="button"
                onClick={() => {
                  change(withClip(document, id, (clip) => withSource(clip, asset)));
                  close();
                }}
              >
                <AssetThumbnail {...{ asset, access }} />
                <span className="asset-name">{asset.name}</span>
              </button>
            </li>
          )}
        />
      </div>
    </OpenDialog>
  );
};
