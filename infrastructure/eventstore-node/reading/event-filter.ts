import { compileDotnetRegex } from './dotnet-regex.js';
import type { RecordedEvent } from '../recorded-event.js';

export type EventFilter = (event: RecordedEvent) => boolean;

export type FilterExpression = {
  readonly on: 'stream' | 'type';
  /** If empty, the prefixes are used. */
  readonly regex: string;
  readonly prefixes: readonly string[];
};

/** Throws the errors of `compileDotnetRegex`. */
export const eventFilter = ({ on, regex, prefixes }: FilterExpression): EventFilter => {
  if (regex !== '') {
    const pattern = compileDotnetRegex(regex);
    return (event) => pattern.test(event[on]);
  }
  return (event) => prefixes.some((prefix) => event[on].startsWith(prefix));
};
