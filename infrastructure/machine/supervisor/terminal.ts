/** Shows a line to the operator. */
export type PrintLine = (line: string) => void;

/**
 * Writes lines to a stream of this process and never throws. The stream may lead to a file on a full disk, which throws
 * at once, or to a reader that is gone, which fails later.
 */
export const printerTo = (stream: NodeJS.WriteStream): PrintLine => {
  stream.on('error', () => {});
  return (line) => {
    try {
      stream.write(`${line}\n`);
    } catch {
      // There is nowhere left to report this.
    }
  };
};
