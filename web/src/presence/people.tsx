import type { CSSProperties } from 'react';
import { t } from '../words/words.js';
import type { Person } from './use-presence.js';
import './people.css';

export const nameOfPerson = ({ name }: Person): string => name ?? t('Somebody');

/** The first letters of at most two words of the name. */
const initialsOf = (person: Person): string =>
  nameOfPerson(person)
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => Array.from(word)[0])
    .join('');

interface AvatarsProps {
  readonly people: ReadonlyArray<Person>;
  /** The names of their selected clips. */
  readonly labelOf?: (clipId: string) => string | undefined;
}

/** The other people who have the video open, and their selected clips. */
export const Avatars = ({ people, labelOf = () => undefined }: AvatarsProps) =>
  people.length > 0 && (
    <ul className="avatars" aria-label={t('Also here')}>
      {people.map((person) => {
        const labels = person.selection.map(labelOf).filter((label) => label !== undefined);
        const text = [nameOfPerson(person), ...labels.slice(0, 1)].join(': ');
        return (
          <li key={person.tab} className={person.colour} data-tip={text}>
            <span aria-hidden="true">{initialsOf(person)}</span>
            <span className="unseen-text">{text}</span>
          </li>
        );
      })}
    </ul>
  );

interface RingsProps {
  readonly people: ReadonlyArray<Person>;
  /** The position of a clip; undefined if it is not visible. */
  readonly styleOf: (clipId: string) => CSSProperties | undefined;
}

/** A ring around each clip that others have selected, with their names. The list of those who are here has the same for screen readers. */
export const Rings = ({ people, styleOf }: RingsProps) =>
  [...new Set(people.flatMap(({ selection }) => selection))].map((clipId) => {
    const style = styleOf(clipId);
    const here = people.filter(({ selection }) => selection.includes(clipId));
    return (
      style && (
        <div key={clipId} className={`ring ${here[0]?.colour}`} style={style} aria-hidden="true">
          <div>
            {here.map((person) => (
              <span key={person.tab} className={person.colour}>
                {nameOfPerson(person)}
              </span>
            ))}
          </div>
        </div>
      )
    );
  });
