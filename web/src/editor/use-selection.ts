import { useCallback, useMemo, useState } from 'react';
import type { Document } from './document.js';

/** The selected clips, without those that an undo or somebody else has removed. */
export const useSelection = ({ clips }: Document) => {
  const [chosen, selectAll] = useState<ReadonlyArray<string>>([]);
  const selection = useMemo(() => {
    const left = chosen.filter((id) => clips.some((clip) => clip.id === id));
    return left.length === chosen.length ? chosen : left;
  }, [chosen, clips]);
  const select = useCallback(
    (id: string | undefined, extend = false) =>
      selectAll((before) => {
        if (id === undefined) return [];
        if (!extend) return before.includes(id) && before.length === 1 ? before : [id];
        return before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
      }),
    [],
  );
  return { selected: selection.at(-1), selection, selectAll, select };
};
