/** Where a clip stands in the document, such as `clips[3]`: how failures name it, and what its source is known by. */
export type ClipPath = string;

/** The path of the clip at an index. */
export const clipPath = (index: number): ClipPath => `clips[${index}]`;
