import type { Knex } from 'knex';

/** The span that requested a render or a batch, or that a webhook reports the end of (W3C Trace Context). */
export const traces = {
  name: '026-traces',
  up: (knex: Knex) =>
    knex.raw(`
      alter table render_jobs add column traceparent text;
      alter table render_batches add column traceparent text;
      alter table webhook_messages add column traceparent text;
    `),
  down: (knex: Knex) =>
    knex.raw(`
      alter table render_jobs drop column traceparent;
      alter table render_batches drop column traceparent;
      alter table webhook_messages drop column traceparent;
    `),
};
