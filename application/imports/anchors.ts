import { table } from './table.js';

/** Our anchors by the names that JSON2Video and Zvid give them. */
export const ANCHORS: Readonly<Record<string, string>> = table({
  'top-left': 'topLeft',
  'top-center': 'top',
  'top-right': 'topRight',
  'center-left': 'left',
  'center-center': 'center',
  'center-right': 'right',
  'bottom-left': 'bottomLeft',
  'bottom-center': 'bottom',
  'bottom-right': 'bottomRight',
});
