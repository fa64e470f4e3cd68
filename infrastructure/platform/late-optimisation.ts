/** The release of Node from which V8 no longer has the option. */
const WITHOUT_OPTION = 22;

const major = Number(process.versions.node.split('.')[0]);

/**
 * The options with which V8 optimises functions after a megabyte of their code has run, 132 kB by default: most processes
 * work for less than a second, and what V8 optimises while they load is not used again. Later releases of Node refuse
 * the option, and to start with it.
 */
export const LATE_OPTIMISATION: ReadonlyArray<string> =
  major < WITHOUT_OPTION ? ['--interrupt-budget=1000000'] : [];
