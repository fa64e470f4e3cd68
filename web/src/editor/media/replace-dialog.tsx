import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../shared/buttons.js';
import { OpenDialog } from '../../shared/open-dialog.js';
import { useAction } from '../../shared/use-action.js';
import { useFileChoice } from '../../shared/use-file-choice.js';
import type { Asset } from '../../../../clients/typescript/core/types.js';
import { withClip } from '../document.js';
import { useAccess, useShared } from '../shared.js';
import { t } from '../../words/words.js';
import { AssetList, AssetSearch } from './asset-list.js';
import { AssetThumbnail } from './asset-thumbnail.js';
import { withSource } from './asset-uses.js';
import { startUpload } from './upload.js';
import { useAssets } from './use-assets.js';

interface AssetDialogProps {
  /** What is chosen. */
  readonly title: string;
  /** The kinds of assets that fit. */
  readonly kinds: ReadonlyArray<string | undefined>;
  readonly choose: (asset: Asset) => void;
  readonly close: () => void;
}

/** A dialog that chooses the asset of a clip or of a field of it, or uploads it. */
export const AssetDialog = ({ title, kinds, choose, close }: AssetDialogProps) => {
  const access = useAccess();
  const [sent, setSent] = useState(0);
  const latest = useRef(choose); // what is edited may change during an upload
  latest.current = choose;
  const chosen = (asset: Asset): void => {
    if (!kinds.includes(asset.kind)) return;
    latest.current(asset);
    close();
  };
  const { mutate, isPending, data, error } = useAction(
    (file: File) => startUpload(access, file, (bytes) => setSent(bytes / file.size)).asset,
    ['assets'],
  );
  const choice = useFileChoice({
    label: t('File to upload'),
    // Not after the dialog was closed.
    choose: ([file]) => file && mutate(file, { onSuccess: chosen }),
  });
  const isUnfit = data !== undefined && !kinds.includes(data.kind);
  const problem =
    error?.message ?? (isUnfit ? t('{name} does not fit here.', { name: data.name }) : undefined);
  const { typed, type, found, assets } = useAssets(access.client);
  const fitting = assets.filter(({ status, kind }) => status === 'ready' && kinds.includes(kind));
  return (
    <OpenDialog name={title} size="medium" close={close}>
      <h2>{title}</h2>
      <div className="media-panel">
        {choice.input}
        <Button icon={Upload} text={t('Upload a file')} disabled={isPending} onClick={choice.open} />
        {isPending && <progress aria-label={t('Uploading …')} value={sent} />}
        {problem !== undefined && <p role="alert">{problem}</p>}
        <AssetSearch {...{ typed, type }} />
        <AssetList
          {...{ found }}
          assets={fitting}
          className="assets"
          empty={t('Nothing fits. Upload a file.')}
          item={(asset, place) => (
            <li key={asset._id} {...place}>
              <button type="button" onClick={() => chosen(asset)}>
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
