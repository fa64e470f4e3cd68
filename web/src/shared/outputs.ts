/** The address of an output on the origin of this page, whatever public address the service has. */
export const hereOf = (outputUrl: string): string => new URL(outputUrl).pathname;

/** Whether browsers may be able to play the output. */
export const isVideo = (outputUrl: string): boolean => /\.(?:mp4|webm|mov)$/.test(hereOf(outputUrl));
