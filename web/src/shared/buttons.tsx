import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { keysText } from './key-names.js';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly icon?: LucideIcon;
  readonly text: string;
}

/** What makes a button do nothing, without `disabled`: the button that was just pressed would lose the focus. */
export const whenDisabled = ({
  disabled,
  onClick,
  ...button
}: ComponentProps<'button'>): ComponentProps<'button'> =>
  disabled === true
    ? { ...button, 'aria-disabled': true, onClick: (event) => event.preventDefault() }
    : { ...button, onClick };

/** A button with a text, and an icon before it if it has one. */
export const Button = ({ icon: Icon, text, ...button }: ButtonProps) => (
  <button type="button" {...whenDisabled(button)}>
    {Icon && <Icon size={15} aria-hidden="true" />}
    {Icon && ' '}
    {text}
  </button>
);

interface IconButtonProps extends ComponentProps<'button'> {
  readonly icon: LucideIcon;
  /** The accessible name; shown as a tooltip. */
  readonly name: string;
  /** The keys that do the same, as ARIA writes them: `Control+Z`. */
  readonly keys?: string;
}

/** Keys as people write them. */
const shownKeys = (keys: string): string => keysText(keys).replaceAll('+', ' + ');

/** A button with only an icon. Its name and its keys are shown while it is hovered or focused. */
export const IconButton = ({ icon: Icon, name, keys, className = '', ...button }: IconButtonProps) => (
  <button
    type="button"
    aria-label={name}
    aria-keyshortcuts={keys}
    data-tip={keys === undefined ? name : `${name}   ${shownKeys(keys)}`}
    className={`icon-button ${className}`}
    {...whenDisabled(button)}
  >
    <Icon size={17} aria-hidden="true" />
  </button>
);
