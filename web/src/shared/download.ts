import { giveUp } from './object-urls.js';

/** How long a download may take to begin before its address is given up, ms. */
const BEGINS_WITHIN = 60_000;

/** Saves a file that the page made, under a name. */
export const download = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  giveUp(url, BEGINS_WITHIN);
};

/** A value as a file of JSON has it. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

export const downloadJson = (value: unknown, name: string): void =>
  download(new Blob([jsonText(value)], { type: 'application/json' }), name);
