import type { Queries } from '../../../application/ports/all-queries.js';
import type { ProjectionStore } from '../../../application/ports/projection-store.js';
import { batchOf } from '../../support/event-store/log-batch.js';
import { forSuite } from '../../support/for-suite.js';
import { recorder } from '../../support/webhooks/recorded.js';
import type { FilledQueries } from './filled-queries.js';
import { keyAndEndpointQueriesContract } from './key-and-endpoint-queries.js';
import { renderQueriesContract } from './render-queries.js';
import { videoQueriesContract } from './video-queries.js';

/** Queries on empty read models, and what fills these. */
export interface QueriesUnderTest {
  readonly queries: Queries;
  readonly store: ProjectionStore;
  readonly close: () => Promise<void>;
}

/** The contract of the queries that serve every GET. */
export const queriesContract = (name: string, open: () => Promise<QueriesUnderTest>): void => {
  describe(`queries: ${name}`, () => {
    const tested = forSuite(open, (opened) => opened.close());
    const record = recorder();

    const filled = (): FilledQueries => ({
      ...tested.queries,
      project: (stream, events) => tested.store.apply(batchOf(events.map((event) => record(stream, event)))),
    });
    videoQueriesContract(filled);
    renderQueriesContract(filled);
    keyAndEndpointQueriesContract(filled);
  });
};
