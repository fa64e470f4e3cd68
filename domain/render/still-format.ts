/** The formats of a single frame. */
export type StillFormat = 'png' | 'webp' | 'jpeg';
