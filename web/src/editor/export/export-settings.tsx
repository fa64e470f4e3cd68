import type { RenderOptions } from '../../../../clients/typescript/core/types.js';
import { Choice } from '../../shared/choice.js';
import type { Places } from '../places.js';
import { useShared } from '../shared.js';
import { t } from '../../words/words.js';

type Output = Extract<NonNullable<RenderOptions['output']>, { readonly format: string }>;

/** The settings of an export. */
export interface Settings {
  readonly format: Output['format'];
  /** Height in px; undefined: that of the canvas. */
  readonly height: number | undefined;
  readonly quality: NonNullable<RenderOptions['quality']>;
  readonly captions: 'burnIn' | 'track' | 'srt' | 'none';
}

export const AT_FIRST: Settings = {
  format: 'mp4',
  height: undefined,
  quality: 'balanced',
  captions: 'burnIn',
};

const FORMATS: ReadonlyArray<readonly [Output['format'], string]> = [
  ['mp4', t('MP4, for everywhere')],
  ['webm', t('WebM, for web pages')],
  ['mov', t('ProRes, for editing')],
  ['gif', t('GIF, without sound')],
  ['mp3', t('MP3, only the sound')],
  ['png', t('PNG, the picture at the playhead')],
];

const HEIGHTS = [2160, 1440, 1080, 720, 480];

const QUALITIES: ReadonlyArray<readonly [Settings['quality'], string]> = [
  ['balanced', t('Balanced')],
  ['draft', t('Draft, fastest')],
  ['small', t('Smallest file')],
];

const CAPTIONS: ReadonlyArray<readonly [Settings['captions'], string]> = [
  ['burnIn', t('In the picture')],
  ['track', t('As a track that players switch on')],
  ['srt', t('In the picture, and as an SRT file')],
  ['none', t('Without captions')],
];

const CAPTIONS_OF: Readonly<Record<Settings['captions'], NonNullable<Output['captions']>>> = {
  burnIn: {},
  track: { track: true, burnIn: false },
  srt: { sidecar: ['srt'] },
  none: { burnIn: false },
};

/** Whether there are captions of this kind in a format. */
const takes = (format: Settings['format'], captions: Settings['captions']): boolean =>
  captions === 'burnIn' ||
  !(format === 'mp3' || format === 'png' || (format === 'gif' && captions === 'track'));

const widthOf = ({ width, height }: Places['canvas'], to: number): number =>
  2 * Math.round((width * to) / height / 2);

/** The options of a render with these settings, of a still at `ms`. Without a choice, the settings of the video apply. */
export const renderOptionsOf = (settings: Settings, { canvas }: Places, ms: number): RenderOptions => {
  const { format, height, quality, captions } = settings;
  if (settings === AT_FIRST) return {};
  const output: Output = {
    format,
    ...(height === undefined || format === 'mp3' ? {} : { size: { width: widthOf(canvas, height), height } }),
    ...(format === 'png' ? { at: Math.floor(ms) } : {}),
    ...(captions === 'burnIn' || !takes(format, captions) ? {} : { captions: CAPTIONS_OF[captions] }),
  };
  return { output, ...(format === 'mp4' && quality !== 'balanced' ? { quality } : {}) };
};

interface ExportSettingsProps {
  readonly settings: Settings;
  readonly set: (settings: Settings) => void;
}

/** Format, size, quality and captions of an export. */
export const ExportSettings = ({ settings, set }: ExportSettingsProps) => {
  const { format, height, quality, captions } = settings;
  const { document, places } = useShared();
  const { canvas } = places;
  const hasCaptions = document.clips.some(({ type }) => type === 'caption');
  const kinds = CAPTIONS.filter(([one]) => takes(format, one));
  const sizes = HEIGHTS.filter((one) => one < canvas.height).map(
    (one) => [String(one), `${widthOf(canvas, one)} × ${one}`] as const,
  );
  return (
    <div className="export-settings">
      <Choice
        label={t('Format')}
        value={format}
        options={FORMATS}
        choose={(chosen) => set({ ...settings, format: chosen })}
      />
      {format !== 'mp3' && (
        <Choice
          label={t('Size')}
          value={String(height ?? '')}
          options={[['', t('{size}, as edited', { size: `${canvas.width} × ${canvas.height}` })], ...sizes]}
          choose={(chosen) => set({ ...settings, height: chosen === '' ? undefined : Number(chosen) })}
        />
      )}
      {format === 'mp4' && (
        <Choice
          label={t('Quality')}
          value={quality}
          options={QUALITIES}
          choose={(chosen) => set({ ...settings, quality: chosen })}
        />
      )}
      {hasCaptions && kinds.length > 1 && (
        <Choice
          label={t('Captions')}
          value={takes(format, captions) ? captions : 'burnIn'}
          options={kinds}
          choose={(chosen) => set({ ...settings, captions: chosen })}
        />
      )}
    </div>
  );
};
