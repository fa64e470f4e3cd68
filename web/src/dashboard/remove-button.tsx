import { useState } from 'react';
import { Button } from '../shared/buttons.js';
import { t } from '../words/words.js';

interface RemoveButtonProps {
  /** The text of the button. */
  readonly name: string;
  readonly remove: { readonly isPending: boolean; readonly mutate: () => void };
}

/** A button that asks before it removes. */
export const RemoveButton = ({ name, remove }: RemoveButtonProps) => {
  const [isAsking, ask] = useState(false);
  if (!isAsking) return <Button text={name} onClick={() => ask(true)} />;
  return (
    <>
      <Button text={t('Keep')} autoFocus onClick={() => ask(false)} />
      <Button text={t('Remove for good')} disabled={remove.isPending} onClick={() => remove.mutate()} />
    </>
  );
};
