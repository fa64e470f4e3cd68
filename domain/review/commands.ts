import type { CommandsOf } from '../aggregate.js';
import type {
  CommentAdded,
  CommentReplied,
  CommentResolved,
  VersionApproved,
  VersionSentBack,
} from './events.js';

export type ReviewCommand = CommandsOf<{
  AddComment: CommentAdded['data'];
  ReplyToComment: CommentReplied['data'];
  ResolveComment: CommentResolved['data'];
  ReopenComment: CommentResolved['data'];
  ApproveVersion: VersionApproved['data'];
  SendVersionBack: VersionSentBack['data'];
}>;
