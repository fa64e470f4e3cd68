import { type ReactNode, useRef } from 'react';

interface FileChoice {
  readonly label: string;
  /** Whether several files may be chosen. */
  readonly multiple?: boolean;
  /** The types of files, as the `accept` attribute has them. */
  readonly accept?: string;
  readonly choose: (files: ReadonlyArray<File>) => void;
}

/** A file chooser, opened by any button. The same file may be chosen again. */
export const useFileChoice = ({
  label,
  choose,
  ...input
}: FileChoice): { readonly input: ReactNode; readonly open: () => void } => {
  const element = useRef<HTMLInputElement>(null);
  return {
    input: (
      <input
        ref={element}
        type="file"
        hidden
        aria-label={label}
        {...input}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) choose(files);
        }}
      />
    ),
    open: () => element.current?.click(),
  };
};
