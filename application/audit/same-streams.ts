import { sameJson } from '../../domain/codec/json.js';
import type { Presentation, RenderOutput, StreamHash } from '../../domain/render/render-output.js';
import type { InspectedFile } from '../ports/file-inspector.js';

// Compares the streams of a file and an output whose bytes differ.

/**
 * `same-streams`: the same packets and the same presentation. `same-packets`: the same packets, but the presentation
 * differs in `differences`, or was not compared if these are absent. `same-picture`: the same packets of the picture, but
 * other sound or none.
 */
export type StreamMatch =
  | { readonly match: 'same-streams' | 'same-picture' }
  | { readonly match: 'same-packets'; readonly differences?: ReadonlyArray<string> };

const inOrder = (streams: ReadonlyArray<StreamHash>): ReadonlyArray<string> =>
  streams.map(({ kind, sha256 }) => `${kind} ${sha256}`).toSorted();

/** The differences between the presentations of two files, such as `picture: timestamps`. */
export const presentationDifferences = (one: Presentation, other: Presentation): ReadonlyArray<string> => {
  const tracks = (all: Presentation): ReadonlyArray<string | undefined> => all.map(({ track }) => track);
  if (!sameJson(tracks(one), tracks(other))) return ['the tracks'];
  return one.flatMap((facts, index) => {
    const others = other[index] ?? {};
    const names = new Set([...Object.keys(facts), ...Object.keys(others)]);
    return [...names]
      .filter((name) => facts[name] !== others[name])
      .map((name) => `${facts['track']}: ${name}`);
  });
};

/** Compares the streams of a file and an output; undefined if the picture differs. */
export const streamMatch = (
  output: Pick<RenderOutput, 'streams' | 'presentation'>,
  file: Partial<Pick<InspectedFile, 'streams' | 'presentation'>>,
): StreamMatch | undefined => {
  if (!output.streams || !file.streams || output.streams.length === 0) return undefined;
  if (sameJson(inOrder(output.streams), inOrder(file.streams))) {
    if (!output.presentation || !file.presentation) return { match: 'same-packets' };
    const differences = presentationDifferences(output.presentation, file.presentation);
    return differences.length === 0 ? { match: 'same-streams' } : { match: 'same-packets', differences };
  }
  const pictures = output.streams.filter(({ kind }) => kind === 'video');
  const isInFile = ({ sha256 }: StreamHash): boolean =>
    file.streams?.some((stream) => stream.kind === 'video' && stream.sha256 === sha256) === true;
  return pictures.length > 0 && pictures.every(isInFile) ? { match: 'same-picture' } : undefined;
};
