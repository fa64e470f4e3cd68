import { keysText } from '../../shared/key-names.js';
import { OpenDialog } from '../../shared/open-dialog.js';
import { LanguageChoice } from '../../words/language-choice.js';
import { t } from '../../words/words.js';

const KEYS: ReadonlyArray<readonly [effect: string, ...keys: ReadonlyArray<string>]> = [
  [t('Go to the next part of the editor: top bar, stage, properties, timeline'), 'F6', 'Ctrl+F6'],
  [t('Go to the previous part'), 'Shift+F6'],
  [t('Play or pause'), 'Space'],
  [t('Play backwards without sound; again: twice as fast'), 'J'],
  [t('Pause'), 'K'],
  [t('Play; again: twice as fast, and higher'), 'L'],
  [t('Zoom the timeline or the stage around the pointer'), 'Ctrl + wheel'],
  [t('One frame back, forward, where no clip on the stage has the focus'), ',', '.'],
  [t('One frame back, forward, while no clip is selected'), '← →'],
  [t('With Shift: one second back, forward'), 'Shift+,', 'Shift+.', 'Shift+← →'],
  [t('To the first frame, to the last'), 'Home', 'End'],
  [t('Select all clips'), 'Ctrl+A'],
  [t('Select no clip'), 'Esc'],
  [t('Select the focused clip; with Shift, too'), 'Enter', 'Shift+Enter'],
  [t('Undo'), 'Ctrl+Z'],
  [t('Redo'), 'Ctrl+Y', 'Ctrl+Shift+Z'],
  [t('Split the selected clips at the playhead'), 'S'],
  [t('Duplicate'), 'Ctrl+D'],
  [t('Copy the selected clips, also for another video or tab'), 'Ctrl+C'],
  [t('Cut the selected clips'), 'Ctrl+X'],
  [t('Paste clips at the playhead'), 'Ctrl+V'],
  [t('Group the selected clips'), 'Ctrl+G'],
  [t('Dissolve the selected groups'), 'Ctrl+Shift+G'],
  [t('Delete'), 'Del', 'Backspace'],
  [t('Delete, and close the gap'), 'Shift+Del'],
  [t('Bring forward, send backward'), ']', '['],
  [t('Bring to the front, send to the back'), '}', '{'],
  [t('On the stage: move by 1 px, by 10 px'), 'Arrow keys', 'Shift+Arrow keys'],
  [t('On the stage: type in the text, or go to a clip of the group'), 'Enter'],
  [t('On the stage: resize by 1 px, by 10 px'), 'Alt+Arrow keys', 'Alt+Shift+Arrow keys'],
  [t('On the stage: rotate by 1°, with Shift by 15°'), ',', '.'],
  [t('On the timeline: move by 0.1 s, by 1 s'), '← →', 'Shift+← →'],
  [t('On the timeline: trim the end, the start'), 'Alt+← →', 'Alt+Shift+← →'],
  [t('While the end is dragged: move what comes later with it'), 'Shift'],
  [t('On the border above the timeline: make it taller or lower'), '↑ ↓', 'Page Up, Page Down'],
  [t('Add a marker at the playhead: a chapter of links for viewing'), 'M'],
  [t('Show these keys'), '?'],
];

/** The keyboard shortcuts, and the choice of the language. */
export const KeyHelp = ({ close }: { readonly close: () => void }) => (
  <OpenDialog name={t('Keyboard')} close={close}>
    <h2>{t('Keyboard')}</h2>
    <LanguageChoice />
    <table className="keys">
      <thead>
        <tr>
          <th scope="col">{t('Effect')}</th>
          <th scope="col">{t('Keys')}</th>
        </tr>
      </thead>
      <tbody>
        {KEYS.map(([effect, ...keys]) => (
          <tr key={effect}>
            <td>{effect}</td>
            <td>
              {keys.map((one) => (
                <kbd key={one}>{keysText(one)}</kbd>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </OpenDialog>
);
