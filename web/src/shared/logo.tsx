import icon from './icon.svg';
import { t } from '../words/words.js';
import { PRODUCT } from './use-title.js';

/** The logo, which leads to the dashboard where somebody is signed in. */
export const Logo = ({ href }: { readonly href: string | undefined }) =>
  href === undefined ? (
    <img className="logo" src={icon} alt={PRODUCT} />
  ) : (
    <a className="logo" href={href}>
      <img src={icon} alt={t('Dashboard')} title={t('All videos')} />
    </a>
  );
