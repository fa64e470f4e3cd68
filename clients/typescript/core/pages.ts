/** A page of a list. */
export interface Page<Item> {
  readonly data: ReadonlyArray<Item>;
  readonly pagination: { readonly total: number; readonly nextCursor: string | null };
}

/** All pages of a list, fetched as they are consumed. */
export async function* pagesOf<Item>(
  fetchPage: (cursor: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Page<Item>, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await fetchPage(cursor);
    yield page;
    cursor = page.pagination.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** All items of a list of pages. */
export async function* itemsOf<Item>(
  pages: AsyncIterable<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  for await (const { data } of pages) yield* data;
}
