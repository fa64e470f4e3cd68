/**
 * The delimiter of a table that was exported or copied from a spreadsheet: a comma, a semicolon (in locales with decimal
 * commas) or a tab. It is the one that occurs most often in the first line; if several do, the comma.
 */
export const delimiterOf = (table: string): string => {
  const [first = ''] = table.split(/\r?\n/, 1);
  const [most = ','] = [',', ';', '\t'].toSorted((a, b) => first.split(b).length - first.split(a).length);
  return most;
};
