import { useEffect, useState } from 'react';

/** How long an image may take to begin reading an object URL, ms. */
const BEGINS_WITHIN = 2000;

/**
 * Revokes an object URL. Not immediately: an element that was just given it may not have begun to read it.
 * @param beginsWithin how long that may take, ms
 */
export const revokeLater = (url: string, beginsWithin = BEGINS_WITHIN): void => {
  setTimeout(() => URL.revokeObjectURL(url), beginsWithin);
};

/** An object URL of a file, revoked when the component is removed. */
export const useObjectUrl = (file: Blob | undefined): string | undefined => {
  const [made, setMade] = useState<{ readonly file: Blob; readonly url: string }>();
  useEffect(() => {
    if (file === undefined) return undefined;
    const url = URL.createObjectURL(file);
    setMade({ file, url });
    return () => revokeLater(url);
  }, [file]);
  return file && made?.file === file ? made.url : undefined;
};
