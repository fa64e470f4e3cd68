import type { RecordedEvent } from './recorded-event.js';

export type EventFilter = (event: RecordedEvent) => boolean;

export type FilterExpression = {
  readonly on: 'stream' | 'type';
  /** Empty: the prefixes count. */
  readonly regex: string;
  readonly prefixes: readonly string[];
};

/** Throws a SyntaxError when the regular expression isn't one. */
export const eventFilter = ({ on, regex, prefixes }: FilterExpression): EventFilter => {
  if (regex !== '') {
    const pattern = new RegExp(regex);
    return (event) => pattern.test(event[on]);
  }
  return (event) => prefixes.some((prefix) => event[on].startsWith(prefix));
};
