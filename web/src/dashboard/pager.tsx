import { Button } from '../shared/buttons.js';
import { t } from '../words/words.js';
interface PagerProps {
  readonly page: number;
  readonly hasNext: boolean | undefined;
  readonly turnTo: (page: number) => void;
}

/** Turns the pages of a list, the newest first, if there are several. */
export const Pager = ({ page, hasNext, turnTo }: PagerProps) =>
  page === 1 && hasNext !== true ? null : (
    <p className="tools">
      <Button text={t('Newer')} disabled={page === 1} onClick={() => turnTo(page - 1)} />
      <Button text={t('Older')} disabled={hasNext !== true} onClick={() => turnTo(page + 1)} />
    </p>
  );
