import { useEffect } from 'react';

/** Names the tab and its history entries. */
export const useTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} – Framewright`;
  }, [title]);
};
