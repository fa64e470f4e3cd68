/** A page of a list. */
export interface Page<Item> {
  readonly data: ReadonlyArray<Item>;
  readonly pagination: { readonly total: number; readonly nextCursor: string | null };
}

/** All pages of a list, fetched as they are consumed. `filter` is the query without `cursor`. */
export async function* pagesOf<Item, Filter extends object>(
  filter: Filter,
  fetchPage: (query: Filter & { readonly cursor?: string }) => Promise<Page<Item>>,
): AsyncGenerator<Page<Item>, void, undefined> {
  let page = await fetchPage(filter);
  yield page;
  while (page.pagination.nextCursor !== null) {
    page = await fetchPage({ ...filter, cursor: page.pagination.nextCursor });
    yield page;
  }
}

/** All items of a list of pages. */
export async function* itemsOf<Item>(
  pages: AsyncIterable<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  for await (const { data } of pages) yield* data;
}
