import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine } from 'lucide-react';
import { IconButton } from '../../shared/buttons.js';
import { useShared } from '../shared.js';
import { t } from '../../words/words.js';
import { kindTitle } from '../../words/labels.js';

const ORDER = {
  front: { icon: ArrowUpToLine, name: t('To front') },
  forward: { icon: ArrowUp, name: t('Up') },
  backward: { icon: ArrowDown, name: t('Down') },
  back: { icon: ArrowDownToLine, name: t('To back') },
};

/** All clips, the topmost first. Here, covered clips can be selected, also several, and moved up or down. */
export const Layers = () => {
  const { places, selection, select, actions } = useShared();
  const rows = places.clips.toReversed().toSorted((a, b) => b.z - a.z);
  return (
    <>
      <h2>{t('Layers')}</h2>
      {rows.length === 0 && <p>{t('There are no clips yet.')}</p>}
      <ol className="layers">
        {rows.map(({ id, type, label }) => (
          <li key={id}>
            <label>
              <input type="checkbox" checked={selection.includes(id)} onChange={() => select(id, true)} />
              {label} <small>{kindTitle(type)}</small>
            </label>
          </li>
        ))}
      </ol>
      <div className="buttons" role="group" aria-label={t('Order of the selected clips')}>
        {(['front', 'forward', 'backward', 'back'] as const).map((direction) => (
          <IconButton
            key={direction}
            {...ORDER[direction]}
            disabled={selection.length === 0}
            onClick={() => actions.restack(direction)}
          />
        ))}
      </div>
    </>
  );
};
