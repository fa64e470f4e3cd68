import { useState } from 'react';
import { useWindowEvent } from '../shared/use-window-event.js';
import type { AssetAccess } from '../editor/media/upload.js';
import type { Client } from '../../../clients/typescript/core/client.js';
import { t } from '../words/words.js';

export const SECTION_NAMES = {
  Videos: t('Videos'),
  Media: t('Media'),
  Renders: t('Renders'),
  Webhooks: t('Webhooks'),
  Keys: t('API keys'),
  Usage: t('Usage'),
};
export type Section = keyof typeof SECTION_NAMES;
export const SECTIONS = Object.keys(SECTION_NAMES) as ReadonlyArray<Section>;

export interface SectionProps {
  readonly client: Client;
  /** For uploads, for which the client has no method. */
  readonly access: AssetAccess;
  readonly go: (section: Section) => void;
}

const hashOf = (section: Section): string => `#${section.toLowerCase()}`;

const sectionInAddress = (): Section =>
  SECTIONS.find((section) => hashOf(section) === location.hash) ?? 'Videos';

/**
 * The section that the address names, so that a reload and the Back button of the browser return to it. Each visit shows
 * the start page of its section, also a visit from within the section, such as from a history to the videos.
 */
export const useSection = () => {
  const [{ section, visit }, visitNext] = useState({ section: sectionInAddress(), visit: 0 });
  useWindowEvent('popstate', () =>
    visitNext((before) => ({ section: sectionInAddress(), visit: before.visit + 1 })),
  );
  const go = (next: Section): void => {
    if (next !== section) history.pushState(null, '', hashOf(next));
    visitNext((before) => ({ section: next, visit: before.visit + 1 }));
  };
  return { section, visit, go };
};
