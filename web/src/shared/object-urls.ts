import { useEffect, useState } from 'react';

/** How long an image may take to begin reading an address that it was given last, ms. */
const BEGINS_WITHIN = 2000;

/**
 * Gives up the address of a file. Not at once: what was just given the address may not have begun to read it.
 * @param beginsWithin how long that may take, ms
 */
export const giveUp = (url: string, beginsWithin = BEGINS_WITHIN): void => {
  setTimeout(() => URL.revokeObjectURL(url), beginsWithin);
};

/** An address of a file for this page, as long as it is shown. */
export const useObjectUrl = (file: Blob | undefined): string | undefined => {
  const [made, setMade] = useState<{ readonly file: Blob; readonly url: string }>();
  useEffect(() => {
    if (file === undefined) return undefined;
    const url = URL.createObjectURL(file);
    setMade({ file, url });
    return () => giveUp(url);
  }, [file]);
  return file && made?.file === file ? made.url : undefined;
};
