import { Unlink2, Variable as VariableIcon } from 'lucide-react';
import { createContext, type SyntheticEvent, useContext, useId, useMemo, useRef, useState } from 'react';
import './variables.css';
import { Button, IconButton } from '../../shared/buttons.js';
import { withClip } from '../document.js';
import type { Control } from '../form/control.js';
import type { InputProps } from '../form/inputs.js';
import type { Shared } from '../shared.js';
import { problemOfName, type Variable, type Variables, withoutUnused, withVariable } from './template.js';
import { withValueAt } from '../value-at.js';
import { t } from '../../words/words.js';

interface VariableFields {
  readonly variables: Variables;
  /** Has the field at a path take its value from a new variable. */
  readonly make: (path: string, name: string, facts: Variable) => void;
  /** Changes the default of a variable. */
  readonly setDefault: (name: string, value: unknown) => void;
  /** Has the field at a path have a value of its own again. */
  readonly unlink: (path: string, name: string, value: unknown) => void;
}

/** Absent where fields cannot become variables. */
export const VariablesContext = createContext<VariableFields | undefined>(undefined);

const NONE: Variables = {};

/** What the fields of a clip do with variables; without a clip, those of the video. */
export const useVariableFields = (
  { document, change }: Pick<Shared, 'document' | 'change'>,
  clipId: string | undefined,
): VariableFields => {
  const latest = useRef({ document, change });
  latest.current = { document, change };
  const { variables = NONE } = document;
  return useMemo(() => {
    const withField = (path: string, value: unknown) =>
      clipId === undefined
        ? { ...latest.current.document, metadata: withValueAt(latest.current.document.metadata, path, value) }
        : withClip(latest.current.document, clipId, (clip) => withValueAt(clip, path, value));
    return {
      variables,
      make: (path, name, facts) =>
        latest.current.change(withVariable(withField(path, `{{${name}}}`), name, facts)),
      setDefault: (name, value) =>
        latest.current.change(
          withVariable(latest.current.document, name, { default: value }),
          `change the variable ${name}`,
        ),
      unlink: (path, name, value) => latest.current.change(withoutUnused(withField(path, value), name)),
    };
  }, [variables, clipId]);
};

/** Fields that are part of the structure of a template, or whose values are ids of clips. */
const STRUCTURE: ReadonlySet<string> = new Set(['when', 'forEach', 'after', 'clip', 'type']);

const typeOf = (control: Control, name: string, value: unknown): NonNullable<Variable['type']> => {
  if (control._tag === 'Color') return 'color';
  if (control._tag === 'Number' || typeof value === 'number') return 'number';
  if (control._tag === 'Checkbox' || typeof value === 'boolean') return 'boolean';
  return name === 'source' ? 'url' : 'text';
};

const freshName = (field: string, taken: Variables): string => {
  const stem = { content: 'text', word: 'text', backgroundColor: 'background' }[field] ?? field;
  const names = [
    stem,
    ...Array.from({ length: Object.keys(taken).length + 1 }, (_, at) => `${stem}${at + 2}`),
  ];
  return names.find((name) => !Object.hasOwn(taken, name)) ?? stem;
};

interface NameFormProps {
  readonly suggested: string;
  readonly taken: Variables;
  readonly choose: (name: string) => void;
  readonly close: () => void;
}

const NameForm = ({ suggested, taken, choose, close }: NameFormProps) => {
  const [name, setName] = useState(suggested);
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const found = problemOfName(name, Object.keys(taken));
    setProblem(found);
    if (found === undefined) choose(name);
  };
  return (
    <form className="name-variable" onSubmit={submit}>
      <label htmlFor={id}>{t('Name of the variable')}</label>
      <input
        id={id}
        autoFocus
        value={name}
        maxLength={64}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setName(target.value.trim())}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') close();
        }}
      />
      <Button text={t('Make a variable')} type="submit" className="primary" />
      {problem !== undefined && <small role="alert">{problem}</small>}
    </form>
  );
};

interface VariableOfFieldProps extends Pick<InputProps, 'path' | 'schema' | 'value'> {
  readonly name: string;
  readonly control: Control;
  /** The variable that the field takes its value from. */
  readonly variable?: string | undefined;
}

/** The variable of a field, or the button that makes one. */
export const VariableOfField = (props: VariableOfFieldProps) => {
  const { name, path, schema, value, control, variable } = props;
  const fields = useContext(VariablesContext);
  const [isNamed, askName] = useState(false);
  if (!fields || STRUCTURE.has(name) || path.endsWith('.type')) return null;
  const now = value ?? schema.default;
  if (variable !== undefined)
    return (
      <span className="variable-mark">
        <VariableIcon size={13} aria-hidden="true" />
        <code>{variable}</code>
        <IconButton
          icon={Unlink2}
          name={t('Use the value of {variable} here, not the variable', { variable })}
          onClick={() => fields.unlink(path, variable, value)}
        />
      </span>
    );
  if (!isNamed)
    return (
      <IconButton
        icon={VariableIcon}
        name={t('Make it a variable')}
        className="make-variable"
        onClick={() => askName(true)}
      />
    );
  return (
    <NameForm
      suggested={freshName(name, fields.variables)}
      taken={fields.variables}
      close={() => askName(false)}
      choose={(chosen) => {
        askName(false);
        fields.make(path, chosen, {
          type: typeOf(control, name, now),
          ...(now === undefined ? {} : { default: now }),
        });
      }}
    />
  );
};
