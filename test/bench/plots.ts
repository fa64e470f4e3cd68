/** Draws the figures of docs/benchmarks.md: `npm run bench -- plots`. A test compares the pictures with the tables. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { barChart } from './plots/bar-chart.js';
import { rowsUnder } from './plots/tables.js';

/** The picture of each file in docs/benchmarks, from the text of docs/benchmarks.md. */
export const plotsOf = (markdown: string): ReadonlyMap<string, string> => {
  const rows = rowsUnder(markdown, 'case / baseline');
  const numberIn = (text = ''): number => Number(text.split(' / ')[0]);
  return new Map([
    [
      'render-cpu.svg',
      barChart({
        title: 'CPU time of a render, relative to the baseline (logarithmic)',
        bars: rows.map((row) => ({ label: row['case / baseline'] ?? '', value: numberIn(row['CPU']) })),
        scale: 'logarithmic',
        marked: 1,
      }),
    ],
    [
      'render-memory.svg',
      barChart({
        title: 'Peak memory of all processes of a render, MB',
        bars: rows
          .filter((row) => !row['case / baseline']?.includes(','))
          .map((row) => ({ label: row['case / baseline'] ?? '', value: numberIn(row['peak memory, MB']) })),
        scale: 'linear',
        marked: 500,
      }),
    ],
  ]);
};

/** Where the tables and their pictures are. */
export const benchmarks = {
  text: join(packageRoot, 'docs/benchmarks.md'),
  folder: join(packageRoot, 'docs/benchmarks'),
};

if (process.argv[1]?.includes('/bench/run.') === true) {
  await mkdir(benchmarks.folder, { recursive: true });
  for (const [name, svg] of plotsOf(await readFile(benchmarks.text, 'utf8'))) {
    await writeFile(join(benchmarks.folder, name), svg);
    console.log(`docs/benchmarks/${name}`);
  }
}
