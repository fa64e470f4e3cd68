import { type ReactNode, useMemo } from 'react';
import { Button } from './buttons.js';
import type { Client } from '../../../clients/typescript/core/client.js';
import { recordOf } from '../../../clients/typescript/core/connection.js';
import { DeviationList, type Imported } from './deviations.js';
import { OpenDialog } from './open-dialog.js';
import { useAction } from './use-action.js';
import { useFileChoice } from './use-file-choice.js';
import { useObjectUrl } from './object-urls.js';
import { t } from '../words/words.js';

const readJson = async (file: File): Promise<Record<string, unknown>> => {
  const { default: JSON5 } = await import('json5'); // editly reads it too
  try {
    return JSON5.parse<Record<string, unknown>>(await file.text());
  } catch {
    throw new Error(
      t('{file} is not JSON. Choose the project as the other system exports it.', { file: file.name }),
    );
  }
};

/** The picture in a data URL, as a file: the page may show no other addresses. */
const fileOf = (dataUrl: string): Blob => {
  const [head = '', data = ''] = dataUrl.split(/,(.*)/s);
  const type = /^data:([^;,]+)/.exec(head)?.[1] ?? 'image/svg+xml';
  if (!head.endsWith(';base64')) return new Blob([decodeURIComponent(data)], { type });
  return new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], { type });
};

interface ImportedProps {
  readonly imported: Imported;
  readonly children: ReactNode;
}

/** A preview of a project as a video, and what could not be imported exactly. */
const ImportedProject = ({ imported: { preview, deviations }, children }: ImportedProps) => {
  const picture = useObjectUrl(
    useMemo(() => (preview === undefined ? undefined : fileOf(preview)), [preview]),
  );
  return (
    <>
      {picture !== undefined && <img className="sheet" src={picture} alt={t('Six frames of the video')} />}
      <h3>
        {deviations.length === 0
          ? t('Everything was carried over')
          : t('{count, plural, one {# difference} other {# differences}}', { count: deviations.length })}
      </h3>
      <DeviationList deviations={deviations} />
      {children}
    </>
  );
};

interface ImportProjectProps {
  readonly client: Client;
  /** The label of the button: `Create this video`. */
  readonly action: string;
  readonly take: (imported: Imported) => void;
  readonly isTaking?: boolean;
  readonly close: () => void;
}

/** Imports a project of another system: shows its pictures and the differences before anything is changed. */
export const ImportProject = ({ client, action, take, isTaking, close }: ImportProjectProps) => {
  const read = useAction(async (file: File) => {
    const params = { query: { preview: true } };
    return recordOf(client.api.POST('/v1/import', { params, body: await readJson(file) }));
  });
  const choice = useFileChoice({
    label: t('Project to import'),
    accept: '.json,.json5,.otio,application/json',
    choose: ([file]) => file && read.mutate(file),
  });
  return (
    <OpenDialog name={t('Import a project')} size="medium" close={close}>
      <h2>{t('Import a project')}</h2>
      <p className="empty">
        {t(
          'Projects of Shotstack, Creatomate, JSON2Video, Zvid, editly and VidAPI, and timelines of OpenTimelineIO.',
        )}
      </p>
      {choice.input}
      <Button
        text={read.isPending ? t('Reading …') : t('Choose a file')}
        disabled={read.isPending}
        onClick={choice.open}
      />
      {read.error && <p role="alert">{read.error.message}</p>}
      {read.isPending && <div className="sheet skeleton" />}
      {read.data && (
        <ImportedProject imported={read.data}>
          <Button text={action} className="primary" disabled={isTaking} onClick={() => take(read.data)} />
        </ImportedProject>
      )}
    </OpenDialog>
  );
};
