import { useState } from 'react';
import { t } from '../../words/words.js';
import { type FormProps, SchemaForm } from './schema-form.js';
import { commonAndOther } from './sections.js';

/** Shows the common fields, and all others on demand. */
export const CommonFirst = ({ schema, ...props }: Omit<FormProps, 'without'>) => {
  const [isOpen, open] = useState(false);
  const [common, other] = commonAndOther(schema);
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
