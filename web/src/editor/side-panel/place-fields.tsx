import { useContext, useId } from 'react';
import type { Clip } from '../../../../clients/typescript/core/types.js';
import { fieldText, typedNumber } from '../../shared/texts.js';
import { useTyped } from '../../shared/use-typed.js';
import type { Point } from '../../../../domain/composition/geometry/geometry.js';
import { KeyframeButton } from '../animate/keyframe-button.js';
import { withClip } from '../document.js';
import { controlOf } from '../form/control.js';
import { useShared } from '../shared.js';
import { outerBox, movedTogether, stageClipsOf, shapingOf } from '../stage/stage-clips.js';
import { valueAt, withValueAt } from '../value-at.js';
import { variableIn } from '../variables/template.js';
import { VariableOfField, VariablesContext } from '../variables/variable-fields.js';
import { AlignButtons } from './align-buttons.js';
import { t } from '../../words/words.js';

interface NumberProps {
  readonly label: string;
  readonly value: number;
  readonly commit: (value: number) => void;
  /** The path of the field of a clip. */
  readonly path: string;
  /** Makes it relative to the canvas, such as `50%`. */
  readonly relate?: ((length: string) => void) | undefined;
}

/** An input has a label of its own, or is named by one beside it. */
interface InputProps extends Omit<NumberProps, 'label'> {
  readonly id?: string;
  readonly label?: string;
}

/** A length relative to the canvas, or the media's own. */
const RELATIVE = /^(?:auto|-?\d+(?:\.\d+)?(?:%|vw|vh|vmin|vmax))$/;

/** A number that takes effect when it is complete. */
const NumberInput = ({ id, label, path, value, commit, relate }: InputProps) => {
  const { input } = useTyped(fieldText(Math.round(value * 100) / 100), (text) => {
    const typed = typedNumber(text);
    if (typed !== undefined) commit(typed);
    else if (RELATIVE.test(text)) relate?.(text);
  });
  return <input id={id} name={path} aria-label={label} inputMode="decimal" {...input} />;
};

const NUMBER = controlOf('', { type: 'number' });

interface NumberFieldProps extends NumberProps {
  /** The clip, if it is the only one. */
  readonly clip: Clip | undefined;
}

/** A number of the clips; of a single one, it can be a variable, whose default it then changes. */
const NumberField = ({ label, clip, ...number }: NumberFieldProps) => {
  const id = useId();
  const variables = useContext(VariablesContext);
  const { path, value } = number;
  const variable = clip && variableIn(valueAt(clip, path))?.name;
  const set =
    variables && variable !== undefined
      ? (changed: unknown): void => variables.setDefault(variable, changed)
      : undefined;
  const name = path.replace(/.*\./, '');
  return (
    <div className="place-field">
      <label htmlFor={id}>{label}</label>
      <NumberInput id={id} {...number} {...(set && { commit: set, relate: number.relate && set })} />
      <KeyframeButton path={path} label={label.replace(/,.*/, '')} />
      {clip && <VariableOfField {...{ name, path, value, variable }} schema={{}} control={NUMBER} />}
    </div>
  );
};

interface OpacityProps {
  /** From 0 to 1. */
  readonly opacity: number;
  readonly fade: (opacity: number) => void;
}

const OpacityField = ({ opacity, fade }: OpacityProps) => {
  const id = useId();
  return (
    <div className="place-field opacity-field">
      <label htmlFor={id}>{t('Opacity, %')}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        value={Math.round(opacity * 100)}
        onChange={({ target }) => fade(target.valueAsNumber / 100)}
      />
      <NumberInput
        label={t('Opacity in per cent')}
        path="effects.opacity"
        value={opacity * 100}
        commit={(percent) => fade(Math.min(100, Math.max(0, percent)) / 100)}
      />
      <KeyframeButton path="effects.opacity" label={t('Opacity')} />
    </div>
  );
};

/** The positions and sizes of the selected clips as numbers. Several clips are changed together. */
export const PlaceFields = () => {
  const { document, change, selection, places } = useShared();
  const pieces = stageClipsOf(places, selection);
  const [piece] = pieces;
  if (!piece) return null;
  const { box, rotation, opacity } = piece;
  const isOne = pieces.length === 1;
  const bounds = isOne ? box : outerBox(pieces);
  const { x, y, width, height } = bounds;
  const ids = pieces.map((one) => one.id);
  const move = (by: Point): void => change(movedTogether(document, ids, by, places.canvas));
  const { resized, turned } = shapingOf(places, pieces);
  const resize = (by: Point): void => change(resized(document, by));
  const turn = (degrees: number): void => change(turned(document, degrees));
  const relate = (path: string, length: string): void =>
    change(withClip(document, piece.id, (clip) => withValueAt(clip, path, length)));
  const fade = (share: number): void =>
    change(
      ids.reduce(
        (before, id) => withClip(before, id, (clip) => withValueAt(clip, 'effects.opacity', share)),
        document,
      ),
      `fade ${ids.join()}`,
    );
  const fields: ReadonlyArray<NumberProps> = [
    { label: t('X, px'), path: 'position.x', value: x, commit: (to) => move({ x: to - x, y: 0 }) },
    { label: t('Y, px'), path: 'position.y', value: y, commit: (to) => move({ x: 0, y: to - y }) },
    { label: t('W, px'), path: 'size.width', value: width, commit: (to) => resize({ x: to - width, y: 0 }) },
    {
      label: t('H, px'),
      path: 'size.height',
      value: height,
      commit: (to) => resize({ x: 0, y: to - height }),
    },
    {
      label: isOne ? t('Turn, °') : t('Turn by, °'),
      path: 'transform.rotation',
      value: isOne ? rotation : 0,
      commit: turn,
    },
  ];
  return (
    <fieldset className="place">
      <legend>{t('On the canvas')}</legend>
      <AlignButtons clips={pieces} />
      {fields.map((field) => (
        <NumberField
          key={field.path}
          {...field}
          clip={isOne ? document.clips.find(({ id }) => id === piece.id) : undefined}
          relate={isOne && field.commit !== turn ? (length) => relate(field.path, length) : undefined}
        />
      ))}
      {!isOne && <OpacityField opacity={opacity} fade={fade} />}
    </fieldset>
  );
};
