import type { Document } from '../document.js';
import { framesLater } from '../playback/frame-steps.js';
import { useShared } from '../shared.js';
import { clipsOfPreset, type Preset, PRESETS, withLook, withPreset } from './presets.js';
import { useDrawn } from './use-drawn.js';
import { t } from '../../words/words.js';

const KINDS = ['Titles', 'Lower thirds', 'Captions'] as const;
/** The part of the canvas with the preset, unless it says so itself. */
const PARTS = { Titles: [1, 50, 50], 'Lower thirds': [1.9, 6, 98], Captions: [1.7, 50, 88] } as const;
const NAMES = { Titles: t('Titles'), 'Lower thirds': t('Lower thirds'), Captions: t('Captions') };

/** The canvas of the preview of a preset, its time in ms, and its width in px. */
const CANVAS = { width: 640, height: 360 };
const SHOWN_AT = 1900;
const WIDTH = 480;

const shownDocument = (preset: Preset): Document =>
  ({
    metadata: { name: preset.name, duration: 4000, backgroundColor: '#26343a', canvas: CANVAS },
    clips: clipsOfPreset(preset, CANVAS, 0),
  }) as unknown as Document;

const DOCUMENTS = new Map(PRESETS.map((preset) => [preset, shownDocument(preset)]));

const PresetItem = ({ preset }: { readonly preset: Preset }) => {
  const { document, change, selected, selectAll, places, clock, setMs } = useShared();
  const { element, url } = useDrawn<HTMLSpanElement>(DOCUMENTS.get(preset), SHOWN_AT, WIDTH);
  const [scale, x, y] = preset.shown ?? PARTS[preset.kind];
  const add = (): void => {
    const chosen = document.clips.find(({ id }) => id === selected);
    if (preset.kind === 'Captions' && chosen?.type === 'caption')
      return change(withLook(document, chosen.id, preset, places));
    const start = Math.floor(clock.now());
    const added = withPreset(document, preset, places, start);
    change(added.document);
    selectAll(added.ids);
    // At the playhead, the preset would only begin to appear. So the stage seeks to the time that the panel shows.
    setMs(framesLater(start + SHOWN_AT, 0, { ...places, duration: Infinity }));
  };
  return (
    <li>
      <button type="button" aria-label={t('Add {name}', { name: preset.name })} onClick={add}>
        <span ref={element} className={`preset${url === undefined ? ' skeleton' : ''}`}>
          {url !== undefined && <img src={url} alt="" style={{ scale, transformOrigin: `${x}% ${y}%` }} />}
        </span>
        {preset.name}
      </button>
    </li>
  );
};

/** Titles, lower thirds and captions that are added with one click, or captions that are selected get their look. */
export const PresetPanel = () => (
  <>
    {KINDS.map((kind) => (
      <section key={kind} aria-label={NAMES[kind]}>
        <h2>{NAMES[kind]}</h2>
        <ul className="presets">
          {PRESETS.filter((preset) => preset.kind === kind).map((preset) => (
            <PresetItem key={preset.name} preset={preset} />
          ))}
        </ul>
      </section>
    ))}
  </>
);
