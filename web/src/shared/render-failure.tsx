import { Button } from './buttons.js';
import type { Client } from '../../../clients/typescript/core/client.js';
import { recordOf } from '../../../clients/typescript/core/connection.js';
import type { Render } from '../../../clients/typescript/core/types.js';
import { labelOfClip } from '../editor/clip-label.js';
import { labelFor } from '../words/labels.js';
import { inLanguage } from '../words/messages/messages.js';
import { t } from '../words/words.js';
import { useAction } from './use-action.js';

type Clips = Render['videoData']['clips'];

/**
 * The path of the clip, the soundtrack or the font that a message of the service is about, such as `clips[2]` of
 * `clips[2].effects: …`, and what it says of it. Undefined if it is about none.
 */
export const saidOfPart = (message: string) => {
  const [, path, text] =
    /^((?:\.?clips\[\d+\])+|metadata\.(?:soundtrack|fonts\[\d+\]))\S*: (.*)$/s.exec(message) ?? [];
  return path === undefined || text === undefined ? undefined : { path, text };
};

/** A text that begins with the path of a part of the video, with its name instead. */
const Named = ({ text, clips }: { readonly text: string; readonly clips: Clips }) => {
  const { path = '', text: said = '' } = saidOfPart(text) ?? {};
  const [first, ...within] = [...path.matchAll(/\d+/g)].map(Number);
  const outer = first === undefined ? undefined : clips[first];
  const clip = within.reduce<Clips[number] | undefined>(
    (group, index) => (group?.type === 'group' ? group.clips[index] : undefined),
    outer,
  );
  const [, part] = /^metadata\.(\w+)/.exec(path) ?? [];
  const name = part === undefined ? clip && labelOfClip(clip) : labelFor(part);
  if (name === undefined) return inLanguage(text);
  return (
    <>
      <strong>{name}</strong>: {inLanguage(said)}
    </>
  );
};

interface RenderFailureProps {
  readonly client: Client;
  readonly videoId: string;
  readonly error: string;
  /** The clips that were rendered. */
  readonly clips: Clips;
}

/** Why a render failed, and on request the advice of a check of the current video. */
export const RenderFailureText = ({ client, videoId, error, clips }: RenderFailureProps) => {
  const check = useAction(() =>
    recordOf(client.api.POST('/v1/videos/{id}/check', { params: { path: { id: videoId } }, body: {} })),
  );
  return (
    <div className="failure">
      <p>
        <Named text={error} clips={clips} />
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
