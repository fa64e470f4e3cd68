/** Regular expressions of filters use .NET syntax, whatever the server is written in. */
import { randomBytes } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { serverIsForeign, sharedEventStore } from '../../support/event-store/embedded-node.js';
import { streamsWire } from '../../support/event-store/streams-wire.js';

/** Placeholder for a word that no other stream starts with. */
const W = 'WORD';

// prettier-ignore
const SUFFIXES = [
  '', 'abc', 'ABC', 'a1', '7', '٣', 'é', 'x-y', 'x_y', 'xé', 'x y', 'x\u00a0y', 'x\ufeffy',
  'line\n', 'a\nb', 'a\rb', 'b\nc', 'a{b', 'a{,3}', 'a}b', ']', '-', '^', 'a.b', 'aaa', 'Ω', '\u0007',
];

/** Expressions and the suffixes of the streams that match. */
const matching: readonly (readonly [string, readonly string[]])[] = [
  [`(?i)^${W}ABC$`, ['abc', 'ABC']],
  [`(?i)^${W}[B-a]+$`, ['abc', 'ABC', 'x_y', 'line\n', ']', '^', 'aaa']],
  [`(?i)^${W}[a-c]+$`, ['abc', 'ABC', 'aaa']],
  [`(?-i)^${W}ABC$`, ['ABC']],
  [`\\A${W}abc\\z`, ['abc']],
  [`\\G${W}abc\\Z`, ['abc']],
  [`^${W}line$`, ['line\n']],
  [`^${W}line\\Z`, ['line\n']],
  [`^${W}line\\z`, []],
  [`^${W}\\d$`, ['7', '٣']],
  [`^${W}\\D$`, ['é', ']', '-', '^', 'Ω', '\u0007']],
  [`^${W}[^\\d\\W]$`, ['é', 'Ω']],
  [`^${W}x\\wy$`, ['x_y']],
  [`^${W}x\\Wy$`, ['x-y', 'x y', 'x\u00a0y', 'x\ufeffy']],
  [`^${W}x\\sy$`, ['x y', 'x\u00a0y']],
  [`^${W}x[\\w-]y$`, ['x-y', 'x_y']],
  [`^${W}x\\b.`, ['x-y', 'x y', 'x\u00a0y', 'x\ufeffy']],
  [`^${W}x\\B.`, ['x_y', 'xé']],
  [`^${W}a.b$`, ['a\rb', 'a{b', 'a}b', 'a.b']],
  [`(?s)^${W}a.b$`, ['a\nb', 'a\rb', 'a{b', 'a}b', 'a.b']],
  [`(?m)^${W}b$`, ['b\nc']],
  [`(?m)${W}b\\n^c$`, ['b\nc']],
  [`(?m)^b$`, ['a\nb']],
  [`^${W}a{b$`, ['a{b']],
  [`^${W}a{,3}$`, ['a{,3}']],
  [`^${W}a{3}$`, ['aaa']],
  [`^${W}a{2,}?$`, ['aaa']],
  [`^${W}a}b$`, ['a}b']],
  [`^${W}[]-]$`, [']', '-']],
  [`^${W}[\\]^]$`, [']', '^']],
  [`^${W}[a-z-[b]]+$`, ['line\n', 'aaa']],
  [`^${W}[^a-z-[A]]+$`, ['7', '٣', 'é', ']', '-', '^', 'Ω', '\u0007']],
  [`^${W}\\x41B\\u0043$`, ['ABC']],
  [`^${W}\\p{Lu}+$`, ['ABC', 'Ω']],
  [`^${W}\\P{L}$`, ['7', '٣', ']', '-', '^', '\u0007']],
  [`^${W}\\a$`, ['\u0007']],
  [`^${W}a\\.b$`, ['a.b']],
  [`^(?<start>${W})(?'rest'abc|a1)$`, ['abc', 'a1']],
  [`^${W}(?#anything)(?:abc)$`, ['abc']],
  [`^${W}(?=a)(?!ab).1$`, ['a1']],
  [`(?<=${W})abc(?<!x)$`, ['abc']],
  [`(?x) ^ ${W} a b c # and so on\n $`, ['abc']],
  [`(?ix) ^ ${W} A b c [ ]? $`, ['abc', 'ABC']],
];

const malformed = [
  '(',
  ')',
  '[a',
  '[b-a]',
  'a++',
  '(?P<a>x)',
  '\\_',
  '\\q',
  '\\p{Greek}',
  '*',
  '(?<>x)',
  '\\',
];

const untranslatable = [
  '(?>a)',
  '(a)\\1',
  '(?<a>x)\\k<a>',
  '(?(a)b|c)',
  'a(?i)b',
  '(?i:a)',
  '\\p{IsGreek}',
  '(?<a-b>x)',
];

describe('event store: regular expressions of filters', function () {
  this.timeout(60_000);
  const word = `re${randomBytes(8).toString('hex')}`;
  let wire: ReturnType<typeof streamsWire>;
  let begin: bigint;
  before(async () => {
    wire = streamsWire(await sharedEventStore());
    const positions: bigint[] = [];
    for (const suffix of SUFFIXES) {
      const { answers } = await wire.append(word + suffix, [{}]);
      positions.push(BigInt(answers[0]!.getSuccess()!.getPosition()!.getCommitPosition()));
    }
    begin = positions[0]!;
  });
  after(() => wire.close());

  const read = (expression: string) =>
    wire.read({ from: begin, count: 100, regex: expression.replaceAll(W, word) });

  for (const [expression, suffixes] of matching) {
    it(`match as in .NET: ${JSON.stringify(expression)}`, async () => {
      const { answers, error } = await read(expression);
      expect(error).to.equal(undefined);
      const found = answers.flatMap((answer) => {
        const name = answer.getEvent()?.getEvent()?.getStreamIdentifier()?.getStreamName_asU8();
        const stream = Buffer.from(name ?? []).toString();
        return stream.startsWith(word) ? [stream.slice(word.length)] : [];
      });
      expect(found).to.deep.equal(suffixes);
    });
  }

  for (const expression of malformed) {
    it(`are refused if malformed: ${expression}`, async () => {
      const { answers, error } = await read(expression);
      expect(answers).to.deep.equal([]);
      expect(error?.code).to.equal(status.UNKNOWN);
    });
  }

  if (!serverIsForeign()) {
    for (const expression of untranslatable) {
      it(`are refused with the reason if they cannot be evaluated: ${expression}`, async () => {
        const { answers, error } = await read(expression);
        expect(answers).to.deep.equal([]);
        expect(error?.code).to.equal(status.UNIMPLEMENTED);
        expect(error?.details).to.match(/^The embedded event store cannot evaluate /u);
      });
    }
  }
});
