import type * as t from 'io-ts';
import { about, type Codec } from '../../domain/codec/codec.js';
import { array, record } from '../../domain/codec/containers.js';
import { boolean, oneOf } from '../../domain/codec/scalars.js';
import type { EstimatedCost, Estimate } from '../renders/forecast.js';
import { amount, asRecord, text } from './fields.js';

export const CheckProblemRecord = about(
  'Something that is wrong with a video.',
  record({
    severity: about(
      '`error`: a render would fail. `warning`: it would succeed, but may not look or sound as intended.',
      oneOf('error', 'warning'),
    ),
    path: text('The field that it concerns, such as `clips[3].source`.'),
    message: text('What is wrong.'),
    remedy: text('What to do about it.'),
  }),
  { title: 'CheckProblem' },
);
export type CheckProblemRecord = t.TypeOf<typeof CheckProblemRecord>;

const range = (what: string): Codec<Estimate> =>
  about(
    `${what}, estimated from your latest renders, and from typical ones until three are completed: most would be within the range.`,
    record({
      low: amount('At best.'),
      high: amount('At worst.'),
    }),
    { title: 'Range' },
  );

/** The result of a check, as clients see it. */
export const CheckRecord = about(
  'What a render of a video would be like. Nothing is stored.',
  record({
    ok: about('Whether no problem is an error.', boolean),
    problems: about('In the order of the document.', array(CheckProblemRecord)),
    seconds: range('How long the render takes from its start to its end, in s'),
    bytes: range('The size of the first output'),
  }),
  { title: 'Check' },
);
export type CheckRecord = t.TypeOf<typeof CheckRecord>;

const rounded = ({ low, high }: Estimate, digits: number): Estimate => ({
  low: Number(low.toFixed(digits)),
  high: Number(high.toFixed(digits)),
});

/** A check as clients see it. */
export const checkRecord = ({
  problems,
  cost: { seconds, bytes },
}: {
  readonly problems: CheckRecord['problems'];
  readonly cost: Pick<EstimatedCost, 'seconds' | 'bytes'>;
}): CheckRecord =>
  asRecord(CheckRecord, {
    ok: problems.every(({ severity }) => severity !== 'error'),
    problems,
    seconds: rounded(seconds, 2),
    bytes: rounded(bytes, 0),
  });
