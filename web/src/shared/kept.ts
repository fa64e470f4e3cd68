/** What this browser keeps under a name; undefined if there is nothing, or not JSON. */
export const kept = (name: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') ?? undefined;
  } catch {
    return undefined; // changed by hand
  }
};

/** Has this browser keep a value; undefined removes it. @returns whether there was room for it */
export const keep = (name: string, value: unknown): boolean => {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false; // the storage is full
  }
};
