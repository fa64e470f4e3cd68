import { useEffect, useMemo } from 'react';
import type { components } from '../../../clients/typescript/core/client.js';
import type { VideoAccess } from '../shared/access.js';
import { useSettled } from '../shared/use-settled.js';
import type { Review } from '../review/use-review.js';

type Presence = components['schemas']['Presence'];

export interface Person extends Presence {
  /** The class of the person's colour. */
  readonly colour: string;
}

const COLOURS = 6;

/** People in the colours that they have on every page: nobody has that of another, as long as there are enough. */
const inColours = (people: ReadonlyArray<Presence>): ReadonlyArray<Person> => {
  const taken = new Set<string>();
  return people
    .toSorted((a, b) => (a.tab < b.tab ? -1 : 1))
    .map((person) => {
      const sum = Array.from(person.tab, (letter) => letter.charCodeAt(0)).reduce(
        (all, code) => all + code,
        0,
      );
      const wishes = Array.from({ length: COLOURS }, (_, step) => `person-${(sum + step) % COLOURS}`);
      const colour = wishes.find((one) => !taken.has(one)) ?? wishes[0] ?? '';
      taken.add(colour);
      return { ...person, colour };
    });
};

/** A random id of this tab. Browsers have `crypto.randomUUID` only on pages that came over HTTPS or from this machine. */
const TAB = [...crypto.getRandomValues(new Uint8Array(8))].join('-');

/** How often a page reports that it is still open, ms. */
const TELL_EVERY = 10_000;
/** The most selected clips that the service accepts. */
const MOST_SELECTED = 50;
/** How long a selection must last before it is reported, ms. */
const SETTLED_AFTER = 300;

/** Reports this person and the selection to others. @returns the others */
export const usePresence = (
  { client, videoId }: VideoAccess,
  { people, name, isSeen }: Review,
  selection: ReadonlyArray<string>,
): ReadonlyArray<Person> => {
  const others = useMemo(() => inColours(people).filter(({ tab }) => tab !== TAB), [people]);
  const known = name.trim() === '' ? {} : { name: name.trim() };
  const told = useSettled(
    JSON.stringify({ selection: selection.slice(-MOST_SELECTED), ...known }),
    SETTLED_AFTER,
  );
  // People who open the video later see this page immediately.
  const tabs = others.map(({ tab }) => tab).join();
  useEffect(() => {
    if (!isSeen) return undefined;
    const tell = (): void => {
      const body = { tab: TAB, ...(JSON.parse(told) as Omit<Presence, 'tab'>) };
      void client.api
        .POST('/v1/videos/{id}/presence', { params: { path: { id: videoId } }, body })
        .catch(() => undefined); // the next one makes up for it
    };
    tell();
    const telling = setInterval(tell, TELL_EVERY);
    return () => clearInterval(telling);
  }, [client, videoId, told, tabs, isSeen]);
  return others;
};
