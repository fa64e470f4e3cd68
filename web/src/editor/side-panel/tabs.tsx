import type { LucideIcon } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId } from 'react';

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly names: ReadonlyArray<Name>;
  /** Their titles on screen. */
  readonly titles: Readonly<Record<Name, string>>;
  /** Undefined: none is open. */
  readonly shown: Name | undefined;
  readonly show: (name: Name) => void;
  /** With icons, the tabs are a strip beside the panel. */
  readonly icons?: Readonly<Record<Name, LucideIcon>>;
  /** Closes the shown panel, if that is possible. */
  readonly close?: (() => void) | undefined;
  /** The shown panel. */
  readonly children: ReactNode;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Tabs, of which one panel is shown. The arrow keys move from tab to tab. */
export const Tabs = <Name extends string>(props: TabsProps<Name>) => {
  const { label, names, titles, shown, show, close, icons, children } = props;
  const panelId = useId();
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = shown === undefined ? -1 : names.indexOf(shown);
    const next = names.at((at + step) % names.length) ?? shown;
    if (next === undefined) return;
    show(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        aria-orientation={icons ? 'vertical' : 'horizontal'}
        className={icons ? 'rail' : 'tab-row'}
        onKeyDown={onKeyDown}
      >
        {names.map((name, at) => {
          const Icon: LucideIcon | undefined = icons?.[name];
          return (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-selected={shown === name}
              aria-controls={panelId}
              tabIndex={shown === name || (shown === undefined && at === 0) ? 0 : -1}
              onClick={() => (close && shown === name ? close() : show(name))}
            >
              {Icon && <Icon size={18} aria-hidden="true" />}
              {titles[name]}
            </button>
          );
        })}
      </div>
      {shown !== undefined && (
        <div
          role="tabpanel"
          id={panelId}
          aria-labelledby={`tab-${shown}`}
          className={icons ? 'panel' : 'tab-panel'}
        >
          {children}
        </div>
      )}
    </>
  );
};
