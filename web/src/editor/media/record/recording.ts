import { t } from '../../../words/words.js';

/** The source of a recording: a microphone, or a screen or camera with its sound. */
export type RecordedKind = 'microphone' | 'screen' | 'camera';

/** The beginning of the name of a recording, before its time. */
const NAMES: Readonly<Record<RecordedKind, string>> = {
  microphone: t('Voice-over'),
  screen: t('Screen recording'),
  camera: t('Camera recording'),
};

/** The MIME types that browsers record, the best first. */
const TYPES = {
  sound: ['audio/webm;codecs=opus', 'audio/mp4'],
  pictures: ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/mp4'],
};

/** The interval at which the recorder emits data, in ms, so that it buffers less in memory. */
const TIMESLICE = 1000;

export const stopTracks = (stream: MediaStream | undefined): void =>
  stream?.getTracks().forEach((track) => track.stop());

/** The problem of opening a stream, in words for the user. */
const problemOf = (kind: RecordedKind, { name, message }: Error): string => {
  switch (name) {
    case 'NotAllowedError':
      return kind === 'screen'
        ? t('The screen is not shared. Choose it again, and what to share in the dialog of the browser.')
        : t('The browser may not use it. Allow this beside the address of the page, then choose it again.');
    case 'NotFoundError':
      return kind === 'camera' ? t('There is no camera.') : t('There is no microphone.');
    case 'NotReadableError':
      return t('Another program uses it. Close that, then choose it again.');
    default:
      return message;
  }
};

const opened = async (kind: RecordedKind, deviceId: string | undefined): Promise<MediaStream> => {
  const { mediaDevices } = navigator;
  const device = deviceId === undefined ? true : { deviceId: { exact: deviceId } };
  if (kind === 'microphone') return mediaDevices.getUserMedia({ audio: device });
  if (kind === 'camera') return mediaDevices.getUserMedia({ video: device, audio: true });
  const screen = await mediaDevices.getDisplayMedia({ video: true, audio: true });
  if (screen.getAudioTracks().length > 0) return screen;
  // The screen has no sound, so it is recorded with the microphone.
  const voice = await mediaDevices.getUserMedia({ audio: true }).catch(() => undefined);
  for (const track of voice?.getAudioTracks() ?? []) screen.addTrack(track);
  return screen;
};

/**
 * Opens the source of a recording.
 * @param deviceId the microphone or camera; by default that of the browser
 * @throws Error with the problem, in words for the user
 */
export const openStream = async (kind: RecordedKind, deviceId?: string): Promise<MediaStream> => {
  // Browsers offer media devices only in secure contexts.
  if (!('mediaDevices' in navigator))
    throw new Error(t('Browsers record only on pages with an https: address, or on this computer.'));
  try {
    return await opened(kind, deviceId);
  } catch (error) {
    throw new Error(problemOf(kind, error as Error), { cause: error });
  }
};

/** The microphones or cameras to choose from. Browsers state their names only after the user has permitted one. */
export const devicesOf = async (kind: RecordedKind): Promise<ReadonlyArray<MediaDeviceInfo>> => {
  const wanted = { microphone: 'audioinput', camera: 'videoinput', screen: undefined }[kind];
  return (await navigator.mediaDevices.enumerateDevices()).filter((device) => device.kind === wanted);
};

export interface Recording {
  readonly stop: () => void;
  /** The recording, when it is stopped or its source ends. Rejects if it is empty. */
  readonly file: Promise<File>;
}

/** Starts to record a stream. */
export const recordStream = (stream: MediaStream, kind: RecordedKind): Recording => {
  const types = TYPES[kind === 'microphone' ? 'sound' : 'pictures'];
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type)) ?? '';
  const recorder = new MediaRecorder(stream, { mimeType });
  const parts: Blob[] = [];
  const [time = ''] = new Date().toISOString().replace('T', ' ').split('.');
  const file = new Promise<File>((resolve, reject) => {
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.onstop = () => {
      if (parts.every(({ size }) => size === 0))
        return reject(new Error(t('Nothing was received from it in this time. Record again, for longer.')));
      const [type = ''] = recorder.mimeType.split(';');
      const name = `${NAMES[kind]} ${time.replaceAll(':', '.')}.${type.split('/')[1]}`;
      return resolve(new File(parts, name, { type }));
    };
    recorder.onerror = () => reject(new Error(t('The browser could not record.')));
  });
  recorder.start(TIMESLICE);
  return { file, stop: () => recorder.state !== 'inactive' && recorder.stop() };
};
