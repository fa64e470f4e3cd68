import { Button } from '../shared/buttons.js';
import { problemText } from './problem-text.js';
import { useShared } from './shared.js';
import { shownDocument } from './variables/shown-document.js';

/** The problems of the document, with buttons that lead to their fields. */
export const Problems = ({ problems }: { readonly problems: ReadonlyArray<string> }) => {
  const { document, select, showPanel, seekField } = useShared();
  if (problems.length === 0) return null;
  return (
    <div role="alert">
      <ul className="problems">
        {problems.map((problem) => {
          const { text, of } = problemText(problem, shownDocument(document).clips);
          return (
            <li key={problem}>
              {of === undefined ? (
                text
              ) : (
                <Button
                  text={text}
                  className="quiet"
                  onClick={() => {
                    select(of.clipId);
                    showPanel('Edit');
                    seekField(of.path);
                  }}
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
};
