/** A file of an archive. */
export interface ArchiveEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Writes archives. */
export interface Archiver {
  /** Writes a ZIP with these files, in their order; the same files give the same bytes. */
  readonly zip: (entries: AsyncIterable<ArchiveEntry>, path: string) => Promise<void>;
}
