import { Fragment } from 'react';
import type { Client } from '../../../clients/typescript/core/client.js';
import { bodyOf } from '../../../clients/typescript/core/connection.js';
import { type RecordedEvent, type Verification as Verified, verifyEvents } from './verify-events.js';
import { useAction } from '../shared/use-action.js';
import { rich, t } from '../words/words.js';
import { Button } from '../shared/buttons.js';
import { dateText } from '../shared/texts.js';

const STREAMS = { video: t('Versions'), review: t('Comments and decisions') } as const;

/** The meaning of each event in words; the page shows its type beside it. */
const EVENT_TEXTS: Readonly<Record<string, string>> = {
  VideoCreated: t('The video was created'),
  VideoPatched: t('A new version was saved'),
  VideoRestored: t('An earlier version was restored'),
  EditorLinkChanged: t('The editor link was replaced or revoked'),
  VideoMoved: t('The video was moved'),
  CommentAdded: t('A comment was written'),
  CommentReplied: t('A comment was answered'),
  CommentResolved: t('A comment was resolved'),
  CommentReopened: t('A comment was reopened'),
  VersionApproved: t('A version was approved'),
  VersionSentBack: t('A version was sent back'),
};

const allEvents = async (
  client: Client,
  id: string,
  stream: keyof typeof STREAMS,
): Promise<ReadonlyArray<RecordedEvent>> => {
  const events: RecordedEvent[] = [];
  let from: number | null = 0;
  while (from !== null) {
    const page: { data: RecordedEvent[]; pagination: { nextFrom: number | null } } = await bodyOf(
      client.api.GET('/v1/videos/{id}/events', {
        params: { path: { id }, query: { from, limit: 100, stream } },
      }),
    );
    events.push(...page.data);
    from = page.pagination.nextFrom;
  }
  return events;
};

const Verification = ({ verification }: { readonly verification: Verified }) =>
  verification._tag === 'Whole' ? (
    <p role="status">
      {rich(
        'Verified in this browser: {events, plural, =1 {its only event is unchanged} other {all # events are unchanged}}. Hash of the last one: {hash}',
        { events: verification.events, hash: <code>{verification.hash}</code> },
      )}
    </p>
  ) : (
    <p role="alert">
      {t('The history is not authentic: at event {revision}, {what}.', {
        revision: verification.revision,
        what: verification.what,
      })}
    </p>
  );

/** The recorded events of a video and of its review, and whether their hash chains are whole. */
export const RecordedEvents = ({
  client,
  videoId,
}: {
  readonly client: Client;
  readonly videoId: string;
}) => {
  const verify = useAction(async () => {
    const verified = [];
    for (const stream of ['video', 'review'] as const) {
      const events = await allEvents(client, videoId, stream);
      if (events.length > 0) verified.push({ stream, events, verification: await verifyEvents(events) });
    }
    return verified;
  });
  return (
    <section aria-labelledby="events">
      <h3 id="events">{t('Events')}</h3>
      <Button text={t('Verify the events')} disabled={verify.isPending} onClick={() => verify.mutate()} />
      {verify.error && <p role="alert">{verify.error.message}</p>}
      {verify.data?.map(({ stream, events, verification }) => (
        <Fragment key={stream}>
          <h4>{STREAMS[stream]}</h4>
          <Verification verification={verification} />
          <ol start={0}>
            {events.map(({ id, type, recordedAt }) => (
              <li key={id}>
                {EVENT_TEXTS[type] ?? type}, {dateText(recordedAt)} <code>{type}</code>
              </li>
            ))}
          </ol>
        </Fragment>
      ))}
    </section>
  );
};
