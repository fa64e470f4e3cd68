import type { KeyboardEvent, ReactNode } from 'react';

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly names: ReadonlyArray<Name>;
  readonly shown: Name;
  readonly show: (name: Name) => void;
  /** Whether the shown panel takes the focus itself, to scroll: nothing in it does. */
  readonly isFocusable: boolean;
  /** The shown panel. */
  readonly children: ReactNode;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Panels of which one is shown. The arrow keys go from tab to tab. */
export const Tabs = <Name extends string>(props: TabsProps<Name>) => {
  const { label, names, shown, show, isFocusable, children } = props;
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
      <div role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={shown === name}
            aria-controls="panel"
            tabIndex={shown === name ? 0 : -1}
            onClick={() => show(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id="panel"
        aria-labelledby={`tab-${shown}`}
        className="panel"
        tabIndex={isFocusable ? 0 : undefined}
      >
        {children}
      </div>
    </>
  );
};
