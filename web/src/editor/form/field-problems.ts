import { createContext } from 'react';

/** What is wrong with fields of the selected clip, by their paths. */
export const FieldProblems = createContext<ReadonlyMap<string, string>>(new Map());
