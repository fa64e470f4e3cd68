import { useQuery } from '@tanstack/react-query';
import { Share } from 'lucide-react';
import { useState } from 'react';
import { bodyOf } from '../../../../clients/typescript/core/connection.js';
import { sameJson } from '../../../../domain/codec/json.js';
import { isFinished } from '../../../../clients/typescript/core/renders.js';
import type { Render } from '../../../../clients/typescript/core/types.js';
import { Button } from '../../shared/buttons.js';
import { CopyButton } from '../../shared/copy-button.js';
import { OutputExpiry, RENDER_STATES, hasExpired, renderedVersion } from '../../shared/outputs.js';
import { OutputButtons } from '../../shared/output-buttons.js';
import { paced } from '../../shared/rate-limits.js';
import { RenderFailureText } from '../../shared/render-failure.js';
import { useAction } from '../../shared/use-action.js';
import { MovingFrame, VersionFrame } from '../../versions/frame.js';
import { useAccess, useShared } from '../shared.js';
import { versionOf } from '../document.js';
import { nameOf } from '../variables/shown-document.js';
import { ExportEstimate } from './estimate.js';
import { AT_FIRST, ExportSettings, renderOptionsOf } from './export-settings.js';
import { t } from '../../words/words.js';
import { momentText, percentText } from '../../shared/texts.js';

/** The interval at which unfinished renders are read again, in ms. */
const REFRESH = 1000;
/** The number of renders in the list. */
const LISTED = 20;

interface RenderItemProps {
  readonly render: Render;
  readonly cancel: (id: string) => void;
  readonly close: () => void;
}

/** The progress of a render, and the frame that it has reached. */
const Progress = ({ render, cancel }: Omit<RenderItemProps, 'close'>) => {
  const { client, videoId } = useAccess();
  const { duration } = useShared().places;
  const { _id, progress, videoVersion } = render;
  return (
    <>
      <MovingFrame
        {...{ client, videoId }}
        version={videoVersion}
        at={Math.floor(progress * (duration - 1))}
        width={160}
        isBoxed
        label={t('The frame that is rendered')}
      />
      <div className="buttons">
        <progress
          value={progress}
          aria-label={t('Progress of the render of version {version}', { version: videoVersion })}
        />
        <output>{percentText(progress)}</output>
        <Button text={t('Cancel')} onClick={() => cancel(_id)} />
      </div>
    </>
  );
};

const RenderItem = (props: RenderItemProps) => {
  const { render, close } = props;
  const { client } = useAccess();
  const { select, showPanel, seekField } = useShared();
  const { status, outputUrl, error, createdAt, videoVersion } = render;
  const lead = (clipId: string | undefined, path: string): void => {
    close();
    select(clipId);
    showPanel('Edit');
    seekField(path);
  };
  return (
    <li>
      <div className="render-head">
        <strong>{renderedVersion(render)}</strong>
        <time dateTime={createdAt}>{momentText(createdAt)}</time>
        <span className={`badge ${status}`}>{RENDER_STATES[status]}</span>
      </div>
      {!isFinished(render) && <Progress {...props} />}
      {error !== undefined && <RenderFailureText {...{ client, render, lead }} />}
      {outputUrl !== undefined && !hasExpired(render) && (
        <OutputButtons {...{ render }} label={t('Render of version {version}', { version: videoVersion })}>
          <CopyButton name={t('Copy link')} text={() => outputUrl} />
        </OutputButtons>
      )}
      <OutputExpiry render={render} />
    </li>
  );
};

/** Requests renders of the stored video, and shows their progress and their outputs. */
export const ServiceRenders = ({ close }: Pick<RenderItemProps, 'close'>) => {
  const { client, videoId } = useAccess();
  const { document, places, isSaved, saving, ms } = useShared();
  const name = nameOf(document);
  const [settings, set] = useState(AT_FIRST);
  const key = ['renders', videoId];
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: () => bodyOf(client.api.GET('/v1/renders', { params: { query: { videoId, limit: LISTED } } })),
    refetchInterval: ({ state }) => (state.data?.data.every(isFinished) === false ? paced(REFRESH) : false),
  });
  const request = useAction(() => client.renders.create(videoId, renderOptionsOf(settings, places, ms)), key);
  const cancel = useAction((id: string) => client.renders.cancel(id), key);
  const problem = request.error ?? cancel.error ?? error;
  return (
    <section className="option" aria-labelledby="service-option">
      <h2 id="service-option">{t('Export {name}', { name })}</h2>
      <VersionFrame
        {...{ client, videoId }}
        version={versionOf(saving.saved.etag)}
        at={Math.round(ms)}
        width={240}
        label={t('Picture of {name}', { name })}
        isBoxed
      />
      <ExportSettings {...{ settings, set }} />
      <div className="buttons">
        <Button
          icon={Share}
          text={t('Start export')}
          className="primary"
          disabled={!isSaved || request.isPending}
          onClick={() => request.mutate()}
        />
        {!isSaved && <span>{t('Available when all changes are saved.')}</span>}
        {isSaved && sameJson(settings, AT_FIRST) && <ExportEstimate />}
      </div>
      {problem && <p role="alert">{problem.message}</p>}
      <ol className="renders" aria-label={t('Exports')}>
        {/* Listening for captions cancels its render. */}
        {data?.data.map(
          (render) =>
            render.status !== 'cancelled' && (
              <RenderItem key={render._id} {...{ render, close }} cancel={cancel.mutate} />
            ),
        )}
      </ol>
    </section>
  );
};
