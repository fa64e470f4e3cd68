import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { Speech } from '../../../domain/composition/fields/speech.js';
import { type FailureCause, recordedFailure } from '../../../domain/render/failure-cause.js';
import type { SpeechEngine } from '../../../workers/render/ports/speech-engine.js';
import { rightOf } from '../../support/right-of.js';
import { forSuite } from '../../support/for-suite.js';

/** The bytes of a second, and the samples of a WAV file of 16 bits. */
const heard = (wave: Uint8Array): { readonly seconds: number; readonly level: number } => {
  const file = Buffer.from(wave);
  expect(file.toString('latin1', 0, 4)).to.equal('RIFF');
  expect(file.readUInt32LE(4), 'the size in its header').to.equal(file.length - 8);
  const data = file.indexOf('data');
  expect(file.readUInt32LE(data + 4), 'the size of its samples').to.equal(file.length - data - 8);
  let squares = 0;
  for (let at = data + 8; at + 2 <= file.length; at += 2) squares += (file.readInt16LE(at) / 32_768) ** 2;
  const bytes = file.length - data - 8;
  return { seconds: bytes / file.readUInt32LE(28), level: Math.sqrt(squares / (bytes / 2)) };
};

/** What the sources of renders expect of a speech engine. */
export const speechEngineContract = (
  name: string,
  open: () => Promise<{ readonly engine: SpeechEngine; readonly end: () => Promise<void> }>,
): void => {
  describe(`speech engine: ${name}`, () => {
    const subject = forSuite(open, (opened) => opened.end());

    const said = (speech: Speech, signal = new AbortController().signal) =>
      subject.engine.speak(speech, signal)();

    it('has a name', async () => {
      expect(rightOf(await subject.engine.name())).to.match(/\w/);
    });

    it('speaks a text as a whole WAV file that can be heard', async () => {
      const { seconds, level } = heard(
        rightOf(await said({ text: 'Welcome to our channel. Let us begin!' })),
      );
      expect(seconds).to.be.within(1.5, 5);
      expect(level).to.be.above(0.02);
    });

    it('speaks a longer text for longer, and faster at a higher speed', async () => {
      const lengthOf = async (speech: Speech) => heard(rightOf(await said(speech))).seconds;
      const text = 'One two three four five six seven eight nine ten.';
      const usual = await lengthOf({ text });
      expect(await lengthOf({ text: `${text} ${text}` })).to.be.above(1.7 * usual);
      expect(await lengthOf({ text, speed: 2 })).to.be.below(0.7 * usual);
    });

    it('speaks what looks like options, commands and markup', async () => {
      for (const text of ['--version', '-w /tmp/x', '$(id) `id`', '<break time="9s"/> Hello', '"quoted" \\'])
        expect(heard(rightOf(await said({ text }))).seconds, text).to.be.within(0.1, 9);
    });

    it('fails for a voice that it does not have, and does not look for it in files', async () => {
      for (const voice of ['nobody', '../../etc/passwd', '--path=/tmp'])
        expect(E.isLeft(await said({ text: 'Hello', voice })), voice).to.equal(true);
    });

    it('stops when it is told to', async () => {
      const stopped = await said({ text: 'Hello' }, AbortSignal.abort());
      expect(E.isLeft(stopped)).to.equal(true);
    });
  });
};

/** The failure of a text that was not spoken, as it is recorded. */
export const failureOf = (spoken: E.Either<FailureCause, unknown>) => {
  if (E.isRight(spoken)) throw new Error('the text was spoken');
  return recordedFailure(spoken.left);
};
