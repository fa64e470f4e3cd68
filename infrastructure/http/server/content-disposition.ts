/**
 * The header `Content-Disposition`: browsers show the file, or save it. Its name may be in any script (RFC 6266, RFC 8187);
 * clients that only read ASCII get its letters without accents.
 */
export const contentDisposition = (how: 'inline' | 'attachment', name: string): string => {
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^ -~]|["\\%]/gu, '_');
  const plain = `${how}; filename="${ascii}"`;
  if (ascii === name) return plain;
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${plain}; filename*=UTF-8''${encoded}`;
};
