import { createRequire } from 'node:module';

/** The part of the package that decodes, compiled from Google's library. */
interface Binding {
  onRuntimeInitialized?: () => void;
  /** A view of memory that the next call overwrites; `false` if the file is not WOFF2. */
  readonly decompress: (woff2: Uint8Array) => Uint8Array | false;
}

// Not loaded by an import: it could be ready before this module runs, and would not call back then.
const binding = createRequire(import.meta.url)('wawoff2/build/decompress_binding.js') as Binding;
await new Promise<void>((resolve) => {
  binding.onRuntimeInitialized = resolve;
});

const SIGNATURE = 0x77_4f_46_32;

/** Whether a file is of the format WOFF2 (W3C), by its first bytes. */
export const isWoff2 = (file: Buffer): boolean => file.length >= 4 && file.readUInt32BE(0) === SIGNATURE;

/** The OpenType font in a WOFF2 file. @throws Error if the file is not WOFF2 */
export const fromWoff2 = (file: Buffer): Buffer => {
  const font = binding.decompress(file);
  if (font === false) throw new Error('the file is not WOFF2');
  return Buffer.from(font);
};
