import { about } from '../../domain/codec/codec.js';
import { record } from '../../domain/codec/containers.js';
import { boolean, oneOf } from '../../domain/codec/scalars.js';
import { AnyJson } from '../../domain/codec/json.js';
import { VARIABLE_TYPES } from '../../domain/template/variables.js';
import { text } from './fields.js';

/** A variable of a template, as clients see it. */
export const VariableRecord = about(
  'A variable of a template.',
  record(
    {
      name: text('Its name.'),
      type: about(
        'What its values are: `any` where the template does not say.',
        oneOf(...VARIABLE_TYPES, 'any'),
      ),
      required: about('Whether a render request must have a value for it.', boolean),
    },
    {
      default: about('Its value where a request gives none.', AnyJson),
      description: text('What it is for.'),
    },
  ),
  { title: 'Variable' },
);
