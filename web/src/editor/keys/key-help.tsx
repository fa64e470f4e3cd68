import { OpenDialog } from '../../shared/open-dialog.js';

interface Keys {
  readonly keys: ReadonlyArray<string>;
  readonly effect: string;
  /** Whether they change the video. */
  readonly edits: boolean;
}

const onAll = (effect: string, ...keys: ReadonlyArray<string>): Keys => ({ keys, effect, edits: false });
const editing = (effect: string, ...keys: ReadonlyArray<string>): Keys => ({ keys, effect, edits: true });

const KEYS: ReadonlyArray<Keys> = [
  onAll('Go to the next part of the editor: top bar, stage, properties, timeline', 'F6', 'Ctrl+F6'),
  onAll('Go to the previous part', 'Shift+F6'),
  onAll('Play or pause', 'Space'),
  onAll('One second back, pause, play', 'J', 'K', 'L'),
  onAll('Zoom the timeline around the pointer', 'Ctrl + wheel'),
  onAll('One frame back, forward, where no clip on the stage has the focus', ',', '.'),
  onAll('One frame back, forward, while no clip is selected', '← →'),
  onAll('With Shift: one second back, forward', 'Shift+,', 'Shift+.', 'Shift+← →'),
  onAll('To the first frame, to the last', 'Home', 'End'),
  onAll('Select all clips', 'Ctrl+A'),
  onAll('Select no clip', 'Esc'),
  onAll('Select the focused clip; with Shift, too', 'Enter', 'Shift+Enter'),
  editing('Undo', 'Ctrl+Z'),
  editing('Redo', 'Ctrl+Y', 'Ctrl+Shift+Z'),
  editing('Split the selected clips at the playhead', 'S'),
  editing('Duplicate', 'Ctrl+D'),
  onAll('Copy the selected clips, also for another video or tab', 'Ctrl+C'),
  editing('Cut the selected clips', 'Ctrl+X'),
  editing('Paste clips at the playhead', 'Ctrl+V'),
  editing('Group the selected clips', 'Ctrl+G'),
  editing('Dissolve the selected groups', 'Ctrl+Shift+G'),
  editing('Delete', 'Del', 'Backspace'),
  editing('Delete, and close the gap', 'Shift+Del'),
  editing('Bring forward, send backward', ']', '['),
  editing('Bring to the front, send to the back', '}', '{'),
  editing('On the stage: move by 1 px, by 10 px', 'Arrow keys', 'Shift+Arrow keys'),
  editing('On the stage: resize by 1 px, by 10 px', 'Alt+Arrow keys', 'Alt+Shift+Arrow keys'),
  editing('On the stage: rotate by 1°, with Shift by 15°', ',', '.'),
  editing('On the timeline: move by 0.1 s, by 1 s', '← →', 'Shift+← →'),
  editing('On the timeline: trim the end, the start', 'Alt+← →', 'Alt+Shift+← →'),
  onAll('On the border above the timeline: make it taller or lower', '↑ ↓', 'Page Up, Page Down'),
  onAll('Show these keys', '?'),
];

interface KeyHelpProps {
  readonly isReadOnly: boolean;
  readonly close: () => void;
}

/** What can be done by keyboard. */
export const KeyHelp = ({ isReadOnly, close }: KeyHelpProps) => (
  <OpenDialog name="Keyboard" close={close}>
    <h2>Keyboard</h2>
    <table className="keys">
      <thead>
        <tr>
          <th scope="col">Effect</th>
          <th scope="col">Keys</th>
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
