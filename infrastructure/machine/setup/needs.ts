/** Something the machine must have besides Node: programs, files in a folder tree, or both. */
export interface Need {
  readonly name: string;
  /** What it is used for, as shown to the user. */
  readonly purpose: string;
  /** What needs it: the service itself, or only the tests. */
  readonly neededBy: 'service' | 'tests';
  /** It is present if one of these programs is found, ... */
  readonly programs?: ReadonlyArray<string>;
  /** ... and all of these files exist below the system's folders of fonts or speech models. */
  readonly files?: ReadonlyArray<string>;
  /** The Debian packages that provide it. */
  readonly debian: ReadonlyArray<string>;
  /** The Homebrew formulas that provide it; empty if macOS includes it. */
  readonly homebrew: ReadonlyArray<string>;
  /** Its Debian package is only unpacked into our tools folder, because installing it would start a system service. */
  readonly unpackOnly?: true;
  /** The service can run without it, with less functionality. */
  readonly optional?: true;
}

/** All needs of the service and its tests. */
export const needs: ReadonlyArray<Need> = [
  {
    name: 'ffmpeg',
    purpose: 'encodes and decodes video and audio',
    neededBy: 'service',
    programs: ['ffmpeg'],
    debian: ['ffmpeg'],
    homebrew: ['ffmpeg'],
  },
  {
    name: 'bubblewrap',
    purpose: 'keeps decoders away from all files but their own',
    neededBy: 'service',
    programs: ['bwrap'],
    debian: ['bubblewrap'],
    homebrew: [],
    optional: true,
  },
  {
    name: 'nats-server',
    purpose: 'distributes renders to workers',
    neededBy: 'service',
    programs: ['nats-server'],
    debian: ['nats-server'],
    homebrew: ['nats-server'],
    unpackOnly: true,
  },
  {
    name: 'speech recogniser',
    purpose: 'generates captions from speech',
    neededBy: 'service',
    programs: ['pocketsphinx_batch'],
    debian: ['pocketsphinx'],
    homebrew: ['cmu-pocketsphinx'],
  },
  {
    name: 'English speech model',
    purpose: 'generates captions from speech',
    neededBy: 'service',
    files: ['en-us.lm.bin', 'cmudict-en-us.dict'],
    debian: ['pocketsphinx-en-us'],
    homebrew: ['cmu-pocketsphinx'],
  },
  {
    name: 'Liberation fonts',
    purpose: 'replace Arial with the same widths',
    neededBy: 'service',
    files: ['LiberationSans-Regular.ttf', 'LiberationSans-BoldItalic.ttf'],
    debian: ['fonts-liberation2'],
    homebrew: [],
  },
  {
    name: 'Noto fonts',
    purpose: 'cover the scripts of the world',
    neededBy: 'service',
    files: ['NotoSans-Regular.ttf', 'NotoSansArabic-Regular.ttf', 'NotoSansDevanagari-Regular.ttf'],
    debian: ['fonts-noto-core'],
    homebrew: [],
  },
  {
    name: 'Noto Color Emoji font',
    purpose: 'draws emoji',
    neededBy: 'service',
    files: ['NotoColorEmoji.ttf'],
    debian: ['fonts-noto-color-emoji'],
    homebrew: [],
  },
  {
    name: 'Noto CJK fonts',
    purpose: 'draw Chinese, Japanese and Korean',
    neededBy: 'service',
    files: ['NotoSansCJK-Regular.ttc'],
    debian: ['fonts-noto-cjk'],
    homebrew: [],
  },
  {
    name: 'espeak-ng',
    purpose: 'synthesizes the speech samples of the tests',
    neededBy: 'tests',
    programs: ['espeak-ng'],
    debian: ['espeak-ng'],
    homebrew: ['espeak-ng'],
  },
  {
    name: 'flite',
    purpose: 'synthesizes the speech samples of the tests in other voices',
    neededBy: 'tests',
    programs: ['flite'],
    debian: ['flite'],
    homebrew: ['flite'],
  },
  {
    name: 'curl',
    purpose: 'runs the commands of the documentation in the tests',
    neededBy: 'tests',
    programs: ['curl'],
    debian: ['curl'],
    homebrew: [],
  },
  {
    name: 'Chromium',
    purpose: 'opens the web pages in the tests',
    neededBy: 'tests',
    programs: ['chromium'],
    debian: ['chromium'],
    homebrew: ['chromium'],
  },
  {
    name: 'faketime',
    purpose: 'sets the clock of processes in the fault test',
    neededBy: 'tests',
    programs: ['faketime'],
    debian: ['faketime'],
    homebrew: ['libfaketime'],
  },
  {
    name: 'ps',
    purpose: 'lists running processes in the tests',
    neededBy: 'tests',
    programs: ['ps'],
    debian: ['procps'],
    homebrew: [],
  },
  {
    name: 'Python',
    purpose: 'runs the examples of the documentation in the tests',
    neededBy: 'tests',
    programs: ['python3'],
    debian: ['python3'],
    homebrew: ['python'],
  },
];
