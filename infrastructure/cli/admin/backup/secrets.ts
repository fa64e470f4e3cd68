import { join } from 'node:path';
import * as t from 'io-ts';
import { readIfExists, writePrivateFile } from '../../../platform/private-files.js';

/** The secrets in DATA_DIR without which the restored data is of no use. Passwords of embedded servers are not. */
const FILES = ['service-key', 'signing-key', 'content-credentials.pem'] as const;

export const SecretLine = t.type({
  file: t.keyof({ 'service-key': null, 'signing-key': null, 'content-credentials.pem': null }),
  text: t.string,
});
type SecretLine = t.TypeOf<typeof SecretLine>;

const pathOf = (dataDir: string, file: SecretLine['file']): string => join(dataDir, 'secrets', file);

export async function* secretLines(dataDir: string): AsyncGenerator<SecretLine> {
  for (const file of FILES) {
    const text = await readIfExists(pathOf(dataDir, file));
    if (text !== undefined) yield { file, text };
  }
}

/** Writes the secrets. Rejects if DATA_DIR has other ones, which something may be encrypted with. */
export const restoreSecrets = async (dataDir: string, lines: AsyncIterable<SecretLine>): Promise<void> => {
  for await (const { file, text } of lines) {
    const present = await readIfExists(pathOf(dataDir, file));
    if (present !== undefined && present !== text)
      throw new Error(`${dataDir} has another ${file}. Restore into an empty DATA_DIR.`);
    if (present === undefined) await writePrivateFile(pathOf(dataDir, file), text);
  }
};
