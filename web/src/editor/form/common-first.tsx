import { useState } from 'react';
import { t } from '../../words/words.js';
import { useWrongFields } from './field-problems.js';
import type { FormProps } from './schema.js';
import { SchemaForm } from './schema-form.js';
import { commonAndOther } from './sections.js';

/** Shows the common fields, and all others on demand. */
export const CommonFirst = ({ schema, ...props }: Omit<FormProps, 'without'>) => {
  const [common, other] = commonAndOther(schema);
  const isWrong = useWrongFields(props.path ?? '').some((name) => other.properties?.[name] !== undefined);
  const [isWanted, open] = useState(false);
  const isOpen = isWanted || isWrong;
  return (
    <>
      <SchemaForm schema={common} {...props} />
      {Object.keys(other.properties ?? {}).length > 0 && (
        <details open={isOpen} onToggle={({ currentTarget }) => open(currentTarget.open)}>
          <summary>{t('More')}</summary>
          {isOpen && <SchemaForm schema={other} {...props} />}
        </details>
      )}
    </>
  );
};
