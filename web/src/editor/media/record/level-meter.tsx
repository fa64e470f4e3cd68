import { useEffect, useRef } from 'react';
import { t } from '../../../words/words.js';

/** How loud a stream is now. */
export const LevelMeter = ({ stream }: { readonly stream: MediaStream }) => {
  const meter = useRef<HTMLMeterElement>(null);
  useEffect(() => {
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    const levels = new Float32Array(analyser.fftSize);
    let frame = 0;
    const show = (): void => {
      analyser.getFloatTimeDomainData(levels);
      if (meter.current) meter.current.value = levels.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
      frame = requestAnimationFrame(show);
    };
    show();
    return () => {
      cancelAnimationFrame(frame);
      void context.close();
    };
  }, [stream]);
  return <meter ref={meter} aria-label={t('Level of the sound')} />;
};
