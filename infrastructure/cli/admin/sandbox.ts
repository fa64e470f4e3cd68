import type { Command } from 'commander';
import { abilities } from '../../machine/sandbox/abilities.js';
import { sandboxReport } from '../../machine/sandbox/sandbox-report.js';

/** `sandbox`. Needs no service: it tries what this user can do on this machine. */
export const addSandboxCommand = (program: Command): void => {
  program
    .command('sandbox')
    .description('show how decoders are sandboxed on this machine when started by this user')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) => {
      const report = sandboxReport(abilities(), process.getuid?.() === 0);
      const { mode, summary, warnings } = report;
      if (json) console.log(JSON.stringify(report));
      else
        for (const line of [`${mode}: ${summary}`, ...warnings.map((text) => `warning: ${text}`)])
          console.log(line);
    });
};
