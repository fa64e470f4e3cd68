import { AudioLines, Captions, Film, Image, Layers2, type LucideIcon, Square, Type } from 'lucide-react';
import { isRecord } from '../../../../domain/codec/json.js';
import { t } from '../../words/words.js';
import type { Document } from '../document.js';
import type { PlacedClip } from '../places.js';
import type { Lane } from './lanes.js';

const KINDS: Partial<Record<PlacedClip['type'], readonly [LucideIcon, string]>> = {
  video: [Film, t('Video')],
  image: [Image, t('Pictures')],
  audio: [AudioLines, t('Sound')],
  text: [Type, t('Text')],
  caption: [Captions, t('Captions')],
  group: [Layers2, t('Groups')],
};
const OTHER = [Square, t('Shapes')] as const;

/** The icon of what is in a lane, and its name. */
export const kindOf = ({ clips }: Lane) => KINDS[clips[0]?.type ?? 'shape'] ?? OTHER;

/**
 * The names that people gave to tracks, by clip: lanes are made from clips, so that the names stay with them. They are
 * part of the custom properties of the video.
 */
const givenNames = ({ additional }: Document): Readonly<Record<string, unknown>> => {
  const names = additional?.['trackNames'];
  return isRecord(names) ? names : {};
};

/** What most of the named clips of a lane give as its name. */
const givenName = ({ clips }: Lane, given: Readonly<Record<string, unknown>>): string | undefined => {
  const names = clips.flatMap(({ id }) => (typeof given[id] === 'string' ? [given[id]] : []));
  const count = (name: string): number => names.filter((one) => one === name).length;
  return names.toSorted((a, b) => count(b) - count(a))[0];
};

/** The names of lanes: given ones, or what is in them, with a number where several have the same. */
export const namesOf = (lanes: ReadonlyArray<Lane>, document: Document): ReadonlyArray<string> => {
  const given = givenNames(document);
  const names = lanes.map((lane) => givenName(lane, given) ?? kindOf(lane)[1]);
  return names.map((name, index) =>
    names.indexOf(name) === names.lastIndexOf(name)
      ? name
      : `${name} ${names.slice(0, index + 1).filter((one) => one === name).length}`,
  );
};

/** Gives a name to the track of these clips. An empty one takes its name away. */
export const withTrackName = (document: Document, ids: ReadonlyArray<string>, name: string): Document => {
  const others = Object.entries(givenNames(document)).filter(
    ([id]) => !ids.includes(id) && document.clips.some((clip) => clip.id === id),
  );
  const named = name === '' ? [] : ids.map((id) => [id, name] as const);
  const trackNames = Object.fromEntries([...others, ...named]);
  return { ...document, additional: { ...document.additional, trackNames } };
};
