import { Download, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from './buttons.js';
import type { Render } from '../../../clients/typescript/core/types.js';
import { t } from '../words/words.js';
import { downloadOf, hasExpired, hereOf, isVideo } from './outputs.js';

interface OutputButtonsProps {
  readonly render: Render;
  /** The title of the player. */
  readonly label: string;
  /** Further buttons. */
  readonly children: ReactNode;
}

/** Buttons for the output of a render, until it is deleted. */
export const OutputButtons = ({ render, label, children }: OutputButtonsProps) => {
  const [isPlaying, play] = useState(false);
  const url = hasExpired(render) ? undefined : render.outputUrl;
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
        {children}
      </div>
    </>
  );
};
