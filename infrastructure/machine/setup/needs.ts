/** Something the machine must have beside Node: programs, files of a folder tree, or both. */
export interface Need {
  readonly name: string;
  /** What the service uses it for, as shown to the user. */
  readonly purpose: string;
  /** Who needs it: the service itself, what makes sample speech for the demo and the tests, or the tests alone. */
  readonly neededBy: 'service' | 'samples' | 'tests';
  /** It is there when one of these programs is found, ... */
  readonly programs?: ReadonlyArray<string>;
  /** ... and all of these files are, somewhere below the system's folders of fonts or speech models. */
  readonly files?: ReadonlyArray<string>;
  /** Debian's packages that bring it. */
  readonly debian: ReadonlyArray<string>;
  /** Homebrew's formulas that bring it; empty when a Mac has it anyway. */
  readonly homebrew: ReadonlyArray<string>;
  /** Its Debian package is only unpacked into our tools folder: installing it would start a system service. */
  readonly unpackOnly?: true;
  /** The service runs without it, less well, and says so. */
  readonly optional?: true;
}

/** All the service and its demo and tests need. */
export const needs: ReadonlyArray<Need> = [
  {
    name: 'ffmpeg',
    purpose: 'encodes and decodes video and sound',
    neededBy: 'service',
    programs: ['ffmpeg'],
    debian: ['ffmpeg'],
    homebrew: ['ffmpeg'],
  },
  {
    name: 'ffprobe',
    purpose: 'reads what a media file holds',
    neededBy: 'service',
    programs: ['ffprobe'],
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
    purpose: 'hands renders to workers',
    neededBy: 'service',
    programs: ['nats-server'],
    debian: ['nats-server'],
    homebrew: ['nats-server'],
    unpackOnly: true,
  },
  {
    name: 'speech recogniser',
    purpose: 'writes captions from speech',
    neededBy: 'service',
    programs: ['pocketsphinx_batch'],
    debian: ['pocketsphinx'],
    homebrew: ['cmu-pocketsphinx'],
  },
  {
    name: 'English speech model',
    purpose: 'writes captions from speech',
    neededBy: 'service',
    files: ['en-us.lm.bin', 'cmudict-en-us.dict'],
    debian: ['pocketsphinx-en-us'],
    homebrew: ['cmu-pocketsphinx'],
  },
  {
    name: 'Liberation fonts',
    purpose: 'stand in for Arial at the same widths',
    neededBy: 'service',
    files: ['LiberationSans-Regular.ttf', 'LiberationSans-BoldItalic.ttf'],
    debian: ['fonts-liberation2'],
    homebrew: [],
  },
  {
    name: 'Noto fonts',
    purpose: 'draw the scripts of the world',
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
    purpose: 'speaks the sample sentences of the demo and the tests',
    neededBy: 'samples',
    programs: ['espeak-ng'],
    debian: ['espeak-ng'],
    homebrew: ['espeak-ng'],
  },
  {
    name: 'flite',
    purpose: 'speaks the sample sentences of the tests in other voices',
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
    name: 'ps',
    purpose: 'shows the tests what still runs',
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
