import { useState } from 'react';
import type { Client } from '../../../clients/typescript/core/client.js';
import { recordOf } from '../../../clients/typescript/core/connection.js';
import { Button } from '../shared/buttons.js';
import { useAction } from '../shared/use-action.js';
import { useFileChoice } from '../shared/use-file-choice.js';
import { inLanguage } from '../words/messages/messages.js';
import { rich, t } from '../words/words.js';
import { dateText, percentText } from '../shared/texts.js';

/** Finds the render that made a file. */
export const CheckFile = ({ client }: { readonly client: Client }) => {
  const [name, setName] = useState('');
  const check = useAction((file: File) =>
    recordOf(
      client.api.POST('/v1/verify', {
        // The operation also accepts the file itself, but the generated types do not say so.
        body: file as unknown as { readonly sha256: string },
        bodySerializer: (body) => body,
        headers: { 'content-type': 'application/octet-stream' },
      }),
    ),
  );
  const choice = useFileChoice({
    label: t('File to check'),
    choose: ([file]) => {
      if (file === undefined) return;
      setName(file.name);
      check.mutate(file);
    },
  });
  return (
    <section aria-labelledby="check-file">
      <h3 id="check-file">{t('Which render made this file?')}</h3>
      {choice.input}
      <Button
        text={check.isPending ? t('Checking …') : t('Choose a file')}
        disabled={check.isPending}
        onClick={choice.open}
      />
      {check.error && <p role="alert">{check.error.message}</p>}
      {check.data && (
        <div role="status">
          <p>
            {name}: {inLanguage(check.data.notice)}
          </p>
          <ul>
            {check.data.renders.map(
              ({ renderId, videoId, videoVersion, completedAt, confidence, differences }) => (
                <li key={renderId}>
                  {rich('Version {version} of {video}, rendered {date}', {
                    version: videoVersion,
                    video: <a href={`/editor/${videoId}`}>{videoId}</a>,
                    date: dateText(completedAt),
                  })}
                  {confidence !== undefined &&
                    t(', confidence {percent}', { percent: percentText(confidence) })}
                  {differences && t(', differs in {fields}', { fields: differences.join(', ') })}
                </li>
              ),
            )}
          </ul>
        </div>
      )}
    </section>
  );
};
