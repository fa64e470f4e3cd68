/** The options of ffmpeg that read a picture or a sound that one of its filters makes. */
export const lavfi = (graph: string): string[] => ['-f', 'lavfi', '-i', graph];
