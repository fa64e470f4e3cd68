import { Button } from '../../shared/buttons.js';
import type { PendingFile, Uploads } from './uploads.js';
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

/** The action that the state of an upload permits. */
const actionOf = ({ key, name, state, sent, bytes }: PendingFile, { pause, resume, dismiss }: Uploads) => {
  if (state === 'paused')
    return { text: t('Resume'), 'aria-label': t('Resume {name}', { name }), onClick: () => resume(key) };
  if (state === 'failed')
    return { text: t('Dismiss'), 'aria-label': t('Dismiss {name}', { name }), onClick: () => dismiss(key) };
  if (state !== 'sending' || sent === bytes) return undefined;
  return { text: t('Pause'), 'aria-label': t('Pause {name}', { name }), onClick: () => pause(key) };
};

const Row = ({ file, uploads }: { readonly file: PendingFile; readonly uploads: Uploads }) => {
  const { name, state, sent, bytes } = file;
  const action = actionOf(file, uploads);
  return (
    <li>
      <span className="upload-name">{name}</span>
      <span role={state === 'failed' ? 'alert' : undefined}>{stateText(file)}</span>
      {state !== 'failed' && (
        <progress aria-label={t('Upload of {name}', { name })} max={Math.max(1, bytes)} value={sent} />
      )}
      {action && <Button {...action} />}
    </li>
  );
};

/** Files on their way, and those that were refused, until they are dismissed: over the stage, whichever panel is open. */
export const UploadList = ({ uploads }: { readonly uploads: Uploads }) => {
  const failed = uploads.pending.filter(({ state }) => state === 'failed');
  if (uploads.pending.length === 0) return null;
  return (
    <ul className="uploads" aria-label={t('Uploads')}>
      {uploads.pending.map((file) => (
        <Row key={file.key} file={file} uploads={uploads} />
      ))}
      {failed.length > 1 && (
        <li>
          <Button
            text={t('Dismiss all {count}', { count: failed.length })}
            onClick={() => failed.forEach(({ key }) => uploads.dismiss(key))}
          />
        </li>
      )}
    </ul>
  );
};
