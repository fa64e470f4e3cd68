import { Download, GitCompareArrows } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../shared/buttons.js';
import type { VideoAccess } from '../shared/access.js';
import { LinkNote } from '../shared/link-note.js';
import { loaded } from '../shared/loaded.js';
import { OpenDialog } from '../shared/open-dialog.js';
import { downloadOf } from '../shared/outputs.js';
import { ago, bytesText, dateText, lengthText } from '../shared/texts.js';
import { t } from '../words/words.js';
import type { Viewing } from './player.js';

export interface ViewProps {
  readonly access: VideoAccess;
  readonly content: Viewing;
}

/** Loaded when somebody first compares. */
const VersionList = loaded(async () => (await import('../versions/version-list.js')).VersionList);

/** Shows those who review how the version differs from earlier ones. */
const CompareButton = ({ access, content: { durationMs } }: ViewProps) => {
  const [isOpen, open] = useState(false);
  return (
    <>
      <Button icon={GitCompareArrows} text={t('Compare versions')} onClick={() => open(true)} />
      {isOpen && (
        <OpenDialog name={t('Versions of this video')} size="narrow" close={() => open(false)}>
          <VersionList access={access} duration={durationMs ?? 'auto'} />
        </OpenDialog>
      )}
    </>
  );
};

/** The name of the video, what it is, and its file. */
export const Heading = ({ content, access }: ViewProps) => {
  const { name, version, updatedAt, durationMs, file } = content;
  return (
    <div className="view-head">
      <div>
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <p>
          {t('Version {version}', { version })}
          {durationMs !== undefined && ` · ${lengthText(durationMs)}`}
          {' · '}
          <time dateTime={updatedAt} title={dateText(updatedAt)}>
            {ago(updatedAt)}
          </time>
        </p>
        <LinkNote link={access.link} />
      </div>
      <div className="buttons">
        {access.link.mayReview && version > 1 && <CompareButton {...{ access, content }} />}
        {file && (
          <a className="button primary" href={downloadOf(file.url)} download>
            <Download size={15} aria-hidden="true" /> {t('Download')}
            <small>
              {file.format.toUpperCase()}, {bytesText(file.bytes)}
            </small>
          </a>
        )}
      </div>
    </div>
  );
};
