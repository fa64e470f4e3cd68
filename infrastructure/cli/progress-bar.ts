const WIDTH = 40;

/** Shows a progress bar on standard error if that is a terminal; `fraction` is from 0 to 1. */
export const showProgress = (fraction: number): void => {
  if (!process.stderr.isTTY) return;
  const filled = Math.round(fraction * WIDTH);
  process.stderr.write(
    `\r[${'='.repeat(filled)}${' '.repeat(WIDTH - filled)}] ${(fraction * 100).toFixed(1).padStart(5)} %`,
  );
};

/** Ends the line of the progress bar. */
export const endProgress = (): void => {
  if (process.stderr.isTTY) process.stderr.write('\n');
};
