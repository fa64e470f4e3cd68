/** A job for one process, and where the files that it writes belong. */
export interface GivenJob<Job> {
  readonly job: Job;
  readonly outputs: ReadonlyArray<{ readonly written: string; readonly path: string }>;
}
