import { OpenDialog } from '../../shared/open-dialog.js';
import type { Asset } from '../../../../clients/typescript/core/types.js';
import { withClip } from '../document.js';
import { useAccess, useShared } from '../shared.js';
import { t } from '../../words/words.js';
import { AssetList, AssetSearch } from './asset-list.js';
import { AssetThumbnail } from './asset-thumbnail.js';
import { withSource } from './asset-uses.js';
import { useAssets } from './use-assets.js';

interface AssetDialogProps {
  /** What is chosen. */
  readonly title: string;
  /** The kinds of assets that fit. */
  readonly kinds: ReadonlyArray<string | undefined>;
  readonly choose: (asset: Asset) => void;
  readonly close: () => void;
}

/** A dialog that chooses the asset of a clip or of a field of it. */
export const AssetDialog = ({ title, kinds, choose, close }: AssetDialogProps) => {
  const access = useAccess();
  const { typed, type, found, assets } = useAssets(access.client);
  const fitting = assets.filter(({ status, kind }) => status === 'ready' && kinds.includes(kind));
  return (
    <OpenDialog name={title} size="medium" close={close}>
      <h2>{title}</h2>
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
                  choose(asset);
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

interface ReplaceDialogProps extends Pick<AssetDialogProps, 'close'> {
  /** The id of the clip whose asset is replaced. */
  readonly id: string;
}

/** Replaces the asset of a clip. The clip keeps its position, times and look. */
export const ReplaceDialog = ({ id, close }: ReplaceDialogProps) => {
  const { document, change } = useShared();
  const choose = (asset: Asset): void => change(withClip(document, id, (clip) => withSource(clip, asset)));
  const { type } = document.clips.find((clip) => clip.id === id) ?? {};
  return <AssetDialog title={t('Replace by')} kinds={[type]} {...{ choose, close }} />;
};
