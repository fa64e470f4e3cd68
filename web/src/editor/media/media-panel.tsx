import { CircleDot, Link, Upload } from 'lucide-react';
import { useState } from 'react';
import { AddMedia } from '../add/add-media.js';
import type { ItemAttributes } from '../../shared/use-near.js';
import { Button, IconButton } from '../../shared/buttons.js';
import { useFileChoice } from '../../shared/use-file-choice.js';
import { CLIPS } from './asset-uses.js';
import { draggedAsset } from './asset-drop.js';
import { AssetList, AssetSearch, usedText } from './asset-list.js';
import { AssetThumbnail } from './asset-thumbnail.js';
import { ImportSection } from './import-section.js';
import { RecordDialog } from './record/record-dialog.js';
import type { Asset } from '../../../../clients/typescript/core/types.js';
import { useAssets } from './use-assets.js';
import { useAccess, useShared } from '../shared.js';
import { t } from '../../words/words.js';

const AssetItem = ({ asset, place }: { readonly asset: Asset; readonly place: ItemAttributes }) => {
  const access = useAccess();
  const { uploads } = useShared();
  const { name } = asset;
  const used = usedText(asset);
  const isUsable = asset.status === 'ready';
  return (
    <li {...place}>
      <button
        type="button"
        disabled={!isUsable}
        onClick={() => uploads.use(asset)}
        {...(isUsable ? draggedAsset(asset) : {})}
        // Other assets have a visible text.
        aria-label={
          isUsable && CLIPS.has(asset.kind ?? '') ? t('Add {name} to the video', { name }) : undefined
        }
      >
        <AssetThumbnail asset={asset} access={access} />
        <span className="asset-name">{name}</span>
      </button>
      {used !== undefined && <small>{t('used {used}', { used })}</small>}
    </li>
  );
};

/** The media panel: the assets, and the import of projects. */
export const MediaPanel = () => {
  const { client } = useAccess();
  const { uploads } = useShared();
  const choice = useFileChoice({ label: t('Files to upload'), multiple: true, choose: uploads.add });
  const [isRecording, setRecording] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const keep = (file: File): void => {
    uploads.add([file]);
    setRecording(false);
  };
  const { typed, type, found, assets } = useAssets(client);
  return (
    <div className="media-panel">
      {choice.input}
      <div className="tools tight">
        <Button icon={Upload} text={t('Upload files')} className="primary" onClick={choice.open} />
        <IconButton icon={CircleDot} name={t('Record')} onClick={() => setRecording(true)} />
        <IconButton icon={Link} name={t('From an address')} onClick={() => setAdding(true)} />
      </div>
      {isAdding && <AddMedia close={() => setAdding(false)} />}
      {isRecording && <RecordDialog done={keep} close={() => setRecording(false)} />}
      <AssetSearch {...{ typed, type }} />
      <AssetList
        {...{ found, assets }}
        className="assets"
        empty={t('Drop files anywhere to add them.')}
        item={(asset, place) => <AssetItem key={asset._id} {...{ asset, place }} />}
      />
      <ImportSection />
    </div>
  );
};
