import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '../words/words.js';

interface OpenDialogProps {
  readonly name: string;
  readonly size?: 'narrow' | 'medium' | 'wide';
  readonly close: () => void;
  readonly children: ReactNode;
}

/** A dialog that is open as long as it is rendered. */
export const OpenDialog = ({ name, size = 'wide', close, children }: OpenDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={size}
      aria-label={name}
      // React also bubbles the `close` event of a nested dialog.
      onClose={({ target, currentTarget }) => target === currentTarget && close()}
    >
      {children}
      {/* The last one, so that the dialog opens with the focus on its first field or action. */}
      <button
        type="button"
        className="icon-button close"
        aria-label={t('Close')}
        onClick={() => dialog.current?.close()}
      >
        <X size={18} aria-hidden="true" />
      </button>
    </dialog>
  );
};
