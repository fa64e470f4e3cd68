import { expect } from 'chai';
import { rowOf, type StoredAs } from '../../../infrastructure/postgres/connection/stored-rows.js';

interface Example {
  readonly exampleId: string;
  readonly count: number;
  readonly details?: { readonly inner_name: string };
  readonly createdAt: string;
  readonly finishedAt?: string;
}

describe('Stored rows', () => {
  const stored: StoredAs<Example> = {
    example_id: 'a',
    count: 0,
    details: { inner_name: 'kept' },
    created_at: new Date('2026-01-01T00:00:00.000Z'),
    finished_at: null,
  };

  it('are read with times in ISO 8601, without absent fields', () => {
    expect(rowOf<Example>(stored)).to.deep.equal({
      exampleId: 'a',
      count: 0,
      details: { inner_name: 'kept' },
      createdAt: '2026-01-01T00:00:00.000Z',
    });
  });
});
