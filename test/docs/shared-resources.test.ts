import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { SHARED, type Sharing } from '../../application/permits/shared-resources.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';

const text = (path: string): string => readFileSync(join(packageRoot, path), 'utf8');

const time = (ms: number): string =>
  ms % 60_000 === 0 && ms > 60_000 ? `${ms / 60_000} min` : `${ms / 1000} s`;

/** A row as docs/operating.md shows it. */
const cellsOf = (sharing: Sharing): ReadonlyArray<string> => {
  const { process, what, permits, perOwner, perLink = perOwner, queue, waitMs, limitMs, pace } = sharing;
  return [
    process,
    what,
    String(permits),
    String(perOwner),
    String(perLink),
    queue === 0 ? 'none' : `${queue}, for ${time(waitMs)}`,
    pace ? `${pace.minBytesPerSecond} B/s over ${time(pace.rateWindowMs)}` : '',
    time(limitMs),
  ];
};

/** Files of the product that count what begins and ends, or use a limiter, for something else than a shared resource. */
const OTHER_COUNTS: Readonly<Record<string, string>> = {
  'application/permits/fair-semaphore.ts': 'the semaphore itself',
  'infrastructure/eventstore-node/services/response-writer.ts': 'the responses of one call',
  'infrastructure/eventstore-node/reading/read-limit.ts': 'reads of the embedded store',
  'infrastructure/eventstore/event-archive.ts': 'reads from the event store',
  'infrastructure/eventstore/event-store-db.ts': 'reads from the event store',
  'infrastructure/http/server/json-body.ts': 'the depth of nested JSON',
  'infrastructure/postgres/requests/upload-locks.ts': 'queries of one connection',
  'infrastructure/rendering/engine/engine-processes.ts': 'the jobs of one render',
  'infrastructure/rendering/transcription/speech-transcriber.ts': 'the segments of one transcription',
  'infrastructure/storage/s3-upload.ts': 'the parts of one upload',
  'workers/render/h264/bits.ts': 'a position',
  'workers/render/ways/repeated/skipped-blocks.ts': 'a number in the format',
  'workers/render/run/loop/render-permits.ts': 'renders, which are dispatched to owners in turns',
  'workers/render/run/previews/editing-proxy.ts': 'one proxy at a time in each worker',
  'workers/render/run/tasks.ts': 'the tasks of one render',
  'workers/render/sound/limiter.ts': 'a position',
};

const COUNT_UP = /\b([\w.]+)(?: \+= 1\b|\+\+)|\+\+([\w.]+)/g;
const COUNT_DOWN = /\b([\w.]+)(?: -= 1\b|--)|--([\w.]+)/g;

const namesIn = (source: string, pattern: RegExp): ReadonlyArray<string> =>
  [...source.matchAll(pattern)].map(([, after, before]) => after ?? before ?? '');

/** Whether a file counts what begins and ends, or limits how much is done at a time. */
const countsUse = (source: string): boolean => {
  const down = new Set(namesIn(source, COUNT_DOWN));
  return namesIn(source, COUNT_UP).some((name) => down.has(name)) || /from 'p-(?:limit|queue)'/.test(source);
};

describe('The shared resources in docs/operating.md', () => {
  it('are those of the table in the code', () => {
    const section = text('docs/operating.md').split('## Shared resources\n')[1]?.split('\n## ')[0] ?? '';
    const rows = [...section.matchAll(/^\| (?:API|worker) .*\|$/gm)].map(([row]) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    expect(rows).to.deep.equal(Object.values(SHARED).map(cellsOf));
  });

  it('are all that the product limits by counting', () => {
    const files = ['application', 'domain', 'infrastructure', 'projections', 'workers'].flatMap((folder) =>
      readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => join(folder, file)),
    );
    const counting = files.filter((file) => countsUse(text(file)));
    expect(counting).to.have.members(Object.keys(OTHER_COUNTS));
    expect(
      countsUse("if (open >= MOST) refuse(); open += 1; body.once('close', () => (open -= 1));"),
    ).to.equal(true);
  });
});
