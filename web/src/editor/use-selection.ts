import { useCallback, useState } from 'react';

/** The ids of the selected clips, the one selected last at the end, and how they are selected. */
export const useSelection = () => {
  const [selection, selectAll] = useState<ReadonlyArray<string>>([]);
  const select = useCallback(
    (id: string | undefined, extend = false) =>
      selectAll((before) => {
        if (id === undefined) return [];
        if (!extend) return before.includes(id) && before.length === 1 ? before : [id];
        return before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
      }),
    [],
  );
  return { selection, selectAll, select };
};
