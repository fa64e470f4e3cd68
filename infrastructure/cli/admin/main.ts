import { Command } from 'commander';
import { addApiKeyCommands } from './api-keys.js';
import { addAuditCommands } from './audit.js';
import { addEventStoreCommands } from './event-store.js';
import { addProjectionCommands } from './projections.js';
import { addPrivateHostCommands } from './private-hosts.js';
import { addSandboxCommand } from './sandbox.js';
import { addWebhookCommands } from './webhooks.js';

const program = new Command('admin')
  .description(
    'Works on a running service: the one with the same DATA_DIR, or the one that uses the configured servers.',
  )
  .showHelpAfterError()
  .configureHelp({ showGlobalOptions: true });

addApiKeyCommands(program);
addProjectionCommands(program);
addEventStoreCommands(program);
addAuditCommands(program);
addWebhookCommands(program);
addPrivateHostCommands(program);
addSandboxCommand(program);

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
