import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.js';

export type { Logger } from 'pino';

/** Fields that are never logged, at any depth. */
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
/** A JSON Web Token. */
const linkToken = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const apiKey = /\bfw_[0-9A-Za-z]{20,}/g;
const webhookSecret = /\bwhsec_[0-9A-Za-z+/=]+/g;

/**
 * Removes secrets from one line of JSON: fields with secret names, credentials in URLs, and API keys, webhook secrets
 * and tokens of links anywhere in text. Works on the final line, so that nothing bypasses it (message, error or child
 * logger's fields).
 */
export const redactLine = (line: string): string =>
  line
    .replace(secretField, '"$1":"[redacted]"')
    .replace(credentialsInAddress, '$1[redacted]@')
    .replace(editorToken, '$1[redacted]')
    .replace(linkToken, '[redacted]')
    .replace(apiKey, 'fw_[redacted]')
    .replace(webhookSecret, 'whsec_[redacted]');

/**
 * An error as it is logged: its texts and numbers. Libraries attach objects to their errors, such as a connection of pg with
 * its queries, or a request of got with its headers.
 */
const loggedError = (error: unknown): unknown =>
  error instanceof Error
    ? Object.fromEntries(
        Object.entries(pino.stdSerializers.err(error)).filter(([, value]) => typeof value !== 'object'),
      )
    : error;

/** Maximum size of the buffer for lines that cannot be written, in bytes; further lines are lost. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/**
 * Standard output, written synchronously. Never throws: output that cannot be written, because it goes to a file on a
 * full disk or to a blocked pipe, is buffered, and lost if the buffer is full.
 */
const standardOutput = (): DestinationStream =>
  pino.destination({ fd: 1, sync: true, maxLength: MAX_BUFFERED_BYTES }).on('error', () => undefined);

/**
 * The log of one process: one line of JSON per event, with level, time (ISO 8601) and the process's name.
 * @param process name of the process: api, projector, worker, webhooks, ...
 * @param destination where the lines go; default: standard output
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
      serializers: { err: loggedError },
      hooks: { streamWrite: redactLine },
    },
    destination,
  );
