import { Camera, type LucideIcon, Mic, Monitor } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../../shared/buttons.js';
import { Options } from '../../../shared/choice.js';
import { OpenDialog } from '../../../shared/open-dialog.js';
import { lengthText } from '../../../shared/texts.js';
import { t } from '../../../words/words.js';
import type { RecordedKind } from './recording.js';
import { useRecorder } from './use-recorder.js';

const KINDS: ReadonlyArray<readonly [RecordedKind, string, LucideIcon]> = [
  ['microphone', t('Microphone'), Mic],
  ['screen', t('Your screen'), Monitor],
  ['camera', t('Camera'), Camera],
];

/** The live picture of a screen or camera. */
const LivePicture = ({ stream }: { readonly stream: MediaStream }) => {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return <video ref={video} autoPlay muted playsInline aria-label={t('What is recorded')} />;
};

/** The current level of the sound of a stream. */
const LevelMeter = ({ stream }: { readonly stream: MediaStream }) => {
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

interface RecordDialogProps {
  /** Receives the recording. */
  readonly done: (file: File) => void;
  readonly close: () => void;
}

/** Records a voice, the screen or a camera. */
export const RecordDialog = ({ done, close }: RecordDialogProps) => {
  const { opened, problem, phase, choose, start, stop } = useRecorder(done);
  const deviceId = opened?.stream.getTracks()[0]?.getSettings().deviceId;
  return (
    <OpenDialog name={t('Record')} size="narrow" close={close}>
      <h2>{t('Record')}</h2>
      <div className="record">
        <div className="record-kinds" role="group" aria-label={t('What to record')}>
          {KINDS.map(([kind, name, Icon]) => (
            <button
              key={kind}
              type="button"
              aria-pressed={opened?.kind === kind}
              disabled={phase !== undefined}
              onClick={() => choose(kind)}
            >
              <Icon size={16} aria-hidden="true" /> {name}
            </button>
          ))}
        </div>
        {problem !== undefined && <p role="alert">{problem}</p>}
        {opened && opened.devices.length > 1 && (
          <select
            aria-label={t('Device')}
            disabled={phase !== undefined}
            value={deviceId}
            onChange={({ target }) => choose(opened.kind, target.value)}
          >
            <Options of={opened.devices.map((device) => [device.deviceId, device.label])} />
          </select>
        )}
        {opened && opened.kind !== 'microphone' && <LivePicture stream={opened.stream} />}
        {opened && opened.stream.getAudioTracks().length > 0 && <LevelMeter stream={opened.stream} />}
        {phase === undefined ? (
          <Button text={t('Start recording')} className="primary" disabled={!opened} onClick={start} />
        ) : (
          <Button
            text={
              'until' in phase
                ? t('Begins in {seconds}', { seconds: phase.until })
                : t('Stop at {time}', { time: lengthText(1000 * phase.since) })
            }
            className="primary"
            disabled={'until' in phase}
            onClick={stop}
          />
        )}
      </div>
    </OpenDialog>
  );
};
