/** A count with its noun, such as `1 event` or `2 events`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
