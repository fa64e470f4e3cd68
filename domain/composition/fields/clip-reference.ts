import { withSchema } from '../../codec/codec.js';
import { string } from '../../codec/scalars.js';

const id = string({ minLength: 1, maxLength: 255 });

/** The id of another clip. Forms know it by its title. */
export const ClipReference = withSchema(id, { ...id.jsonSchema, title: 'ClipReference' });
