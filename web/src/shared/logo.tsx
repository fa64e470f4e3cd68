import icon from './icon.svg';

/** The logo, which leads to the dashboard where somebody is signed in. */
export const Logo = ({ href }: { readonly href: string | undefined }) =>
  href === undefined ? (
    <img className="logo" src={icon} alt="Framewright" />
  ) : (
    <a className="logo" href={href}>
      <img src={icon} alt="Dashboard" title="All videos" />
    </a>
  );
