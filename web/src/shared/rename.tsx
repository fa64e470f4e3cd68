import { t } from '../words/words.js';

interface RenameProps {
  readonly name: string;
  /** Receives the old name if it does not change. */
  readonly rename: (name: string) => void;
  /** What an empty field stands for. Default: the old name. */
  readonly otherwise?: string;
}

/** A field for a new name. Enter and leaving it rename, Escape does not. */
export const Rename = ({ name, rename, otherwise = name }: RenameProps) => (
  <input
    aria-label={t('New name of {name}', { name })}
    autoFocus
    defaultValue={name}
    onFocus={({ target }) => target.select()}
    onBlur={({ target }) => rename(target.value.trim() || otherwise)}
    onKeyDown={({ key, currentTarget }) => {
      if (key === 'Escape') rename(name);
      else if (key === 'Enter') rename(currentTarget.value.trim() || otherwise);
    }}
  />
);
