/**
 * What a person notices of a deviation, beginning with what is noticed most: something is missing; something looks or
 * sounds different; something is to be done, such as replacing a source; nothing that is known to be seen or heard.
 */
export const DEVIATION_KINDS = ['leftOut', 'near', 'toDo', 'unseen'] as const;
export type DeviationKind = (typeof DEVIATION_KINDS)[number];

/** Something that an import could not carry over exactly. */
export interface Deviation {
  readonly kind: DeviationKind;
  /** Where it is in the imported project, such as `timeline.tracks[0].clips[2].effect`. */
  readonly path: string;
  /** What is different or missing. */
  readonly message: string;
  /** The clip that it is about, such as `clips[2].clips[0]` of the video; left out if it is about none that is there. */
  readonly clip?: string;
}

/** Notes a deviation: one that looks or sounds different, unless it is of another kind. */
export type Note = (path: string, message: string, kind?: DeviationKind) => void;

/** How many deviations are listed. */
const MAX_DEVIATIONS = 1000;

/** At how many places of one kind, such as the clips of all tracks, the same is listed. */
const MOST_ALIKE = 3;

/** The deviations, of which one stands for all if a document repeats it, as one made from a template does. */
const oncePerKind = (all: ReadonlyArray<Deviation>): ReadonlyArray<Deviation> => {
  const kinds = new Map<string, ReadonlyArray<Deviation>>();
  for (const deviation of all) {
    const kind = `${deviation.path.replaceAll(/\[\d+\]/g, '[]')} ${deviation.message}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), deviation]);
  }
  return [...kinds.values()].flatMap((alike) =>
    alike.length <= MOST_ALIKE
      ? alike
      : alike.slice(0, 1).map(({ message, ...first }) => ({
          ...first,
          message: `${message} (and at ${alike.length - 1} more places)`,
        })),
  );
};

const rankOf = ({ kind }: Deviation): number => DEVIATION_KINDS.indexOf(kind);

/** Collects the deviations of one import, without repetitions: by their kinds, then in order. */
export const deviations = () => {
  const noted = new Map<string, Deviation>();
  let more = 0;
  const note: Note = (path, message, kind = 'near') => {
    const key = `${path} ${message}`;
    if (noted.has(key)) return;
    if (noted.size < MAX_DEVIATIONS) noted.set(key, { kind, path, message });
    else more += 1;
  };
  return {
    note,
    list: (): ReadonlyArray<Deviation> => [
      ...oncePerKind([...noted.values()]).toSorted((a, b) => rankOf(a) - rankOf(b)),
      ...(more === 0 ? [] : [{ kind: 'near' as const, path: '', message: `and ${more} more` }]),
    ],
  };
};
