import { isRoughlyOver } from '../../domain/codec/rough-bytes.js';
import type { DomainEvent } from '../../domain/events.js';
import type { OwnerId } from '../../domain/ids.js';

/** Size above which an event is large, in bytes of JSON: processing one delays other requests noticeably. */
const LARGE = 64 * 1024;

/** Whether any of the events is large. */
export const areLarge = (events: ReadonlyArray<DomainEvent>): boolean =>
  events.some(({ data }) => isRoughlyOver(data, LARGE));

/** The owner that the events name, if they name one. */
export const ownerOf = (events: ReadonlyArray<DomainEvent>): OwnerId | undefined =>
  events.map(({ data }) => ('ownerId' in data ? data.ownerId : undefined)).find(Boolean);
