import { useEffect, useRef, useState } from 'react';

const filesOf = ({ dataTransfer }: DragEvent): ReadonlyArray<File> => [...(dataTransfer?.files ?? [])];

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

/** Takes files that are dropped anywhere on the page. @returns whether some are dragged over it now */
export const useFileDrop = (add: (files: ReadonlyArray<File>) => void): boolean => {
  const latest = useRef(add);
  latest.current = add;
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault(); // otherwise the browser opens the file
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      latest.current(filesOf(event));
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
};
