import type { Page } from 'playwright-core';

/** What a person did: how often the pointer was pressed, and how many fields were typed into. */
export interface Counted {
  clicks: number;
  fields: number;
}

// At the document: of a press that Playwright holds back, because something else lay there, only the window hears.
const LISTEN = `{
  const typedInto = new WeakSet();
  document.addEventListener('pointerdown', ({ isTrusted }) => isTrusted && noteHand('clicks'), true);
  addEventListener('input', ({ isTrusted, target }) => {
    if (!isTrusted || target.type === 'file' || typedInto.has(target)) return;
    typedInto.add(target);
    noteHand('fields');
  }, true);
}`;

/** Counts what a person does in a tab from now on, on all of its pages. */
export const counting = async (page: Page): Promise<Counted> => {
  const counted: Counted = { clicks: 0, fields: 0 };
  await page.exposeFunction('noteHand', (what: keyof Counted) => (counted[what] += 1));
  await page.addInitScript(LISTEN);
  await page.evaluate(LISTEN);
  return counted;
};
