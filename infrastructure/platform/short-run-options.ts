/** The release of Node from which V8 no longer has the option. */
const WITHOUT_OPTION = 22;

const major = Number(process.versions.node.split('.')[0]);

/**
 * Node's options for processes that mostly work for less than a second: what V8 optimises while they load is not used
 * again, so it optimises functions after a megabyte of their code has run, 132 kB by default. Later releases of Node refuse
 * the option, and to start with it.
 */
export const SHORT_RUN_OPTIONS: ReadonlyArray<string> =
  major < WITHOUT_OPTION ? ['--interrupt-budget=1000000'] : [];
