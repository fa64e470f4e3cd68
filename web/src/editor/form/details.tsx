import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';

interface DetailsProps {
  readonly name: string;
  readonly hint?: string;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly children: () => ReactNode;
}

/** Fields that are shown, and scrolled into view, when they are opened. */
export const Details = ({ name, hint, isOpen, setOpen, children }: DetailsProps) => (
  <details
    open={isOpen}
    onToggle={({ currentTarget }) => {
      flushSync(() => setOpen(currentTarget.open));
      if (currentTarget.open && !isOpen) currentTarget.scrollIntoView({ block: 'nearest' });
    }}
  >
    <summary title={hint}>{name}</summary>
    {isOpen && children()}
  </details>
);
