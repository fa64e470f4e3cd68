type OptionsOf<Value extends string> = ReadonlyArray<readonly [value: Value, name: string]>;

/** The options of a `select` with their labels. */
export const Options = ({ of }: { readonly of: OptionsOf<string> }) =>
  of.map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: OptionsOf<Value>;
  readonly choose: (value: Value) => void;
}

/** A labelled `select`. */
export const Choice = <Value extends string>({ label, value, options, choose }: ChoiceProps<Value>) => (
  <label>
    {label}
    <select value={value} onChange={({ target }) => choose(target.value as Value)}>
      <Options of={options} />
    </select>
  </label>
);
