import { useCallback, useState } from 'react';

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
  return { selected: selection.at(-1), selection, selectAll, select };
};
