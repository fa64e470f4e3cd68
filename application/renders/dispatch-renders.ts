import * as E from 'fp-ts/lib/Either.js';
import type { DomainEvent } from '../../domain/events.js';
import type { RenderId } from '../../domain/ids.js';
import { fairTurns, type OwnerQueue, type OwnerWeights, type Turn } from './fair-turns.js';
import type { Fault } from '../ports/fault.js';
import type { RenderJobs } from '../ports/render-jobs.js';
import type { RenderQueue, RenderTrace } from '../ports/render-queue.js';

export interface Dispatch {
  readonly jobs: RenderJobs;
  readonly queue: RenderQueue;
  /** Maximum number of dispatched and unfinished renders of one owner. */
  readonly underWayPerOwner: number;
  /** Default: all owners have weight 1. */
  readonly weights?: OwnerWeights;
  /** Whether renders are traced; default: no. */
  readonly isTraced?: boolean;
}

const PAGE_SIZE = 100;

/**
 * Whether an event may allow another render to be dispatched: one is waiting, a worker took one, or one has finished.
 */
export const triggersDispatch = ({ type }: DomainEvent): boolean =>
  type === 'RenderRequested' ||
  type === 'RenderStarted' ||
  type === 'RenderCompleted' ||
  type === 'RenderFailed' ||
  type === 'RenderCancelled' ||
  type === 'ReplayRequested' ||
  type === 'ReplayStarted' ||
  type === 'ReplayCompleted' ||
  type === 'ReplayFailed';

/**
 * The age of a queue entry after which its render is published again, in ms. A render that is still queued is not
 * queued twice; one that the queue has lost is restored.
 */
const STALE_MS = 20_000;

type Traces = ReadonlyMap<RenderId, RenderTrace>;

const tracesOf = async (
  { jobs, isTraced = false }: Dispatch,
  ids: ReadonlyArray<RenderId>,
): Promise<Traces> => (isTraced ? jobs.traces(ids) : new Map());

/** The traces for publishing renders again: without the time of the request. */
const tracesAgain = (traces: Traces): Traces =>
  new Map([...traces].map(([renderId, { traceparent }]) => [renderId, { traceparent }]));

/** Publishes in order; after a fault, returns it and the renders that were not published. */
const publishAll = async (
  queue: RenderQueue,
  ids: ReadonlyArray<RenderId>,
  traces: Traces,
): Promise<E.Either<{ readonly fault: Fault; readonly unpublished: ReadonlyArray<RenderId> }, void>> => {
  for (const [index, renderId] of ids.entries()) {
    const published = await queue.publish(renderId, traces.get(renderId))();
    if (E.isLeft(published)) return E.left({ fault: published.left, unpublished: ids.slice(index) });
  }
  return E.right(undefined);
};

/** Publishes renders again that the queue may have lost. */
export const sweepRenders = async (dispatch: Dispatch): Promise<E.Either<Fault, void>> => {
  const { jobs, queue } = dispatch;
  for (;;) {
    const stale = await jobs.stale(STALE_MS, PAGE_SIZE);
    const published = await publishAll(queue, stale, tracesAgain(await tracesOf(dispatch, stale)));
    if (E.isLeft(published)) return E.left(published.left.fault);
    await jobs.markQueued(stale);
    if (stale.length < PAGE_SIZE) return E.right(undefined);
  }
};

/**
 * The turns for the slots that workers ask for. If they ask for none, one turn is granted in advance, but only to an owner
 * without renders in progress. So while all workers are busy, the next free one is not already taken by a busy owner.
 */
const turnsFor = (
  slots: number,
  { underWayPerOwner, weights = new Map() }: Dispatch,
  owners: ReadonlyArray<OwnerQueue>,
  latestTurn: number,
): ReadonlyArray<Turn> => {
  const turns = fairTurns(owners, latestTurn, { slots: Math.max(1, slots), underWayPerOwner, weights });
  if (slots > 0) return turns;
  const isBusy = new Set(owners.filter(({ underWay }) => underWay > 0).map(({ ownerId }) => ownerId));
  return turns.filter(({ ownerId }) => !isBusy.has(ownerId));
};

/**
 * Puts as many renders on the queue as workers ask for, or at most one in advance, in an order that is fair to owners.
 * Choosing as late as possible keeps the order fair. Renders are marked as queued first, so that a sweep can publish those
 * that a crash left unpublished.
 * @returns the number of dispatched renders, or the fault that ended the dispatch; the other renders wait for the next one
 */
export const dispatchRenders = async (dispatch: Dispatch): Promise<E.Either<Fault, number>> => {
  const { jobs, queue, underWayPerOwner } = dispatch;
  const state = await queue.state();
  if (E.isLeft(state)) return state;
  const { asking, waiting } = state.right;
  const slots = asking - waiting;
  if (slots <= 0 && waiting > 0) return E.right(0);
  const claimed = await jobs.claim(Math.min(Math.max(1, slots), underWayPerOwner), (owners, latestTurn) =>
    turnsFor(slots, dispatch, owners, latestTurn),
  );
  const published = await publishAll(queue, claimed, await tracesOf(dispatch, claimed));
  if (E.isRight(published)) return E.right(claimed.length);
  await jobs.giveBack(published.left.unpublished);
  return E.left(published.left.fault);
};
