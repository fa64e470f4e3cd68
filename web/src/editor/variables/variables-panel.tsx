import { Table2, Variable as VariableIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import { clientOf, signedInKey } from '../../shared/access.js';
import { loaded } from '../../shared/loaded.js';
import { useAccess, useShared } from '../shared.js';
import { variablesOf } from './template.js';
import { VariableItem } from './variable-item.js';
import { rich, t } from '../../words/words.js';

/** The dialog is loaded when it is first opened. */
const BatchDialog = loaded(async () => (await import('../batch/batch-dialog.js')).BatchDialog);

/** The button that renders variants, with the key of a tab that is signed in, or if the video offers renders. */
const Variants = () => {
  const [isOpen, open] = useState(false);
  const access = useAccess();
  const key = signedInKey();
  const client = useMemo(() => (key === undefined ? access.client : clientOf(key)), [key, access]);
  if (key === undefined && !access.renderOptions.includes('server')) return null;
  return (
    <>
      <button type="button" className="primary" onClick={() => open(true)}>
        <Table2 size={15} aria-hidden="true" /> {t('Variants from a table')}
      </button>
      {isOpen && <BatchDialog client={client} close={() => open(false)} />}
    </>
  );
};

/** The variables of the video: what stands for values that differ from one variant to the next. */
export const VariablesPanel = () => {
  const variables = variablesOf(useShared().document);
  const names = variables.map(({ name }) => name);
  return (
    <>
      <h2>{t('Variables')}</h2>
      {variables.length === 0 && (
        <p className="empty">
          {rich(
            'Select a clip and press {button} beside a field, such as its text or its colour. The field becomes a variable, and you can render a variant for each row of a table.',
            { button: <VariableIcon size={14} aria-hidden="true" /> },
          )}
        </p>
      )}
      <ol className="variables">
        {variables.map((variable) => (
          <VariableItem key={variable.name} {...{ variable, names }} />
        ))}
      </ol>
      {variables.length > 0 && <Variants />}
    </>
  );
};
