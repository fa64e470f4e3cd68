import type { BatchedPage } from '../../../application/ports/paging.js';
import type { Queries } from '../../../application/ports/all-queries.js';
import type { DomainEvent } from '../../../domain/events.js';
import { rightOf } from '../../support/right-of.js';

/** Queries, and a function that projects further events of streams. */
export interface FilledQueries extends Queries {
  readonly project: (stream: string, events: ReadonlyArray<DomainEvent>) => Promise<void>;
}

/** All records of a page. */
export const allRows = async <Row>({ batches }: Pick<BatchedPage<Row>, 'batches'>): Promise<Row[]> => {
  const rows: Row[] = [];
  for await (const batch of batches) rows.push(...rightOf(batch).rows);
  return rows;
};
