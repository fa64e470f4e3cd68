/** Messages about comments and decisions: about a video, and each about an event of its own. */
export const REVIEW_MESSAGES = `
alter table webhook_messages
  add column video_id uuid,
  drop constraint webhook_messages_subject,
  add constraint webhook_messages_subject check (num_nonnulls(render_id, batch_id, asset_id, video_id) = 1);
`;
