import { useMutation } from '@tanstack/react-query';
import type { Client } from '../../../clients/typescript/core/client.js';
import { bodyOf } from '../../../clients/typescript/core/connection.js';
import { type RecordedEvent, type Verification, verifyEvents } from './verify-events.js';
import { rich, t } from '../words/words.js';
import { dateText } from '../shared/texts.js';

const allEvents = async (client: Client, id: string): Promise<ReadonlyArray<RecordedEvent>> => {
  const events: RecordedEvent[] = [];
  let from: number | null = 0;
  while (from !== null) {
    const page: { data: RecordedEvent[]; pagination: { nextFrom: number | null } } = await bodyOf(
      client.api.GET('/v1/videos/{id}/events', { params: { path: { id }, query: { from, limit: 100 } } }),
    );
    events.push(...page.data);
    from = page.pagination.nextFrom;
  }
  return events;
};

const Verdict = ({ verification }: { readonly verification: Verification }) =>
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

/** The recorded events of a video, and whether their hash chain is whole. */
export const RecordedEvents = ({
  client,
  videoId,
}: {
  readonly client: Client;
  readonly videoId: string;
}) => {
  const verify = useMutation({
    mutationFn: async () => {
      const events = await allEvents(client, videoId);
      return { events, verification: await verifyEvents(events) };
    },
  });
  return (
    <section aria-labelledby="events">
      <h3 id="events">{t('Events')}</h3>
      <button type="button" disabled={verify.isPending} onClick={() => verify.mutate()}>
        {t('Verify the events')}
      </button>
      {verify.error && <p role="alert">{verify.error.message}</p>}
      {verify.data && (
        <>
          <Verdict verification={verify.data.verification} />
          <ol start={0}>
            {verify.data.events.map(({ id, type, recordedAt }) => (
              <li key={id}>
                {type}, {dateText(recordedAt)}
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
};
