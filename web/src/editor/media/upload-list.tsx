import type { PendingFile, Uploads } from './use-uploads.js';

const percent = ({ sent, bytes }: PendingFile): number =>
  bytes === 0 ? 100 : Math.round((sent / bytes) * 100);

const stateText = (file: PendingFile): string => {
  switch (file.state) {
    case 'waiting':
      return 'Waiting';
    case 'paused':
      return `Paused at ${percent(file)} %`;
    case 'failed':
      return file.problem ?? 'Failed';
    case 'sending':
      return file.sent === file.bytes ? 'Being read' : `${percent(file)} %`;
  }
};

const Row = ({ file, uploads }: { readonly file: PendingFile; readonly uploads: Uploads }) => {
  const { key, name, state, sent, bytes } = file;
  return (
    <li>
      <span className="upload-name">{name}</span>
      <span role={state === 'failed' ? 'alert' : undefined}>{stateText(file)}</span>
      {state !== 'failed' && (
        <progress aria-label={`Upload of ${name}`} max={Math.max(1, bytes)} value={sent} />
      )}
      {state === 'sending' && sent < bytes && (
        <button type="button" onClick={() => uploads.pause(key)} aria-label={`Pause ${name}`}>
          Pause
        </button>
      )}
      {state === 'paused' && (
        <button type="button" onClick={() => uploads.resume(key)} aria-label={`Resume ${name}`}>
          Resume
        </button>
      )}
      {state === 'failed' && (
        <button type="button" onClick={() => uploads.dismiss(key)} aria-label={`Dismiss ${name}`}>
          Dismiss
        </button>
      )}
    </li>
  );
};

/** The files that are being uploaded, each with its progress. */
export const UploadList = ({ uploads }: { readonly uploads: Uploads }) =>
  uploads.pending.length > 0 && (
    <ul className="uploads" aria-label="Uploads">
      {uploads.pending.map((file) => (
        <Row key={file.key} file={file} uploads={uploads} />
      ))}
    </ul>
  );
