import { type Document, type Editing, editingOf } from '../document.js';
import { packedHistory, unpackedHistory } from './packed-history.js';

/** The most characters of the history of a tab: browsers give a site about five million. */
const MOST_CHARACTERS = 1_500_000;

const keyOf = (videoId: string): string => `undo:${videoId}`;

/** Stores the undo history in this tab, so that it survives a reload. */
export const keepHistory = (videoId: string, editing: Editing): void => {
  const text = packedHistory(editing, MOST_CHARACTERS);
  try {
    if (text !== undefined) sessionStorage.setItem(keyOf(videoId), text);
    else sessionStorage.removeItem(keyOf(videoId));
  } catch {
    sessionStorage.removeItem(keyOf(videoId)); // there is no room
  }
};

/** The document with the history that is stored in this tab. */
export const withKeptHistory = (videoId: string, present: Document): Editing => {
  const text = sessionStorage.getItem(keyOf(videoId));
  return text === null ? editingOf(present) : unpackedHistory(text, present);
};
