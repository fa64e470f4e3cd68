/** A way to show lines to a person. */
export type Tell = (line: string) => void;

/**
 * Shows lines on a stream of this process, and never throws: what it leads to may be a file on a full disk, which throws
 * at once, or a reader that is gone, which is told later.
 */
export const tellOn = (stream: NodeJS.WriteStream): Tell => {
  stream.on('error', () => {});
  return (line) => {
    try {
      stream.write(`${line}\n`);
    } catch {
      // Nobody can be told that nobody can be told.
    }
  };
};
