import { Pipette } from 'lucide-react';
import { IconButton } from '../../shared/buttons.js';
import { t } from '../../words/words.js';
import type { Document } from '../document.js';
import { useShared } from '../shared.js';

/** The most colours of the video to choose from. */
const MOST_COLORS = 14;
const COLORS = /"#(?:[0-9a-f]{8}|[0-9a-f]{6})"/gi;

/** The colours of a document, the most frequent first: `#rrggbb`, or `#rrggbbaa` if they are not opaque. */
const colorsOf = (document: Document): ReadonlyArray<string> => {
  const uses = new Map<string, number>();
  for (const [found] of JSON.stringify(document).matchAll(COLORS)) {
    const color = found.slice(1, -1).toLowerCase();
    uses.set(color, (uses.get(color) ?? 0) + 1);
  }
  return [...uses]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MOST_COLORS)
    .map(([color]) => color);
};

/** Takes the colour of a px of the screen (EyeDropper API, WICG). Firefox and Safari do not have it. */
type EyeDropper = new () => { readonly open: () => Promise<{ readonly sRGBHex: string }> };
const { EyeDropper } = globalThis as { readonly EyeDropper?: EyeDropper };

/** The colours of the video, and a button to pick one from the screen. */
export const DocumentColors = ({ choose }: { readonly choose: (color: string) => void }) => {
  const { document } = useShared();
  const pick = async (Dropper: EyeDropper): Promise<void> => {
    const picked = await new Dropper().open().catch(() => undefined); // Escape cancels it
    if (picked) choose(picked.sRGBHex);
  };
  return (
    <div className="document-colors" role="group" aria-label={t('Colors of the video')}>
      {EyeDropper && (
        <IconButton
          icon={Pipette}
          name={t('Take a color from the screen')}
          onClick={() => void pick(EyeDropper)}
        />
      )}
      {colorsOf(document).map((color) => (
        <button
          key={color}
          type="button"
          className="swatch"
          aria-label={color}
          title={color}
          onClick={() => choose(color)}
        >
          <span style={{ background: color }} />
        </button>
      ))}
    </div>
  );
};
