import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Client, components } from '../../../clients/typescript/core/client.js';
import { recordOf } from '../../../clients/typescript/core/connection.js';
import { streamedData } from '../../../clients/typescript/core/event-stream.js';
import { sleeping } from '../../../clients/typescript/core/retrying-fetch.js';

export type Comment = components['schemas']['Comment'];
export type VersionDecision = components['schemas']['VersionDecision'];
export type CommentPoint = components['schemas']['CommentPoint'];
export type Shape = components['schemas']['DrawnShape'];
/** A state of the video and its review. */
type ReviewState = components['schemas']['ReviewMark'];

/** The local storage key of the reviewer's name. */
const NAME_KEY = 'reviewer-name';

/** The actions on the review of a video. */
const acts = (client: Client, videoId: string, person: { readonly name?: string }) => {
  const path = { id: videoId };
  return {
    add: (comment: {
      text: string;
      time: number;
      version: number;
      point?: CommentPoint;
      drawing?: Shape[];
    }) =>
      recordOf(
        client.api.POST('/v1/videos/{id}/comments', { params: { path }, body: { ...comment, ...person } }),
      ),
    reply: (commentId: string, text: string) =>
      recordOf(
        client.api.POST('/v1/videos/{id}/comments/{commentId}/replies', {
          params: { path: { ...path, commentId } },
          body: { text, ...person },
        }),
      ),
    setResolved: (commentId: string, isResolved: boolean) =>
      recordOf(
        client.api.POST(`/v1/videos/{id}/comments/{commentId}/${isResolved ? 'resolve' : 'reopen'}`, {
          params: { path: { ...path, commentId } },
          body: person,
        }),
      ),
    decide: (outcome: 'approve' | 'send-back', version: number, text: string) =>
      recordOf(
        client.api.POST(`/v1/videos/{id}/versions/{version}/${outcome}`, {
          params: { path: { ...path, version: String(version) } },
          body: { ...person, ...(text === '' ? {} : { text }) },
        }),
      ),
  };
};

/** The comment being written, and the selected one. */
const usePointing = () => {
  const [point, setPoint] = useState<CommentPoint>();
  const [isPointing, setPointing] = useState(false);
  const [chosen, choose] = useState<Comment>();
  const [drawing, setDrawing] = useState<Shape[]>([]);
  const [tool, setTool] = useState<Omit<Shape, 'points'>>();
  return {
    /** The position of the comment being written. */
    point,
    setPoint,
    /** Whether the next click on the picture sets that position. */
    isPointing,
    setPointing,
    /** The drawing of the comment being written, and the selected tool; without a tool, the drawing does not change. */
    drawing,
    setDrawing,
    tool,
    setTool,
    /** The comment that was clicked last. */
    chosen,
    choose,
  };
};

const onceItChanges = (changed: () => void): (() => void) => {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
};

/** Whether the page is visible. Browsers limit the connections to a host, so hidden tabs close theirs. */
const useInSight = (): boolean =>
  useSyncExternalStore(onceItChanges, () => document.visibilityState === 'visible');

/** How often comments of others are read while this page has no stream, ms. */
const POLL_INTERVAL = 10_000;
/** How long it waits after a stream was refused or lost before it opens another one, ms. */
const REOPEN_AFTER = 30_000;

/** The current state of the video while the page is visible. @returns undefined until it is known */
const useFollowed = ({ client, videoId }: Reviewing, isSeen: boolean) => {
  const [state, setState] = useState<ReviewState>();
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    if (!isSeen) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const open = (headers: Record<string, string>) =>
      client.api.GET('/v1/videos/{id}/review/events', {
        params: { path: { id: videoId } },
        headers,
        parseAs: 'stream',
        signal,
      });
    const follow = async (): Promise<void> => {
      for await (const next of streamedData<ReviewState>(open, sleeping, signal)) {
        setState(next);
        setRefused(false);
      }
    };
    const followAlways = async (): Promise<void> => {
      while (!signal.aborted) {
        await follow().catch(() => undefined);
        setRefused(!signal.aborted);
        await sleeping(REOPEN_AFTER, signal);
      }
    };
    void followAlways().catch(() => undefined); // the page was left
    return () => leaving.abort();
  }, [client, videoId, isSeen]);
  return { state, isRefused };
};

const NOBODY: ReviewState['people'] = [];

/** The video, and the reviewer: a link may name one. */
interface Reviewing {
  readonly client: Client;
  readonly videoId: string;
  readonly linkName?: string | undefined;
  /** Whether comments may be read and made. */
  readonly isAllowed?: boolean;
  /** Whether changes by others are shown as they happen. */
  readonly isFollowed?: boolean;
}

/** The comments on a video and the decisions about it, and functions to add to them. */
export const useReview = ({ client, videoId, linkName, isAllowed = true, isFollowed = false }: Reviewing) => {
  const queries = useQueryClient();
  const read = {
    queryKey: ['review', videoId],
    queryFn: () => recordOf(client.api.GET('/v1/videos/{id}/review', { params: { path: { id: videoId } } })),
  };
  const isSeen = useInSight() && isAllowed;
  const { state, isRefused } = useFollowed({ client, videoId }, isFollowed && isSeen);
  const { data, error } = useQuery({
    ...read,
    enabled: isAllowed,
    refetchInterval: isRefused ? POLL_INTERVAL : false,
  });
  /** Reads the review again; to be called after a change. */
  const refresh = useCallback(async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['review', videoId] });
    await queries.invalidateQueries({ queryKey: ['versions', videoId] });
  }, [queries, videoId]);
  const mark = state?.mark;
  useEffect(() => {
    if (mark !== undefined) void refresh();
  }, [mark, refresh]);
  const [name, setName] = useState(() => localStorage.getItem(NAME_KEY) ?? '');
  const person = linkName !== undefined || name.trim() === '' ? {} : { name: name.trim() };
  return {
    ...usePointing(),
    ...acts(client, videoId, person),
    /** The newest version, if it is known. */
    newest: state?.version,
    /** The people who have the video open. */
    people: state?.people ?? NOBODY,
    isSeen,
    error,
    comments: data?.comments ?? [],
    decisions: data?.decisions ?? [],
    linkName,
    name,
    setName: (next: string): void => {
      localStorage.setItem(NAME_KEY, next);
      setName(next);
    },
    refresh,
  };
};

export type Review = ReturnType<typeof useReview>;
