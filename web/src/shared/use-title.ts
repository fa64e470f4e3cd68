import { useEffect } from 'react';

/** The name of the product, in all languages. */
export const PRODUCT = 'Framewright';

/** Sets the title of the tab and its history entries. */
export const useTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} – ${PRODUCT}`;
  }, [title]);
};
