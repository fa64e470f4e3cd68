import type { Content } from './hostile-case.js';

/** An endless response after a valid beginning. */
export const endless =
  (beginning: Buffer, again: Buffer = Buffer.alloc(64 * 1024)): Content =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' });
    response.write(beginning);
    const more = (): void => {
      while (!response.destroyed && response.write(again));
    };
    response.on('drain', more);
    more();
  };
