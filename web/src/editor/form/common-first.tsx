import { useState } from 'react';
import { t } from '../../words/words.js';
import { Details } from './details.js';
import { useWrongFields } from './field-problems.js';
import type { FormProps } from './schema.js';
import { SchemaForm } from './schema-form.js';
import { commonAndOther } from './sections.js';

/** Shows the common fields, and all others on demand. */
export const CommonFirst = ({ schema, ...props }: Omit<FormProps, 'without'>) => {
  const [common, other] = commonAndOther(schema);
  const isWrong = useWrongFields(props.path ?? '').some((name) => other.properties?.[name] !== undefined);
  const [isWanted, setOpen] = useState(false);
  const isOpen = isWanted || isWrong;
  return (
    <>
      <SchemaForm schema={common} {...props} />
      {Object.keys(other.properties ?? {}).length > 0 && (
        <Details name={t('More')} {...{ isOpen, setOpen }}>
          {() => <SchemaForm schema={other} {...props} />}
        </Details>
      )}
    </>
  );
};
