/** A plain file name: no separator, no leading dot. */
const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}$/;

/** Whether the text may be the key of an object. */
export const isObjectKey = (key: string): boolean => KEY.test(key);
