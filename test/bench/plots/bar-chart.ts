/** A bar for each value, one below the other. */
export interface BarChart {
  readonly title: string;
  readonly bars: ReadonlyArray<{ readonly label: string; readonly value: number }>;
  readonly scale: 'linear' | 'logarithmic';
  /** A value that gets a line. */
  readonly marked: number;
}

const WIDTH = 860;
/** px */
const LABELS = 330;
const VALUES = 60;
const ROW = 22;
const TOP = 44;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** An SVG that can be read on light and dark pages. */
export const barChart = ({ title, bars, scale, marked }: BarChart): string => {
  const values = [...bars.map(({ value }) => value), marked].filter((value) => value > 0);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const from = scale === 'linear' ? 0 : Math.log(least / 2);
  const to = scale === 'linear' ? most : Math.log(most);
  const lengthOf = (value: number): number => {
    const at = scale === 'linear' ? value : value > 0 ? Math.log(value) : from;
    return Math.round(((at - from) / (to - from)) * (WIDTH - LABELS - VALUES) * 10) / 10;
  };
  const height = TOP + bars.length * ROW + 12;
  const line = LABELS + lengthOf(marked);
  const rows = bars.map(({ label, value }, index) => {
    const y = TOP + index * ROW;
    return [
      `  <text x="${LABELS - 8}" y="${y + 15}" text-anchor="end">${escaped(label)}</text>`,
      `  <rect x="${LABELS}" y="${y + 3}" width="${lengthOf(value)}" height="${ROW - 6}" fill="#3b6fd4" />`,
      `  <text x="${LABELS + lengthOf(value) + 6}" y="${y + 15}">${value}</text>`,
    ].join('\n');
  });
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="system-ui, sans-serif" font-size="13" role="img">`,
    `  <title>${escaped(title)}</title>`,
    '  <style>text { fill: #1f2430; } @media (prefers-color-scheme: dark) { text { fill: #e6e8ee; } }</style>',
    `  <text x="12" y="24" font-size="15" font-weight="600">${escaped(title)}</text>`,
    ...rows,
    `  <line x1="${line}" y1="${TOP - 6}" x2="${line}" y2="${height - 6}" stroke="#c2410c" stroke-dasharray="4 3" />`,
    '</svg>',
  ].join('\n')}\n`;
};
