import { type ReactNode, useEffect, useRef } from 'react';

interface OpenDialogProps {
  readonly name: string;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** A dialog that is open as long as it is rendered. */
export const OpenDialog = ({ name, close, children }: OpenDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  return (
    <dialog ref={dialog} className="wide" aria-label={name} onClose={close}>
      {children}
      <p className="buttons">
        <button type="button" onClick={close}>
          Close
        </button>
      </p>
    </dialog>
  );
};
