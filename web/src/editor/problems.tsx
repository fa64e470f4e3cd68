import { Button } from '../shared/buttons.js';
import { problemText } from './problem-text.js';
import { useShared } from './shared.js';

/** The problems of the document, with buttons that select their clips. */
export const Problems = ({ problems }: { readonly problems: ReadonlyArray<string> }) => {
  const { document, select } = useShared();
  if (problems.length === 0) return null;
  return (
    <ul className="problems" role="alert">
      {problems.map((problem) => {
        const { text, clipId } = problemText(problem, document.clips);
        return (
          <li key={problem}>
            {clipId === undefined ? (
              text
            ) : (
              <Button text={text} className="quiet" onClick={() => select(clipId)} />
            )}
          </li>
        );
      })}
    </ul>
  );
};
