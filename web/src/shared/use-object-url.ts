import { useEffect, useState } from 'react';
import { giveUp } from './object-urls.js';

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
