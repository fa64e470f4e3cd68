import { STATUS_CODES } from 'node:http';
import { type Problem, typeAddress } from './problem.js';
import { PROBLEM_TEXTS, type ProblemText } from './problem-texts.js';

export interface ProblemResponse extends ProblemText {
  /** The address of the page about this type of problem. */
  readonly type: string;
}

/** The response the client gets. */
export const problemResponse = (problem: Problem): ProblemResponse => {
  const textOf = PROBLEM_TEXTS[problem._tag] as (problem: Problem) => ProblemText;
  return { ...textOf(problem), type: typeAddress(problem) };
};

/** The JSON body of an error response: `{statusCode, message, error, type}`, and `path` if it is about a part of a video. */
export const problemJson = ({ status, message, type, path }: ProblemResponse): string =>
  JSON.stringify({ statusCode: status, message, error: STATUS_CODES[status] ?? 'Error', type, path });
