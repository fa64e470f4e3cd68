import type { Page } from 'playwright-core';

/** What a person did: presses of the pointer, and the fields that were typed into. */
export interface Counted {
  clicks: number;
  readonly fields: Set<string>;
}

const LISTEN = `
  addEventListener('pointerdown', ({ isTrusted }) => isTrusted && noteHand('press', ''), true);
  addEventListener('input', ({ isTrusted, target }) => {
    if (isTrusted && target.type !== 'file') noteHand('type', target.getAttribute('aria-label') ?? target.name);
  }, true);
`;

/** Counts what a person does in a tab from now on, on all of its pages. */
export const counting = async (page: Page): Promise<Counted> => {
  const counted: Counted = { clicks: 0, fields: new Set() };
  await page.exposeFunction('noteHand', (what: 'press' | 'type', field: string) => {
    if (what === 'press') counted.clicks += 1;
    else counted.fields.add(field);
  });
  await page.addInitScript(LISTEN);
  await page.evaluate(LISTEN);
  return counted;
};
