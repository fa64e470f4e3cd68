import { Command, CommanderError } from 'commander';

const backupAndRestore = async () => (await import('./backup/commands.js')).addBackupCommands;

/** The commands, in the order of the help. A program loads only what it runs, so that it starts quickly. */
const commands: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  'api-keys': async () => (await import('./api-keys.js')).addApiKeyCommands,
  projections: async () => (await import('./projections.js')).addProjectionCommands,
  eventstore: async () => (await import('./event-store.js')).addEventStoreCommands,
  audit: async () => (await import('./audit.js')).addAuditCommands,
  webhooks: async () => (await import('./webhooks.js')).addWebhookCommands,
  sandbox: async () => (await import('./sandbox.js')).addSandboxCommand,
  doctor: async () => (await import('./doctor.js')).addDoctorCommand,
  backup: backupAndRestore,
  restore: backupAndRestore,
};

/**
 * Runs a command to its end. It finds the service through the environment of this process, prints to its output, and
 * sets its exit code; errors are printed too.
 * @param args what follows `admin`
 */
export const runCommand = async (args: ReadonlyArray<string>): Promise<void> => {
  const program = new Command('admin')
    .description(
      'Works on a running service: the one with the same DATA_DIR, or the one that uses the configured servers.',
    )
    .showHelpAfterError()
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();

  const [name = ''] = args;
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  for (const loadCommand of load ? [load] : new Set(Object.values(commands))) (await loadCommand())(program);

  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // Commander has printed what is wrong with the arguments, or the help.
    const isPrinted = error instanceof CommanderError;
    if (!isPrinted) console.error(error instanceof Error ? error.message : error);
    process.exitCode = isPrinted ? error.exitCode : 1;
  }
};
