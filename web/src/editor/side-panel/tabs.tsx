import type { LucideIcon } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId } from 'react';

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly names: ReadonlyArray<Name>;
  /** Their titles on screen. */
  readonly titles: Readonly<Record<Name, string>>;
  readonly shown: Name;
  readonly show: (name: Name) => void;
  /** With icons, the tabs are a strip beside the panel. */
  readonly icons?: Readonly<Record<Name, LucideIcon>>;
  /** The shown panel. */
  readonly children: ReactNode;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Tabs, of which one panel is shown. The arrow keys move from tab to tab. */
export const Tabs = <Name extends string>(props: TabsProps<Name>) => {
  const { label, names, titles, shown, show, icons, children } = props;
  const panelId = useId();
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = names.at((names.indexOf(shown) + step) % names.length) ?? shown;
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
        {names.map((name) => {
          const Icon: LucideIcon | undefined = icons?.[name];
          return (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-selected={shown === name}
              aria-controls={panelId}
              tabIndex={shown === name ? 0 : -1}
              onClick={() => show(name)}
            >
              {Icon && <Icon size={18} aria-hidden="true" />}
              {titles[name]}
            </button>
          );
        })}
      </div>
      <div
        role="tabpanel"
        id={panelId}
        aria-labelledby={`tab-${shown}`}
        className={icons ? 'panel' : 'tab-panel'}
      >
        {children}
      </div>
    </>
  );
};
