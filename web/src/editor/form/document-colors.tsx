import { Pipette } from 'lucide-react';
import { IconButton } from '../../shared/buttons.js';
import { t } from '../../words/words.js';
import type { Document } from '../document.js';
import { useShared } from '../shared.js';

/** How many colours of the video are offered. */
const MOST = 14;
const COLORS = /"#(?:[0-9a-f]{8}|[0-9a-f]{6})"/gi;

/** The colours that a document uses, the most used first: `#rrggbb`, or `#rrggbbaa` if they are not opaque. */
const colorsOf = (document: Document): ReadonlyArray<string> => {
  const uses = new Map<string, number>();
  for (const [found] of JSON.stringify(document).matchAll(COLORS)) {
    const color = found.slice(1, -1).toLowerCase();
    uses.set(color, (uses.get(color) ?? 0) + 1);
  }
  return [...uses]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MOST)
    .map(([color]) => color);
};

/** Takes the colour of a px of the screen (EyeDropper API, WICG). Firefox and Safari do not have it. */
type EyeDropper = new () => { readonly open: () => Promise<{ readonly sRGBHex: string }> };
const { EyeDropper } = globalThis as { readonly EyeDropper?: EyeDropper };

/** The colours that the video uses already, and a way to take one from the screen. */
export const DocumentColors = ({ choose }: { readonly choose: (color: string) => void }) => {
  const { document } = useShared();
  const pick = async (Dropper: EyeDropper): Promise<void> => {
    const picked = await new Dropper().open().catch(() => undefined); // Escape gives it up
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
