import { useEffect, useRef, useState } from 'react';
import {
  devicesOf,
  openStream,
  type RecordedKind,
  type Recording,
  recordStream,
  stopTracks,
} from './recording.js';

/** The duration of the countdown, in seconds. */
const COUNTDOWN = 3;

/** The opened source of a recording, and the devices of its kind. */
interface Opened {
  readonly kind: RecordedKind;
  readonly stream: MediaStream;
  readonly devices: ReadonlyArray<MediaDeviceInfo>;
}

/** The phase of a recording: the seconds until it begins, or since it began. */
type Phase = { readonly until: number } | { readonly since: number };

const aSecondLater = (phase: Phase): Phase => {
  if ('since' in phase) return { since: phase.since + 1 };
  return phase.until > 1 ? { until: phase.until - 1 } : { since: 0 };
};

/** Opens a microphone, a screen or a camera, counts down, and records it. @param done receives the recording */
export const useRecorder = (done: (file: File) => void) => {
  const [opened, setOpened] = useState<Opened>();
  const [problem, setProblem] = useState<string>();
  const [phase, setPhase] = useState<Phase>();
  const now = useRef<{ choice: number; stream?: MediaStream; recording?: Recording }>({ choice: 0 });

  const choose = async (kind: RecordedKind, deviceId?: string): Promise<void> => {
    const choice = (now.current.choice += 1);
    stopTracks(now.current.stream);
    setOpened(undefined);
    setProblem(undefined);
    try {
      const stream = await openStream(kind, deviceId);
      if (choice !== now.current.choice) return stopTracks(stream);
      now.current.stream = stream;
      setOpened({ kind, stream, devices: await devicesOf(kind) });
    } catch (error) {
      if (choice === now.current.choice) setProblem((error as Error).message);
    }
  };

  const record = async ({ stream, kind }: Opened): Promise<void> => {
    const { choice } = now.current;
    try {
      const recording = recordStream(stream, kind);
      now.current.recording = recording;
      const file = await recording.file;
      if (choice === now.current.choice) done(file);
    } catch (error) {
      setPhase(undefined);
      setProblem((error as Error).message);
    }
  };

  useEffect(() => {
    if (!phase || !opened) return undefined;
    const timer = setTimeout(() => {
      setPhase(aSecondLater(phase));
      if ('until' in phase && phase.until <= 1) void record(opened);
    }, 1000);
    return () => clearTimeout(timer);
  }, [phase, opened]);
  useEffect(
    () => () => {
      now.current.choice += 1; // discards pending results
      now.current.recording?.stop();
      stopTracks(now.current.stream);
    },
    [],
  );

  return {
    opened,
    problem,
    phase,
    choose: (kind: RecordedKind, deviceId?: string) => void choose(kind, deviceId),
    start: () => {
      setProblem(undefined);
      setPhase({ until: COUNTDOWN });
    },
    stop: () => now.current.recording?.stop(),
  };
};
