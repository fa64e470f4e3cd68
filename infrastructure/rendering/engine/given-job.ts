/** A job for one process, and where the files that it writes belong. */
export interface GivenJob<Job> {
  readonly job: Job;
  readonly outputs: ReadonlyArray<{ readonly written: string; readonly path: string }>;
  /** Names of files that the process needs for this job only: the object storage takes no file with a second name. */
  readonly names?: ReadonlyArray<string>;
}
