import { fstatSync } from 'node:fs';

/** The greeting of a run that is ready, for the operator. */
export interface Welcome {
  readonly address: string;
  readonly publicBaseUrl: string;
  readonly dataDir: string;
  /** The account that the service runs as, if root started it. */
  readonly account: string | undefined;
  /** Only on the first start of a data folder. */
  readonly demoKey: string | undefined;
}

/** Whether what is written to an open file goes to the journal of systemd (systemd.exec(5), `JOURNAL_STREAM`). */
export const isJournal = (fd: number, journal: string | undefined): boolean => {
  const { dev, ino } = fstatSync(fd);
  return journal === `${dev}:${ino}`;
};

/** The text shown when the service is ready, with a command that works as it is. */
export const welcomeText = ({ address, publicBaseUrl, dataDir, account, demoKey }: Welcome): string =>
  [
    '',
    'Framewright is ready.',
    '',
    `  Base address   ${address}`,
    ...(publicBaseUrl === address ? [] : [`  Public address ${publicBaseUrl}`]),
    `  Dashboard      ${address}/dashboard`,
    `  API reference  ${address}/docs`,
    ...(demoKey === undefined ? [] : [`  Demo API key   ${demoKey}   (shown only once: keep it)`]),
    `  Data and logs  ${dataDir}`,
    ...(account === undefined ? [] : [`  Runs as        ${account}`]),
    '',
    'Try it:',
    '',
    demoKey === undefined
      ? `  curl -sS ${address}/readyz`
      : `  curl -sS ${address}/v1/videos -H 'x-api-key: ${demoKey}'`,
    '',
    ...(demoKey === undefined
      ? ['Another API key: npm run -s admin -- api-keys issue --owner NAME --json', '']
      : []),
    'Press Ctrl-C to stop.',
    '',
  ].join('\n');
