import { useState } from 'react';
import { useWindowEvent } from '../../shared/use-window-event.js';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

/** Adds files that are dropped anywhere on the page. @returns whether files are dragged over the page */
export const useFileDrop = (add: (files: ReadonlyArray<File>) => void): boolean => {
  const [isOver, setOver] = useState(false);
  useWindowEvent('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault(); // otherwise the browser opens the file
    setOver(true);
  });
  useWindowEvent('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) setOver(false);
  });
  useWindowEvent('drop', (event) => {
    setOver(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    add([...(event.dataTransfer?.files ?? [])]);
  });
  return isOver;
};
