import { assetOfSource } from '../../../domain/asset/references.js';
import { isTemplateText } from '../../../domain/codec/placeholders.js';
import type { Reader } from './reader.js';

/** Whether a text is an address of a file, or names an asset of the service. */
export const isAddress = (text: string): boolean =>
  /^https?:/.test(text) || assetOfSource(text) !== undefined;

/** The URL of a source. Where a project has none that can be fetched, it gets a placeholder, which is noted. */
export const sourceOf = (clip: Reader, name: string): string => {
  const source = clip.text(name)?.trim() ?? '';
  if (isTemplateText(source)) return source;
  if (URL.canParse(source) && isAddress(source) && !/^https?:\/\/[^/]*@/.test(source)) return source;
  clip.differs(name, 'is not a URL that the service can fetch: replace it');
  return `https://replace.invalid/${encodeURIComponent(source.slice(0, 500))}`;
};
