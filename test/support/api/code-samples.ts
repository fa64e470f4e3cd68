import { execFile, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import * as client from '../../../clients/typescript/core/client.js';

const run = promisify(execFile);

/** A code sample of the API reference. */
export interface Sample {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly source: string;
}

/** What a sample printed, or why it failed. */
interface Outcome {
  readonly printed: string;
  readonly error?: string;
}

/** Runs samples one after the other, as a reader would who has set FRAMEWRIGHT_API_KEY, in the folder. */
type Language = (samples: ReadonlyArray<Sample>, key: string, folder: string) => Promise<Outcome[]>;

const curl: Language = async (samples, key, folder) => {
  const outcomes: Outcome[] = [];
  for (const { source } of samples)
    outcomes.push(
      await run('bash', ['-euc', source], {
        cwd: folder,
        env: { PATH: process.env['PATH'], FRAMEWRIGHT_API_KEY: key },
      }).then(
        ({ stdout }) => ({ printed: stdout }),
        (error: Error & { stdout: string }) => ({ printed: '', error: `${error.message} ${error.stdout}` }),
      ),
    );
  return outcomes;
};

const PYTHON_RUNNER = `
import contextlib, io, json, sys
outcomes = []
for source in json.load(sys.stdin):
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(source, "sample", "exec"), {})
        outcomes.append({"printed": printed.getvalue()})
    except Exception as error:
        body = error.read().decode() if hasattr(error, "read") else ""
        outcomes.append({"printed": "", "error": f"{error} {body}"})
json.dump(outcomes, sys.stdout)
`;

const python: Language = async (samples, key, folder) => {
  const child = spawn('python3', ['-c', PYTHON_RUNNER], {
    cwd: folder,
    env: { PATH: process.env['PATH'], FRAMEWRIGHT_API_KEY: key },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(samples.map(({ source }) => source)));
  return (await json(child.stdout)) as Outcome[];
};

const AsyncFunction = (async () => undefined).constructor as new (
  ...parts: string[]
) => (...given: unknown[]) => Promise<void>;

/** The samples use no type annotations, so they are JavaScript too. */
const typescript: Language = async (samples, key, folder) => {
  const outcomes: Outcome[] = [];
  const load = (name: string): unknown =>
    name === '@framewright/client'
      ? client
      : { writeFile: (file: string, bytes: Buffer) => writeFile(join(folder, file), bytes) };
  for (const { source } of samples) {
    const code = source.replaceAll(/^import (\{.*\}) from ('.*');$/gm, 'const $1 = load($2);');
    const lines: string[] = [];
    const log = (...values: unknown[]): void =>
      void lines.push(values.map((value) => JSON.stringify(value)).join(' '));
    try {
      const sample = new AsyncFunction('load', 'process', 'console', code);
      await sample(load, { env: { FRAMEWRIGHT_API_KEY: key } }, { log });
      outcomes.push({ printed: lines.join('\n') });
    } catch (error) {
      outcomes.push({ printed: '', error: String(error) });
    }
  }
  return outcomes;
};

/** A caption that the examples of caption operations need. */
export const CAPTION = {
  type: 'caption',
  id: 'spoken-words',
  timeFrame: { start: 0, end: 3000 },
  size: { width: 1000, height: 60 },
  captionProperties: {
    words: [{ word: 'sea', start: 0, end: 1000 }],
    highlightTextProperties: { fontSize: 30, color: '#FFFFFF' },
    nonHighlightTextProperties: { fontSize: 30, color: '#FFFFFF' },
  },
};

/** How the samples of each language are run. */
export const LANGUAGES = { curl, TypeScript: typescript, Python: python };
