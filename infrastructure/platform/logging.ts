import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import type { Config } from './config.js';

export type { Logger } from 'pino';

/** Fields whose text never reaches a log, wherever in an event they stand. */
const secretFields = [
  'authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'api-?key',
  'key',
  'password',
  'passphrase',
  'secret',
  'signing-?secret',
  'token',
  'editor-?token',
].join('|');

const secretField = new RegExp(
  `"(${secretFields})":(?:"(?:[^"\\\\]|\\\\.)*"|\\[(?:[^\\]"]|"(?:[^"\\\\]|\\\\.)*")*\\])`,
  'gi',
);
const credentialsInAddress = /([a-z][a-z0-9+.-]*:\/\/)[^\s"'/?#@\\]+@/gi;
const editorToken = /(#token=)[^\s"'&\\]+/gi;
const apiKey = /\bfw_[0-9A-Za-z]{20,}/g;
const webhookSecret = /\bwhsec_[0-9A-Za-z+/=]+/g;

/**
 * Takes the secrets out of one line of JSON: fields named like one, credentials inside addresses, API keys,
 * webhook secrets and editor tokens wherever they stand in a text. Works on the written line, so that no
 * way into the log (message, error, child logger's fields) leads around it.
 */
export const redactLine = (line: string): string =>
  line
    .replace(secretField, '"$1":"[redacted]"')
    .replace(credentialsInAddress, '$1[redacted]@')
    .replace(editorToken, '$1[redacted]')
    .replace(apiKey, 'fw_[redacted]')
    .replace(webhookSecret, 'whsec_[redacted]');

/** The most that is kept while it can't be written, in bytes; further lines are lost. */
const KEPT_BYTES = 1024 * 1024;

/**
 * Standard output, written at once. Never throws: what can't be written, because standard output is a file on a full
 * disk or a pipe that nobody reads, is kept for the next line and lost when it becomes too much.
 */
const standardOutput = (): DestinationStream =>
  pino.destination({ fd: 1, sync: true, maxLength: KEPT_BYTES }).on('error', () => undefined);

/**
 * The log of one process: one line of JSON an event, with level, time (ISO 8601) and the process's name.
 * @param process which process this is: api, projector, worker, webhooks, ...
 * @param destination where the lines go; standard output when left out
 */
export const createLogger = (
  process: string,
  { logLevel }: Pick<Config, 'logLevel'>,
  destination: DestinationStream = standardOutput(),
): Logger =>
  pino(
    {
      level: logLevel,
      base: { process },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: redactLine },
    },
    destination,
  );
