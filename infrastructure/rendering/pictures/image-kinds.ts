// Kinds of images, judged by the first bytes of a file.

export const isBmp = (file: Buffer): boolean => file.subarray(0, 2).toString('latin1') === 'BM';

export const isSvg = (file: Buffer): boolean =>
  /^(?:\uFEFF)?\s*(?:<\?xml|<!--|<!DOCTYPE\s+svg|<svg)/i.test(file.subarray(0, 1024).toString('utf8')) &&
  /<svg[\s>]/i.test(file.subarray(0, 65_536).toString('utf8'));

/** Whether sharp can read a file, judged by its first bytes. */
export const isImage = (file: Buffer): boolean => {
  const head = file.subarray(0, 32).toString('latin1');
  return (
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    head.startsWith('\xff\xd8\xff') ||
    isBmp(file) ||
    /^GIF8[79]a/.test(head) ||
    /^RIFF.{4}WEBP/s.test(head) ||
    /^.{4}ftyp(?:avif|avis|mif1|hei[cxms])/s.test(head) ||
    /^(?:II\*\0|MM\0\*)/.test(head) ||
    isSvg(file)
  );
};
