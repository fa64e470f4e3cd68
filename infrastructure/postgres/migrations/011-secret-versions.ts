import type { Knex } from 'knex';

/**
 * Which secret signs when becomes a read model. The table of secrets holds only secrets, under the ids that events
 * name. Events of earlier releases name none; their id is the number of the version.
 */
export const secretVersions = {
  name: '011-secret-versions',
  up: (knex: Knex) =>
    knex.raw(`
      create table webhook_secret_versions (
        endpoint_id uuid not null,
        version integer not null,
        secret_id text not null,
        x_signature_from timestamptz not null,
        previous_expire_at timestamptz, -- none for the first
        revision bigint not null,
        primary key (endpoint_id, version)
      );
      insert into webhook_secret_versions
        select endpoint_id, version, version::text, x_signature_from,
          lag(expires_at) over (partition by endpoint_id order by version), 0
        from webhook_secrets;

      alter table webhook_secrets add column secret_id text;
      update webhook_secrets set secret_id = version::text;
      alter table webhook_secrets
        drop constraint webhook_secrets_pkey,
        add primary key (endpoint_id, secret_id),
        drop column version,
        drop column x_signature_from,
        drop column expires_at;
      alter table webhook_secrets rename column created_at to kept_at;
    `),
  down: (knex: Knex) =>
    knex.raw(`
      alter table webhook_secrets rename column kept_at to created_at;
      alter table webhook_secrets
        add column version integer,
        add column x_signature_from timestamptz not null default now(),
        add column expires_at timestamptz;
      update webhook_secrets as secret
        set version = known.version, x_signature_from = known.x_signature_from, expires_at = known.expires_at
        from (
          select *, lead(previous_expire_at) over (partition by endpoint_id order by version) as expires_at
          from webhook_secret_versions
        ) as known
        where known.endpoint_id = secret.endpoint_id and known.secret_id = secret.secret_id;
      delete from webhook_secrets where version is null;
      alter table webhook_secrets
        drop constraint webhook_secrets_pkey,
        drop column secret_id,
        add primary key (endpoint_id, version);
      drop table webhook_secret_versions;
    `),
};
