/**
 * What separates the cells of a table that was exported or copied from a spreadsheet: a comma, a semicolon where commas
 * are decimal, or a tab. The one that occurs most in the first line counts; of equals, the comma.
 */
export const delimiterOf = (table: string): string => {
  const [first = ''] = table.split(/\r?\n/, 1);
  const [most = ','] = [',', ';', '\t'].toSorted((a, b) => first.split(b).length - first.split(a).length);
  return most;
};
