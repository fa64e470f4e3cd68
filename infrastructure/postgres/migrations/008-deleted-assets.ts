/** Finds the assets of an owner that were just deleted: their content still takes space. */
export const DELETED_ASSETS = `
create index assets_deleted on assets (owner_id, deleted_at) where deleted_at is not null;
`;
