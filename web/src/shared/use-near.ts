import { type ComponentProps, useCallback, useEffect, useRef, useState } from 'react';
import { useWindowEvent } from './use-window-event.js';

/** The overscan: how far above and below the window items are in the page, in heights of the window. */
const AHEAD = 0.5;

/** The attributes of an item at its place in the whole list. */
export type ItemAttributes = Pick<ComponentProps<'li'>, 'aria-posinset' | 'aria-setsize' | 'style'>;

/** Which items of a grid are near the window, from the first to before the end, and which one has the focus. */
const seenOf = (grid: Element) => {
  const { gridTemplateColumns, gridAutoRows, rowGap } = getComputedStyle(grid);
  // Items that were placed before the list got narrower make columns without a width.
  const columns = gridTemplateColumns.split(' ').filter((width) => width !== '0px').length;
  const rowHeight = parseFloat(gridAutoRows) + parseFloat(rowGap);
  const { top } = grid.getBoundingClientRect();
  const firstAt = (y: number): number => columns * Math.floor((y - top) / rowHeight);
  return {
    columns,
    rowHeight,
    first: firstAt(-AHEAD * innerHeight),
    end: firstAt((1 + AHEAD) * innerHeight) + columns,
    focused: Number(grid.querySelector(':scope > :focus-within')?.ariaPosInSet) - 1,
  };
};

/**
 * The items of a long list that are near the window. The page has only these, and the one with the focus and its
 * neighbours, so that scrolling does not take the place from somebody who uses the keyboard. The list is a grid whose
 * rows have one height (`grid-auto-rows`), and as high as if it had all items.
 * @param isAll whether no more items follow
 */
export const useNear = <Item>(items: ReadonlyArray<Item>, isAll: boolean) => {
  const list = useRef<HTMLUListElement>(null);
  const [seen, setSeen] = useState({ columns: 1, rowHeight: 0, first: 0, end: 0, focused: -1 });
  const { columns, rowHeight, first, end, focused } = seen;
  const look = useCallback((): void => {
    if (!list.current) return;
    const now = seenOf(list.current);
    setSeen((last) => (JSON.stringify(last) === JSON.stringify(now) ? last : now));
  }, []);
  useWindowEvent('scroll', look, { capture: true }); // of whatever scrolls
  useWindowEvent('resize', look);
  useEffect(() => {
    const observer = new ResizeObserver(look);
    if (list.current?.parentElement) observer.observe(list.current.parentElement); // what is above it moves it
    return () => observer.disconnect();
  }, [look]);
  const placeOf = (index: number): ItemAttributes => ({
    'aria-posinset': index + 1,
    'aria-setsize': isAll ? items.length : -1, // -1: not known
    style: { gridRow: Math.floor(index / columns) + 1, gridColumn: (index % columns) + 1 },
  });
  const isNear = (index: number) => (index >= first && index < end) || Math.abs(index - focused) <= 1;
  return {
    list,
    style: { height: Math.ceil(items.length / columns) * rowHeight, gridAutoColumns: 0 },
    near: items.flatMap((item, index) => (isNear(index) ? [{ item, place: placeOf(index) }] : [])),
    isEndNear: end > items.length,
  };
};
