import { Languages } from 'lucide-react';
import { CHOSEN, language, LANGUAGES, t } from './words.js';

const nameOf = (tag: string): string => new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;

const choose = (next: string): void => {
  localStorage.setItem(CHOSEN, next);
  location.reload();
};

/** The language of the pages, kept in this browser. */
export const LanguageChoice = () => (
  <label className="language">
    <Languages size={15} aria-hidden="true" />
    <select aria-label={t('Language')} value={language} onChange={({ target }) => choose(target.value)}>
      {LANGUAGES.map((tag) => (
        <option key={tag} value={tag} lang={tag}>
          {nameOf(tag)}
        </option>
      ))}
    </select>
  </label>
);
