import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Client, components } from '../../../clients/typescript/core/client.js';
import { recordOf } from '../../../clients/typescript/core/connection.js';
import { streamedData } from '../../../clients/typescript/core/event-stream.js';
import { sleeping } from '../../../clients/typescript/core/retrying-fetch.js';

export type Comment = components['schemas']['Comment'];
export type Decision = components['schemas']['VersionDecision'];
export type Point = components['schemas']['CommentPoint'];

/** The name under which this browser keeps that of the person who comments in it. */
const KEPT_NAME = 'reviewer-name';

/** What somebody does to the review of a video. */
const acts = (client: Client, videoId: string, person: { readonly name?: string }) => {
  const path = { id: videoId };
  return {
    add: (comment: { text: string; time: number; version: number; point?: Point }) =>
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
        client.api.POST(
          isResolved
            ? '/v1/videos/{id}/comments/{commentId}/resolve'
            : '/v1/videos/{id}/comments/{commentId}/reopen',
          { params: { path: { ...path, commentId } }, body: person },
        ),
      ),
    approve: (version: number, text: string) =>
      recordOf(
        client.api.POST('/v1/videos/{id}/versions/{version}/approve', {
          params: { path: { ...path, version: String(version) } },
          body: { ...person, ...(text === '' ? {} : { text }) },
        }),
      ),
    sendBack: (version: number, text: string) =>
      recordOf(
        client.api.POST('/v1/videos/{id}/versions/{version}/send-back', {
          params: { path: { ...path, version: String(version) } },
          body: { ...person, text },
        }),
      ),
  };
};

/** The comment that is being written, and the one that is looked at. */
const usePointing = () => {
  const [point, setPoint] = useState<Point>();
  const [isPointing, setPointing] = useState(false);
  const [chosen, choose] = useState<Comment>();
  return {
    /** The place of the comment that is being written. */
    point,
    setPoint,
    /** Whether the next click on the picture gives that place. */
    isPointing,
    setPointing,
    /** The comment that was clicked last. */
    chosen,
    choose,
  };
};

/** Of which video it is, and who reviews it: a link may have been made out to somebody. */
interface Reviewing {
  readonly client: Client;
  readonly videoId: string;
  readonly linkName?: string | undefined;
  /** Whether comments may be read and made. */
  readonly isAllowed?: boolean;
}

/** What was said and decided about a video, and how to say more. */
export const useReview = ({ client, videoId, linkName, isAllowed = true }: Reviewing) => {
  const queries = useQueryClient();
  const read = {
    queryKey: ['review', videoId],
    queryFn: () => recordOf(client.api.GET('/v1/videos/{id}/review', { params: { path: { id: videoId } } })),
  };
  const { data, error } = useQuery({ ...read, enabled: isAllowed });
  const [name, setName] = useState(() => localStorage.getItem(KEPT_NAME) ?? '');
  const person = linkName !== undefined || name.trim() === '' ? {} : { name: name.trim() };
  return {
    ...usePointing(),
    ...acts(client, videoId, person),
    read,
    watch: (signal: AbortSignal) =>
      streamedData(
        (headers) =>
          client.api.GET('/v1/videos/{id}/review/events', {
            params: { path: { id: videoId } },
            headers,
            parseAs: 'stream',
            signal,
          }),
        sleeping,
        signal,
      ),
    error,
    comments: data?.comments ?? [],
    decisions: data?.decisions ?? [],
    linkName,
    name,
    setName: (next: string): void => {
      localStorage.setItem(KEPT_NAME, next);
      setName(next);
    },
    /** To be called after a change: shows it. */
    refresh: async (): Promise<void> => {
      await queries.invalidateQueries({ queryKey: read.queryKey });
      await queries.invalidateQueries({ queryKey: ['versions', videoId] });
    },
  };
};

export type Review = ReturnType<typeof useReview>;

/** How often comments of others are looked for where the service has no stream for this page, ms. */
const LOOKED_FOR_EVERY = 10_000;

/** Shows what others say while it is used. */
export const useFollowed = (review: Review): void => {
  const [isFollowed, setFollowed] = useState(true);
  const latest = useRef(review);
  latest.current = review;
  useQuery({ ...review.read, refetchInterval: isFollowed ? false : LOOKED_FOR_EVERY });
  useEffect(() => {
    const leaving = new AbortController();
    const follow = async (): Promise<void> => {
      for await (const _ of latest.current.watch(leaving.signal)) await latest.current.refresh();
    };
    void follow()
      .catch(() => undefined)
      .then(() => setFollowed(leaving.signal.aborted));
    return () => leaving.abort();
  }, []);
};
