import type { ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../shared/buttons.js';
import { CopyButton } from '../shared/copy-button.js';
import { t } from '../words/words.js';

interface NewSecret {
  /** What it belongs to, such as a URL. */
  readonly of: string;
  readonly secret: string;
}

/**
 * Secrets that the service shows only once. They stay in the page until they are dismissed, also while other sections
 * are shown.
 * @param kind their key in the cache
 */
export const useNewSecrets = (kind: 'webhooks' | 'keys') => {
  const queries = useQueryClient();
  const queryKey = ['new-secrets', kind];
  const { data: shown } = useQuery({
    queryKey,
    queryFn: (): ReadonlyArray<NewSecret> => [],
    initialData: [],
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const change = (to: (before: ReadonlyArray<NewSecret>) => ReadonlyArray<NewSecret>): void =>
    void queries.setQueryData<ReadonlyArray<NewSecret>>(queryKey, (before = []) => to(before));
  return {
    shown,
    add: (secret: NewSecret) => change((before) => [...before, secret]),
    dismiss: (secret: string) => change((before) => before.filter((one) => one.secret !== secret)),
  };
};

interface SecretNotesProps {
  readonly secrets: ReturnType<typeof useNewSecrets>;
  readonly textOf: (of: string, secret: ReactNode) => ReactNode;
}

export const SecretNotes = ({ secrets, textOf }: SecretNotesProps) =>
  secrets.shown.map(({ of, secret }) => (
    <p key={secret} role="status">
      {textOf(of, <code>{secret}</code>)} <CopyButton name={t('Copy')} text={() => secret} />{' '}
      <Button text={t('Dismiss')} onClick={() => secrets.dismiss(secret)} />
    </p>
  ));
