import { revokeLater } from './object-urls.js';

/** How long a download may take to begin before its object URL is revoked, ms. */
const BEGINS_WITHIN = 60_000;

/** Saves a file that the page made, under a name. */
export const download = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  revokeLater(url, BEGINS_WITHIN);
};

/** A value as the text of a JSON file. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

export const downloadJson = (value: unknown, name: string): void =>
  download(new Blob([jsonText(value)], { type: 'application/json' }), name);
