/** What comments draw on the picture. */
export const COMMENT_DRAWINGS = 'alter table review_comments add column drawing json;';
