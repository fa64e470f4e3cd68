import { Button } from './buttons.js';
import type { Client } from '../../../clients/typescript/core/client.js';
import { recordOf } from '../../../clients/typescript/core/connection.js';
import type { Render } from '../../../clients/typescript/core/types.js';
import { clipsAlong, labelOfClip } from '../editor/clip-label.js';
import { labelFor } from '../words/labels.js';
import { inLanguage } from '../words/messages/messages.js';
import { t } from '../words/words.js';
import { useAction } from './use-action.js';

/** What an error says of the part of the video whose path it begins with. */
export const saidOf = (path: string, error: string): string => error.slice(`${path}: `.length);

/** Why a render failed, with the name of the part that made it fail. */
const Reason = ({ error = '', errorPath: path, videoData }: Render) => {
  if (path === undefined) return inLanguage(error);
  const clip = clipsAlong(videoData.clips, path).at(-1);
  return (
    <>
      <strong>{clip ? labelOfClip(clip) : labelFor(path.match(/\w+/g)?.[1] ?? path)}</strong>:{' '}
      {inLanguage(saidOf(path, error))}
    </>
  );
};

interface RenderFailureProps {
  readonly client: Client;
  readonly render: Render;
}

/** Why a render failed, and on request the advice of a check of the current video. */
export const RenderFailureText = ({ client, render }: RenderFailureProps) => {
  const check = useAction(() =>
    recordOf(
      client.api.POST('/v1/videos/{id}/check', { params: { path: { id: render.videoId } }, body: {} }),
    ),
  );
  return (
    <div className="failure">
      <p>
        <Reason {...render} />
      </p>
      <Button
        text={check.isPending ? t('Checking …') : t('What can I do?')}
        disabled={check.isPending}
        onClick={() => check.mutate()}
      />
      {check.error && <p role="alert">{check.error.message}</p>}
      {check.data?.problems.length === 0 && (
        <p role="status">{t('The current version of the video has no problems. Request another render.')}</p>
      )}
      {check.data !== undefined && check.data.problems.length > 0 && (
        <ul aria-label={t('Advice')}>
          {check.data.problems.map(({ path, message, remedy }) => (
            <li key={`${path} ${message}`}>
              <code>{path}</code>: {inLanguage(message)}. <strong>{inLanguage(remedy)}</strong>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
