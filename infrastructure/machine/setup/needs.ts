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
  /**
   * Its Debian package also works if it is only unpacked into our tools folder: `always`, because installing it would
   * start a system service, or where this user may not install.
   */
  readonly unpack?: 'always' | 'without rights';
  /** What is lost without it; undefined: the service cannot run without it. */
  readonly loss?: string;
}

/** A program that has the same name in Debian and Homebrew. */
const program = (name: string, purpose: string, neededBy: Need['neededBy']): Need => ({
  name,
  purpose,
  neededBy,
  programs: [name],
  debian: [name],
  homebrew: [name],
});

/** Fonts for the service; macOS has its own. */
const fonts = (
  name: string,
  [purpose, loss]: readonly [string, string],
  debian: string,
  ...files: ReadonlyArray<string>
): Need => ({
  name,
  purpose,
  loss,
  neededBy: 'service',
  files,
  debian: [debian],
  homebrew: [],
  unpack: 'without rights',
});

const NO_CAPTIONS = 'captions cannot be generated from speech, unless TRANSCRIBER_URL is set';

/** All needs of the service and its tests. */
export const needs: ReadonlyArray<Need> = [
  {
    ...program('ffmpeg', 'encodes with hardware, and small AV1', 'service'),
    loss: 'no hardware encoders, and no AV1 with a side under 64 px; the engine encodes all else',
  },
  {
    ...program('bubblewrap', 'keeps decoders away from all files but their own', 'service'),
    programs: ['bwrap'],
    homebrew: [],
    unpack: 'without rights',
    loss: 'a hostile file that takes over a decoder may reach more: admin sandbox says how much',
  },
  { ...program('nats-server', 'distributes renders to workers', 'service'), unpack: 'always' },
  {
    ...program('speech recogniser', 'generates captions from speech', 'service'),
    programs: ['pocketsphinx_batch'],
    debian: ['pocketsphinx'],
    homebrew: ['cmu-pocketsphinx'],
    loss: NO_CAPTIONS,
  },
  {
    name: 'English speech model',
    purpose: 'generates captions from speech',
    neededBy: 'service',
    files: ['en-us.lm.bin', 'cmudict-en-us.dict'],
    debian: ['pocketsphinx-en-us'],
    homebrew: ['cmu-pocketsphinx'],
    loss: NO_CAPTIONS,
  },
  {
    ...program('espeak-ng', 'speaks texts', 'service'),
    loss: 'clips cannot speak texts, unless SPEECH_URL is set',
  },
  fonts(
    'Liberation fonts',
    ['replace Arial with the same widths', 'Arial and its like are drawn in Montserrat, with other widths'],
    'fonts-liberation2',
    'LiberationSans-Regular.ttf',
    'LiberationSans-BoldItalic.ttf',
  ),
  fonts(
    'Noto fonts',
    ['cover the scripts of the world', 'scripts that the shipped fonts lack are not drawn'],
    'fonts-noto-core',
    'NotoSans-Regular.ttf',
    'NotoSansArabic-Regular.ttf',
    'NotoSansDevanagari-Regular.ttf',
  ),
  fonts(
    'Noto Color Emoji font',
    ['draws emoji', 'emoji are not drawn'],
    'fonts-noto-color-emoji',
    'NotoColorEmoji.ttf',
  ),
  fonts(
    'Noto CJK fonts',
    ['draw Chinese, Japanese and Korean', 'Chinese, Japanese and Korean are not drawn'],
    'fonts-noto-cjk',
    'NotoSansCJK-Regular.ttc',
  ),
  program('flite', 'synthesizes the speech samples of the tests in other voices', 'tests'),
  { ...program('curl', 'runs the commands of the documentation in the tests', 'tests'), homebrew: [] },
  program('jq', 'runs the commands of the documentation in the tests', 'tests'),
  {
    ...program('flask', 'runs a receiver of the documentation in the tests', 'tests'),
    loss: 'that receiver is not tested',
    debian: ['python3-flask'],
    homebrew: [],
  },
  {
    ...program('chromium-headless-shell', 'opens the web pages in the tests', 'tests'),
    name: 'Chromium without windows',
    homebrew: ['chromium'],
    loss: 'the tests open the web pages in Chromium, which takes more processor time',
  },
  {
    ...program('faketime', 'sets the clock of processes in the fault test', 'tests'),
    homebrew: ['libfaketime'],
  },
  { ...program('ps', 'lists running processes in the tests', 'tests'), debian: ['procps'], homebrew: [] },
  {
    ...program('python3', 'runs the examples of the documentation in the tests', 'tests'),
    name: 'Python',
    homebrew: ['python'],
  },
];
