import { OpenDialog } from '../../shared/open-dialog.js';
import { t } from '../../words/words.js';

interface Keys {
  readonly keys: ReadonlyArray<string>;
  readonly effect: string;
  /** Whether they change the video. */
  readonly edits: boolean;
}

const onAll = (effect: string, ...keys: ReadonlyArray<string>): Keys => ({ keys, effect, edits: false });
const editing = (effect: string, ...keys: ReadonlyArray<string>): Keys => ({ keys, effect, edits: true });

const KEYS: ReadonlyArray<Keys> = [
  onAll(t('Go to the next part of the editor: top bar, stage, properties, timeline'), 'F6', 'Ctrl+F6'),
  onAll(t('Go to the previous part'), 'Shift+F6'),
  onAll(t('Play or pause'), 'Space'),
  onAll(t('One second back, pause, play'), 'J', 'K', 'L'),
  onAll(t('Zoom the timeline around the pointer'), 'Ctrl + wheel'),
  onAll(t('One frame back, forward, where no clip on the stage has the focus'), ',', '.'),
  onAll(t('One frame back, forward, while no clip is selected'), '← →'),
  onAll(t('With Shift: one second back, forward'), 'Shift+,', 'Shift+.', 'Shift+← →'),
  onAll(t('To the first frame, to the last'), 'Home', 'End'),
  onAll(t('Select all clips'), 'Ctrl+A'),
  onAll(t('Select no clip'), 'Esc'),
  onAll(t('Select the focused clip; with Shift, too'), 'Enter', 'Shift+Enter'),
  editing(t('Undo'), 'Ctrl+Z'),
  editing(t('Redo'), 'Ctrl+Y', 'Ctrl+Shift+Z'),
  editing(t('Split the selected clips at the playhead'), 'S'),
  editing(t('Duplicate'), 'Ctrl+D'),
  onAll(t('Copy the selected clips, also for another video or tab'), 'Ctrl+C'),
  editing(t('Cut the selected clips'), 'Ctrl+X'),
  editing(t('Paste clips at the playhead'), 'Ctrl+V'),
  editing(t('Group the selected clips'), 'Ctrl+G'),
  editing(t('Dissolve the selected groups'), 'Ctrl+Shift+G'),
  editing(t('Delete'), 'Del', 'Backspace'),
  editing(t('Delete, and close the gap'), 'Shift+Del'),
  editing(t('Bring forward, send backward'), ']', '['),
  editing(t('Bring to the front, send to the back'), '}', '{'),
  editing(t('On the stage: move by 1 px, by 10 px'), 'Arrow keys', 'Shift+Arrow keys'),
  editing(t('On the stage: resize by 1 px, by 10 px'), 'Alt+Arrow keys', 'Alt+Shift+Arrow keys'),
  editing(t('On the stage: rotate by 1°, with Shift by 15°'), ',', '.'),
  editing(t('On the timeline: move by 0.1 s, by 1 s'), '← →', 'Shift+← →'),
  editing(t('On the timeline: trim the end, the start'), 'Alt+← →', 'Alt+Shift+← →'),
  onAll(t('On the border above the timeline: make it taller or lower'), '↑ ↓', 'Page Up, Page Down'),
  onAll(t('Show these keys'), '?'),
];

interface KeyHelpProps {
  readonly isReadOnly: boolean;
  readonly close: () => void;
}

/** What can be done by keyboard. */
export const KeyHelp = ({ isReadOnly, close }: KeyHelpProps) => (
  <OpenDialog name={t('Keyboard')} close={close}>
    <h2>{t('Keyboard')}</h2>
    <table className="keys">
      <thead>
        <tr>
          <th scope="col">{t('Effect')}</th>
          <th scope="col">{t('Keys')}</th>
        </tr>
      </thead>
      <tbody>
        {KEYS.filter(({ edits }) => !edits || !isReadOnly).map(({ keys, effect }) => (
          <tr key={effect}>
            <td>{effect}</td>
            <td>
              {keys.map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </OpenDialog>
);
