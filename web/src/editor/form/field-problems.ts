import { createContext, useContext } from 'react';

/** What is wrong with fields of the selected clip or of the video, by their paths. */
export const FieldProblems = createContext<ReadonlyMap<string, string>>(new Map());

/** The fields with problems within an object or a list at a path: their names or indexes. */
export const useWrongFields = (path: string): ReadonlyArray<string> =>
  [...useContext(FieldProblems).keys()]
    .filter((one) => one.startsWith(path))
    // `stroke` does not hold `strokeWidth`.
    .flatMap((one) => (path === '' ? /^(\w+)/ : /^[.[](\w+)/).exec(one.slice(path.length))?.[1] ?? []);
