import { Download, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from './buttons.js';
import type { Render } from '../../../clients/typescript/core/types.js';
import { t } from '../words/words.js';
import { downloadOf, hasExpired, hereOf, isVideo } from './outputs.js';
import { bytesText } from './texts.js';

type OutputFile = NonNullable<Render['outputs']>[number];

interface OutputButtonsProps {
  readonly render: Render;
  /** The title of the player. */
  readonly label: string;
  /** Further buttons. */
  readonly children: ReactNode;
}

/** `GIF, 640 × 360, 1.2 MB` */
const fileText = ({ format, width, height, bytes }: OutputFile): string =>
  [format.toUpperCase(), width === undefined ? [] : `${width} × ${height}`, bytesText(bytes)]
    .flat()
    .join(', ');

/** Buttons for the files of a render, until they are deleted. */
export const OutputButtons = ({ render, label, children }: OutputButtonsProps) => {
  const [isPlaying, play] = useState(false);
  const url = hasExpired(render) ? undefined : render.outputUrl;
  const [first, ...others] = url === undefined ? [] : (render.outputs ?? []);
  return (
    <>
      {url !== undefined && isPlaying && <video src={hereOf(url)} controls autoPlay aria-label={label} />}
      <div className="buttons">
        {url !== undefined && (
          <a className="button primary" href={downloadOf(url)} download>
            <Download size={15} aria-hidden="true" /> {t('Download')}
          </a>
        )}
        {url !== undefined && isVideo(url) && !isPlaying && (
          <Button icon={Play} text={t('Watch')} onClick={() => play(true)} />
        )}
        {others.map((file) => (
          <a key={file.url} className="button" href={downloadOf(file.url)} title={fileText(file)} download>
            <Download size={15} aria-hidden="true" /> {file.format.toUpperCase()}
          </a>
        ))}
        {children}
        {first && <small>{fileText(first)}</small>}
      </div>
    </>
  );
};
