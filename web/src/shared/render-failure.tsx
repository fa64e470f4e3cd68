import type { Client } from '../../../clients/typescript/core/client.js';
import type { Render } from '../../../clients/typescript/core/types.js';
import { clipsAlong, labelOfClip } from '../editor/clip-label.js';
import { drawnDocument } from '../editor/variables/shown-document.js';
import { labelFor } from '../words/labels.js';
import { inLanguage } from '../words/messages/messages.js';
import { t } from '../words/words.js';
import { Button } from './buttons.js';
import { useAction } from './use-action.js';

/** What an error says of the part of the video whose path it begins with. */
export const saidOf = (path: string, error: string): string => error.slice(`${path}: `.length);

interface RenderFailureProps {
  readonly client: Client;
  readonly render: Render;
  /** Leads to a field of a clip, or of the video, where the video is open. */
  readonly lead?: ((clipId: string | undefined, path: string) => void) | undefined;
}

interface PartProps extends Pick<RenderFailureProps, 'lead'>, Pick<Render['videoData'], 'clips'> {
  readonly path: string;
}

/** The name of the part of a video at a path, which leads there if it can. */
const Part = ({ clips, path, lead }: PartProps) => {
  const along = clipsAlong(clips, path);
  const clip = along.at(-1);
  const text = clip ? labelOfClip(clip) : labelFor(path.match(/\w+/g)?.[1] ?? path);
  if (!lead) return <strong>{text}</strong>;
  const field = path.replace(/^(?:clips\[\d+\]|metadata)\.?/, '');
  return <Button text={text} className="quiet" onClick={() => lead(along[0]?.id, field)} />;
};

/** Why a render failed, and on request the advice of a check of the current video. */
export const RenderFailureText = ({ client, render, lead }: RenderFailureProps) => {
  const { error = '', errorPath, videoData, videoId } = render;
  const check = useAction(async () => {
    const [{ problems }, video] = await Promise.all([
      client.videos.check(videoId),
      client.videos.get(videoId),
    ]);
    return { problems, clips: drawnDocument(video).clips };
  });
  return (
    <div className="failure">
      <p>
        {errorPath !== undefined && (
          <>
            <Part path={errorPath} clips={videoData.clips} lead={lead} />
            {': '}
          </>
        )}
        {inLanguage(errorPath === undefined ? error : saidOf(errorPath, error))}
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
              <Part {...{ path, lead }} clips={check.data.clips} />: {inLanguage(message)}.{' '}
              <strong>{inLanguage(remedy)}</strong>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
