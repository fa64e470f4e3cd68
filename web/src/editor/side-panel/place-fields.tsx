import { useId } from 'react';
import { fieldText, typedNumber } from '../../shared/texts.js';
import { useTyped } from '../../shared/use-typed.js';
import { KeyframeButton } from '../animate/keyframe-button.js';
import { withClip } from '../document.js';
import { useShared } from '../shared.js';
import { outerBox, movedTogether, stageClipsOf, shapingOf } from '../stage/stage-clips.js';
import { withValueAt } from '../value-at.js';
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

const NumberField = ({ label, ...number }: NumberProps) => {
  const id = useId();
  return (
    <div className="place-field">
      <label htmlFor={id}>{label}</label>
      <NumberInput id={id} {...number} />
      <KeyframeButton path={number.path} label={label.replace(/,.*/, '')} />
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
  const ids = pieces.map((one) => one.id);
  const move = (x: number, y: number): void => change(movedTogether(document, ids, { x, y }, places.canvas));
  const { resized, turned } = shapingOf(places, pieces);
  const resize = (x: number, y: number): void => change(resized(document, { x, y }));
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
    { label: t('X, px'), path: 'position.x', value: bounds.x, commit: (x) => move(x - bounds.x, 0) },
    { label: t('Y, px'), path: 'position.y', value: bounds.y, commit: (y) => move(0, y - bounds.y) },
    {
      label: t('W, px'),
      path: 'size.width',
      value: bounds.width,
      commit: (w) => resize(w - bounds.width, 0),
    },
    {
      label: t('H, px'),
      path: 'size.height',
      value: bounds.height,
      commit: (h) => resize(0, h - bounds.height),
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
          relate={isOne && field.commit !== turn ? (length) => relate(field.path, length) : undefined}
        />
      ))}
      {!isOne && <OpacityField opacity={opacity} fade={fade} />}
    </fieldset>
  );
};
