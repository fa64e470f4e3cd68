import type { PendingFile, Uploads } from './use-uploads.js';
import { t } from '../../words/words.js';
import { percentText } from '../../shared/texts.js';

const percentOf = ({ sent, bytes }: PendingFile): string => percentText(bytes === 0 ? 1 : sent / bytes);

const stateText = (file: PendingFile): string => {
  switch (file.state) {
    case 'waiting':
      return t('Waiting');
    case 'paused':
      return t('Paused at {percent}', { percent: percentOf(file) });
    case 'failed':
      return file.problem ?? t('Failed');
    case 'sending':
      return file.sent === file.bytes ? t('Being read') : percentOf(file);
  }
};

const Row = ({ file, uploads }: { readonly file: PendingFile; readonly uploads: Uploads }) => {
  const { key, name, state, sent, bytes } = file;
  return (
    <li>
      <span className="upload-name">{name}</span>
      <span role={state === 'failed' ? 'alert' : undefined}>{stateText(file)}</span>
      {state !== 'failed' && (
        <progress aria-label={t('Upload of {name}', { name })} max={Math.max(1, bytes)} value={sent} />
      )}
      {state === 'sending' && sent < bytes && (
        <button type="button" onClick={() => uploads.pause(key)} aria-label={t('Pause {name}', { name })}>
          {t('Pause')}
        </button>
      )}
      {state === 'paused' && (
        <button type="button" onClick={() => uploads.resume(key)} aria-label={t('Resume {name}', { name })}>
          {t('Resume')}
        </button>
      )}
      {state === 'failed' && (
        <button type="button" onClick={() => uploads.dismiss(key)} aria-label={t('Dismiss {name}', { name })}>
          {t('Dismiss')}
        </button>
      )}
    </li>
  );
};

export const UploadList = ({ uploads }: { readonly uploads: Uploads }) =>
  uploads.pending.length > 0 && (
    <ul className="uploads" aria-label={t('Uploads')}>
      {uploads.pending.map((file) => (
        <Row key={file.key} file={file} uploads={uploads} />
      ))}
    </ul>
  );
