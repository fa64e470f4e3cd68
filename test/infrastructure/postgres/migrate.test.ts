import { expect } from 'chai';
import {
  appliedMigrations,
  migrate,
  schemaDifference,
} from '../../../infrastructure/postgres/migrations/migrate.js';
import { startReadModels } from '../../support/event-store/event-log.js';
import { forSuite } from '../../support/for-suite.js';

describe('migrating a database', () => {
  const models = forSuite(startReadModels, (opened) => opened.stop());

  it('changes nothing when all migrations have run', async () => {
    const { database } = models;
    await migrate(database);
    expect(await schemaDifference(database)).to.deep.equal({ pending: [], unknown: [] });
  });

  it('keeps the tables of version 0.1, which had other migrations for them', async () => {
    const { database } = models;
    const current = await appliedMigrations(database);
    // It had neither assets nor reviews nor folders, keys had no scopes, and usage was not added up.
    await database.raw(`drop table assets, asset_uploads, review_comments, review_decisions;
      alter table video_versions drop column assets;
      alter table video_details drop column folder, drop column archived;
      alter table video_list drop column folder, drop column archived;
      alter table api_keys drop column name, drop column scopes, drop column issued_by;
      alter table render_details drop column duration_ms, drop column bytes;
      alter table webhook_messages drop column asset_id, drop column video_id,
        add constraint webhook_messages_subject check (num_nonnulls(render_id, batch_id) = 1)`);
    await database('service_secrets').insert({ name: 'kept', sealed: Buffer.from('kept') });
    await database('schema_migrations').delete();
    await database('schema_migrations').insert(
      ['001-read-models', '028-registrations-in-the-log', '029-log-differences'].map((name) => ({
        name,
        batch: 1,
        migration_time: new Date(),
      })),
    );
    await migrate(database);
    expect(await appliedMigrations(database)).to.deep.equal(current);
    expect(await database.schema.hasTable('review_comments')).to.equal(true);
    expect(await database('service_secrets').pluck('name')).to.deep.equal(['kept']);
  });
});
