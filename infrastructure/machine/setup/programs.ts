import { PROGRAM_OPTIONS } from '../../platform/bundled-program.js';
import { EVENT_STORE_NODE_OPTIONS } from '../../platform/event-store-memory.js';

/** Programs that a build puts into one file. */
export interface Bundled {
  /** The path of the file below `infrastructure`. */
  readonly file: string;
  /** Their paths below `infrastructure`, without an extension. */
  readonly programs: ReadonlyArray<string>;
}

/** One bundle of the programs that have most modules in common, and one of each of those that need few. */
export const BUNDLES: ReadonlyArray<Bundled> = [
  {
    file: 'service.bundle.js',
    programs: [
      'processes/api',
      'processes/embedded-event-store',
      'processes/projector',
      'processes/standalone',
      'processes/webhooks',
      'processes/worker',
      'cli/admin/main',
      'cli/demo/main',
      'cli/render-file',
    ],
  },
  ...[
    'cli/import-project',
    'cli/is-alive',
    'cli/verify-receipt',
    'rendering/drawing/drawing-process',
    'rendering/pictures/picture-process',
  ].map((program) => ({ file: `${program}.bundle.js`, programs: [program] })),
];

const OPTIONS: Readonly<Record<string, ReadonlyArray<string>>> = {
  'processes/embedded-event-store': EVENT_STORE_NODE_OPTIONS,
  'rendering/drawing/drawing-process': PROGRAM_OPTIONS,
  'rendering/pictures/picture-process': PROGRAM_OPTIONS,
};

/** The options of Node with which the service starts a program. V8 takes compiled code under the same options only. */
export const optionsOf = (program: string): ReadonlyArray<string> => OPTIONS[program] ?? [];
