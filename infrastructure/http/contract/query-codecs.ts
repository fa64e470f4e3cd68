import * as t from 'io-ts';
import type { Cursor, Page, PageRequest } from '../../../application/ports/paging.js';
import { about, type Codec, codec } from '../../../domain/codec/codec.js';
import { record, type Rule, withDefault } from '../../../domain/codec/containers.js';
import { instant } from '../../../domain/codec/scalars.js';
import { isUuid } from '../../../domain/ids.js';

// Query parameters: text on the wire, validated as strictly as bodies.

const numberFromText = (
  type: 'integer' | 'number',
  meaning: string,
  pattern: RegExp,
  minimum: number,
  maximum: number,
): Codec<number, string> =>
  codec<number, string>(
    type,
    { type, minimum, maximum },
    (u, context) => {
      const value = typeof u === 'number' || (typeof u === 'string' && pattern.test(u)) ? Number(u) : NaN;
      return value >= minimum && value <= maximum
        ? t.success(value)
        : t.failure(u, context, `must be ${meaning} from ${minimum} to ${maximum}`);
    },
    String,
  );

export const wholeNumberFromText = (minimum: number, maximum: number): Codec<number, string> =>
  numberFromText('integer', 'a whole number', /^\d{1,15}$/, minimum, maximum);

/** `true` or `false`. */
export const booleanFromText: Codec<boolean, string> = codec<boolean, string>(
  'boolean',
  { type: 'boolean' },
  (u, context) =>
    u === 'true' || u === true
      ? t.success(true)
      : u === 'false' || u === false
        ? t.success(false)
        : t.failure(u, context, 'must be true or false'),
  String,
);

/** A time in ms from 0 to a maximum, in decimal digits. */
export const msFromText = (maximum: number): Codec<number, string> =>
  numberFromText('number', 'a time in ms', /^\d{1,15}(\.\d{1,15})?$/, 0, maximum);

/** A cursor and the number of the page that begins at it. */
export interface PageCursor extends Cursor {
  readonly page: number;
}

const parseCursor = (text: string): PageCursor | undefined => {
  const [createdAt = '', id = '', page = ''] = Buffer.from(text, 'base64url').toString('latin1').split(' ');
  const isValid = instant.is(createdAt) && isUuid(id) && /^[1-9]\d{0,14}$/.test(page);
  return isValid ? { createdAt, id, page: Number(page) } : undefined;
};

const cursorText = ({ createdAt, id, page }: PageCursor): string =>
  Buffer.from(`${createdAt} ${id} ${page}`, 'latin1').toString('base64url');

/** A cursor from `pagination.nextCursor`. */
export const cursor: Codec<PageCursor, string> = codec<PageCursor, string>(
  'cursor',
  { type: 'string' },
  (u, context) => {
    const parsed = typeof u === 'string' && u.length < 200 ? parseCursor(u) : undefined;
    return parsed
      ? t.success(parsed)
      : t.failure(u, context, 'must be the nextCursor of an earlier response');
  },
  cursorText,
);

/** The decoded paging parameters of a list. */
export interface PagingQuery {
  readonly page?: number;
  readonly limit: number;
  readonly cursor?: PageCursor;
}

/** How many items a page has. */
export const itemsPerPage = withDefault(about('Items per page.', wholeNumberFromText(1, 100)), 20);

/** The paging fields of a list's query and the rule between them. Combine them with the filters of the list. */
export const paging = {
  required: { limit: itemsPerPage },
  optional: {
    page: about('Page number, starting at 1. Default: 1.', wholeNumberFromText(1, 1_000_000_000)),
    cursor: about('The `nextCursor` of the previous page. Cannot be combined with `page`.', cursor),
  },
  rules: [
    {
      field: 'page',
      among: ['cursor'],
      problem: ({ page, cursor }: PagingQuery) =>
        page !== undefined && cursor !== undefined ? 'must not be combined with cursor' : undefined,
    },
  ] satisfies ReadonlyArray<Rule<PagingQuery>>,
};

/** The query of a list whose pages are numbered up to `maximum`, without a cursor. */
export const numberedPage = (maximum: number) =>
  withDefault(about('Page number, starting at 1.', wholeNumberFromText(1, maximum)), 1);

/** Filters by creation time. */
export const createdWithin = {
  createdAfter: about('Only items created after this instant (RFC 3339).', instant),
  createdBefore: about('Only items created before this instant (RFC 3339).', instant),
};

/** The filters in the query of a list, without its paging. */
export const filterOf = <Query extends PagingQuery>({
  page: _page,
  limit: _limit,
  cursor: _cursor,
  ...filter
}: Query): Omit<Query, keyof PagingQuery> => filter;

/** Converts the query parameters to a request to the read model. */
export const pageRequest = ({ page, limit, cursor }: PagingQuery): PageRequest => ({
  limit,
  page: cursor?.page ?? page ?? 1,
  ...(cursor ? { cursor: { createdAt: cursor.createdAt, id: cursor.id } } : {}),
});

/** The `pagination` object of a page of items that are numbered. */
export const numberedPagination = ({ page, limit }: Omit<PageRequest, 'cursor'>, total: number) => {
  const totalPages = Math.ceil(total / limit);
  return { page, limit, total, totalPages, hasNextPage: page < totalPages };
};

/** The `pagination` object of a list response. */
export const pagination = ({ page, limit }: PageRequest, { total, next }: Omit<Page<unknown>, 'items'>) => ({
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
  hasNextPage: next !== undefined,
  nextCursor: next ? cursorText({ ...next, page: page + 1 }) : null,
});

/**
 * `dryRun` of operations that create something: nothing is stored, and the response is another one, with status 200. The
 * description leaves it out, because generated clients expect one type of each operation.
 */
export const dryRun = {
  query: Object.assign(record({}, { dryRun: booleanFromText }), { jsonSchema: {} }),
  isRead: (query: Readonly<Record<string, unknown>>): boolean => query['dryRun'] === 'true',
};
