/** A file that a job writes, and where it belongs. */
export interface WrittenFile {
  readonly written: string;
  readonly path: string;
}

/** A job for one process, and the files that it writes: if their number is not known before, those of its result. */
export interface GivenJob<Job, Result = unknown> {
  readonly job: Job;
  readonly outputs: ReadonlyArray<WrittenFile> | ((result: Result) => ReadonlyArray<WrittenFile>);
}
