import { t } from '../../../words/words.js';

/** What is recorded: a voice, or pictures with their sound. */
export type RecordedKind = 'microphone' | 'screen' | 'camera';

/** What a recording is called; its time follows. */
const NAMES: Readonly<Record<RecordedKind, string>> = {
  microphone: t('Voice-over'),
  screen: t('Screen recording'),
  camera: t('Camera recording'),
};

/** What browsers record, the best first. */
const TYPES = {
  sound: ['audio/webm;codecs=opus', 'audio/mp4'],
  pictures: ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/mp4'],
};

/** How often the recorder hands over what it has, ms: it keeps less in memory then. */
const HANDED_OVER = 1000;

export const stopTracks = (stream: MediaStream | undefined): void =>
  stream?.getTracks().forEach((track) => track.stop());

/** What is wrong, in words for the user. */
const whatIsWrong = (kind: RecordedKind, { name, message }: Error): string => {
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
  // The screen has no sound of its own, so somebody may talk about it.
  const voice = await mediaDevices.getUserMedia({ audio: true }).catch(() => undefined);
  for (const track of voice?.getAudioTracks() ?? []) screen.addTrack(track);
  return screen;
};

/**
 * Opens what a kind records.
 * @param deviceId of a microphone or camera; that of the browser if undefined
 * @throws Error with what is wrong, in words for the user
 */
export const openStream = async (kind: RecordedKind, deviceId?: string): Promise<MediaStream> => {
  // Browsers hide it from pages that others could have changed on the way.
  if (!('mediaDevices' in navigator))
    throw new Error(t('Browsers record only on pages with an https: address, or on this computer.'));
  try {
    return await opened(kind, deviceId);
  } catch (error) {
    throw new Error(whatIsWrong(kind, error as Error), { cause: error });
  }
};

/** The microphones or cameras that can be chosen from; browsers name them once one was permitted. */
export const devicesOf = async (kind: RecordedKind): Promise<ReadonlyArray<MediaDeviceInfo>> => {
  const wanted = { microphone: 'audioinput', camera: 'videoinput', screen: undefined }[kind];
  return (await navigator.mediaDevices.enumerateDevices()).filter((device) => device.kind === wanted);
};

export interface Recording {
  readonly stop: () => void;
  /** What was recorded until it was stopped, or its source ended. Rejects if that is nothing. */
  readonly file: Promise<File>;
}

/** Records a stream from now. */
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
  recorder.start(HANDED_OVER);
  return { file, stop: () => recorder.state !== 'inactive' && recorder.stop() };
};
