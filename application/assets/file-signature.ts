/** The type of a file, detected from its first bytes. */
export interface Signature {
  readonly mediaType: string;
  /** Set for files that are not media: a description with an article, such as `a PDF document`. */
  readonly refused?: string;
}

/** The number of bytes that {@link signatureOf} reads. */
export const SIGNATURE_BYTES = 4096;

const archive = (name: string, mediaType: string): Signature => ({ mediaType, refused: `${name} archive` });
const program = (name: string): Signature => ({ mediaType: 'application/octet-stream', refused: name });

/** Signatures as Latin-1 text, at the beginning of a file or at an offset. */
const SIGNATURES: ReadonlyArray<readonly [string, Signature, number?]> = [
  ['PK\x03\x04', archive('a ZIP', 'application/zip')],
  ['PK\x05\x06', archive('a ZIP', 'application/zip')],
  ['\x1f\x8b', archive('a gzip', 'application/gzip')],
  ['BZh', archive('a bzip2', 'application/x-bzip2')],
  ['\xfd7zXZ', archive('an xz', 'application/x-xz')],
  ['7z\xbc\xaf\x27\x1c', archive('a 7-Zip', 'application/x-7z-compressed')],
  ['Rar!\x1a\x07', archive('a RAR', 'application/vnd.rar')],
  ['\x28\xb5\x2f\xfd', archive('a Zstandard', 'application/zstd')],
  ['ustar', archive('a tar', 'application/x-tar'), 257],
  ['\x7fELF', program('a program')],
  ['MZ', program('a program')],
  ['\xca\xfe\xba\xbe', program('a program')],
  ['\xcf\xfa\xed\xfe', program('a program')],
  ['#!', program('a script')],
  ['%PDF-', { mediaType: 'application/pdf', refused: 'a PDF document' }],
  ['\x89PNG\r\n', { mediaType: 'image/png' }],
  ['\xff\xd8\xff', { mediaType: 'image/jpeg' }],
  ['GIF8', { mediaType: 'image/gif' }],
  ['WEBP', { mediaType: 'image/webp' }, 8],
  ['WAVE', { mediaType: 'audio/wav' }, 8],
  ['AVI ', { mediaType: 'video/x-msvideo' }, 8],
  ['II*\0', { mediaType: 'image/tiff' }],
  ['MM\0*', { mediaType: 'image/tiff' }],
  ['ftypavi', { mediaType: 'image/avif' }, 4],
  ['ftyphei', { mediaType: 'image/heic' }, 4],
  ['ftypqt', { mediaType: 'video/quicktime' }, 4],
  ['ftypM4A', { mediaType: 'audio/mp4' }, 4],
  ['ftyp', { mediaType: 'video/mp4' }, 4],
  ['moov', { mediaType: 'video/quicktime' }, 4],
  ['fLaC', { mediaType: 'audio/flac' }],
  ['OggS', { mediaType: 'audio/ogg' }],
  ['ID3', { mediaType: 'audio/mpeg' }],
  ['\xff\xfb', { mediaType: 'audio/mpeg' }],
  ['\xff\xf3', { mediaType: 'audio/mpeg' }],
  ['\xff\xf1', { mediaType: 'audio/aac' }],
  ['wOF2', { mediaType: 'font/woff2' }],
  ['OTTO', { mediaType: 'font/otf' }],
  ['\0\x01\0\0', { mediaType: 'font/ttf' }],
  ['true', { mediaType: 'font/ttf' }],
];

const textType = (text: string): string | undefined => {
  if (text.includes('\0')) return undefined;
  if (/<svg[\s>]/i.test(text)) return 'image/svg+xml';
  if (text.includes('LUT_3D_SIZE') || text.includes('LUT_1D_SIZE')) return 'text/x-cube';
  if (/^\uFEFF?WEBVTT/.test(text)) return 'text/vtt';
  return text.includes('-->') ? 'application/x-subrip' : undefined;
};

/** The type of a HEIF file whose codec is only among its compatible brands (ISO/IEC 23008-12, section 10). */
const heifType = (latin: string): string =>
  latin.slice(0, 64).includes('avif') ? 'image/avif' : 'image/heic';

/** Detects the type of a file from its first {@link SIGNATURE_BYTES}, without decoding it. */
export const signatureOf = (head: Uint8Array): Signature => {
  const latin = Buffer.from(head).toString('latin1');
  if (latin.startsWith('ftypmif1', 4)) return { mediaType: heifType(latin) };
  const found = SIGNATURES.find(([bytes, , at = 0]) => latin.startsWith(bytes, at));
  if (found) return found[1];
  if (latin.startsWith('\x1aE\xdf\xa3'))
    return { mediaType: latin.includes('webm') ? 'video/webm' : 'video/x-matroska' };
  return { mediaType: textType(Buffer.from(head).toString('utf8')) ?? 'application/octet-stream' };
};
