import { Link } from 'lucide-react';
import { useState } from 'react';
import { t } from '../words/words.js';

interface CopyButtonProps {
  /** The label. */
  readonly name: string;
  readonly text: () => string;
}

/** Copies a text. Browsers permit it only on pages that came over HTTPS, or from this computer. */
export const CopyButton = ({ name, text }: CopyButtonProps) => {
  const [said, say] = useState<string>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text());
      say(t('Copied'));
    } catch {
      say(t('The browser did not permit copying.'));
    }
  };
  return (
    <button type="button" onClick={() => void copy()}>
      <Link size={15} aria-hidden="true" /> <span aria-live="polite">{said ?? name}</span>
    </button>
  );
};
