import type { Provenance } from '../../../../domain/render/render-output.js';
import type { ChangedTool } from '../../../../domain/render/replay-verdict.js';

type Facts = Omit<Provenance, 'stageSeconds' | 'sources'>;

/** What a render was made with, by name. */
const named = ({ renderer, ffmpeg, fonts, encoder }: Facts): ReadonlyMap<string, string> => {
  const all = new Map([
    ['renderer', renderer],
    ['ffmpeg', ffmpeg],
  ]);
  for (const { family, sha256 } of fonts) {
    const name = `font ${family}`;
    all.set(name, [...(all.get(name)?.split(' ') ?? []), sha256].toSorted().join(' '));
  }
  for (const kind of ['video', 'audio'] as const)
    for (const [option, value] of Object.entries(encoder?.[kind] ?? {}))
      all.set(`${kind} encoder: ${option}`, value);
  return all;
};

/** The programs, fonts and settings that are not those of the recorded render: a reason why frames may differ. */
export const changedTools = (recorded: Facts, replayed: Facts): ReadonlyArray<ChangedTool> => {
  // Renders of earlier releases recorded no encoder settings: there is nothing to compare.
  const { encoder, ...rest } = replayed;
  const [then, now] = [named(recorded), named(recorded.encoder && encoder ? { ...rest, encoder } : rest)];
  return [...new Set([...then.keys(), ...now.keys()])].flatMap((what) => {
    const [before = 'none', after = 'none'] = [then.get(what), now.get(what)];
    return before === after ? [] : [{ what, recorded: before, replayed: after }];
  });
};
