import { join } from 'node:path';
import { readdirSync, readFileSync } from 'node:fs';
import type { RecordedEvent } from '@eventstore/db-client';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { StoredEvent } from '../../application/ports/event-archive.js';
import { claimUpTo } from '../../application/audit/verify-history.js';
import { verifyHistory } from '../support/event-store/chain-check.js';
import type { DomainEvent } from '../../domain/events.js';
import { fromRecordedEvent, READABLE_TYPES } from '../../infrastructure/eventstore/event-codec.js';
import { allProjections } from '../../projections/all.js';
import { packageRoot } from '../../infrastructure/platform/package-root.js';

/**
 * One stored event of every type that was ever stored, and how it must be decoded today. Never change one of these files:
 * real stores have such events. A changed event gets a new type, a new file and an upcaster.
 */
const FOLDER = join(packageRoot, 'test/domain/golden-events');

interface Golden {
  readonly stored: StoredEvent;
  readonly event: DomainEvent;
}

const golden = new Map(
  readdirSync(FOLDER).map((file) => [
    file.replace(/\.json$/, ''),
    JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Golden,
  ]),
);

const position = { commit: 1n, prepare: 1n };
const asRecorded = ({ stored }: Golden, type = stored.type): RecordedEvent => ({
  streamId: stored.stream,
  id: stored.id,
  revision: BigInt(stored.revision),
  type,
  data: stored.data as Record<string, unknown>,
  metadata: stored.metadata as unknown as Record<string, unknown>,
  isJson: true,
  created: new Date(stored.recordedAt),
  position,
});

describe('golden events', () => {
  it('cover every readable type, and no other', () => {
    expect([...golden.keys()].toSorted()).to.deep.equal([...READABLE_TYPES].toSorted());
  });

  for (const [type, example] of golden) {
    it(`${type} decodes to its current form`, () => {
      expect(example.stored.type).to.equal(type);
      const read = fromRecordedEvent(asRecorded(example), position);
      expect(read).to.have.nested.property('right.event').that.deep.equals(example.event);
      expect(read).to.have.nested.property('right.metadata').that.deep.equals(example.stored.metadata);
    });

    it(`${type} still matches its hash`, () => {
      expect(verifyHistory(claimUpTo(example.stored), [example.stored])).to.deep.equal([]);
    });

    it(`${type} is accepted by every projection`, () => {
      const read = fromRecordedEvent(asRecorded(example), position);
      if (E.isLeft(read)) throw new Error(JSON.stringify(read.left));
      for (const { project, tables } of allProjections)
        for (const change of project(read.right))
          if ('table' in change) expect(tables).to.include(change.table);
    });
  }

  it('an unknown type is reported as such, even if it is named like a property of every object', () => {
    const [example] = golden.values();
    for (const type of ['VideoDreamtOf', 'toString', '__proto__', 'constructor'])
      expect(fromRecordedEvent(asRecorded(example!, type), position)).to.deep.equal(
        E.left({ _tag: 'UnknownEventType', type }),
      );
  });
});
