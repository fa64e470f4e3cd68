import type { ClipActions } from '../clip-tools.js';
import type { Shared } from '../shared.js';

type LayersProps = Pick<Shared, 'places' | 'selection' | 'select'> & {
  readonly actions: ClipActions;
};

/** All clips, the topmost first: any can be selected although others cover it, several together, and be moved up or down. */
export const Layers = ({ places, selection, select, actions }: LayersProps) => {
  const rows = places.clips.toReversed().toSorted((a, b) => b.z - a.z);
  return (
    <>
      <h2>Layers</h2>
      {rows.length === 0 && <p>There are no clips yet.</p>}
      <ol className="layers">
        {rows.map(({ id, type, label }) => (
          <li key={id}>
            <label>
              <input type="checkbox" checked={selection.includes(id)} onChange={() => select(id, true)} />
              {label} <small>{type}</small>
            </label>
          </li>
        ))}
      </ol>
      <div className="buttons" role="group" aria-label="Order of the selected clips">
        {(['front', 'forward', 'backward', 'back'] as const).map((direction) => (
          <button
            key={direction}
            type="button"
            disabled={selection.length === 0}
            onClick={() => actions.restack(direction)}
          >
            {{ front: 'To front', forward: 'Up', backward: 'Down', back: 'To back' }[direction]}
          </button>
        ))}
      </div>
    </>
  );
};
