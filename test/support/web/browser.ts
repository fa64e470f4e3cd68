/** Chromium, started once for the web tests of a process. */
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { buildWhenStale, WEB_PAGES } from '../../../infrastructure/machine/setup/build-when-stale.js';
import { findExecutable } from '../../../infrastructure/platform/executables.js';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';
import { LONG } from '../long-form.js';

// Now, before any test opens a connection: the build blocks this process longer than a connection may take.
buildWhenStale(packageRoot, WEB_PAGES);

export interface OpenedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What went wrong in the page: uncaught errors, console errors, violations of the Content-Security-Policy. */
  readonly complaints: ReadonlyArray<string>;
}

export interface WebBrowser {
  /**
   * A page in a profile that no other open page uses, without anything stored, in English unless told. It may load from the
   * base address only.
   */
  readonly open: (baseUrl: string, locale?: string) => Promise<OpenedPage>;
  /** Closes all pages. Their profiles serve later ones. */
  readonly closePages: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The first that is installed: without its windows, Chromium takes less processor time for a page. */
const PROGRAMS = ['chromium-headless-shell', 'chromium'];

/** Other tests keep the processors busy meanwhile. */
const LONGEST_WAIT_MS = 60_000;

interface Profile {
  readonly context: BrowserContext;
  readonly locale: string;
  /** Stays open, so that later pages run in its process, which has compiled their scripts: that takes most of a load. */
  readonly anchor: Page;
}

/** A script of a page: an address of a file that is given up while an element still shows it is an error. */
const WATCHES_ADDRESSES = `
  const revoke = URL.revokeObjectURL.bind(URL);
  URL.revokeObjectURL = (url) => {
    if (document.querySelector('[src="' + url + '"]')) console.error('The address of a file was given up while it was shown:');
    revoke(url);
  };`;

const newProfile = async (browser: Browser, baseUrl: string, locale: string): Promise<Profile> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale });
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  await context.addInitScript(WATCHES_ADDRESSES);
  const anchor = await context.newPage();
  await anchor.goto(`${baseUrl}/healthz`);
  return { context, locale, anchor };
};

/**
 * Closes the pages of a profile, and takes back what they set.
 * @returns whether it can serve again: a clock that a test has set cannot be taken back
 */
const emptyProfile = async ({ context, anchor }: Profile): Promise<boolean> => {
  // The clock that Playwright sets says of itself that it is native.
  if (await anchor.evaluate<boolean>("'__pwClock' in globalThis")) {
    await context.close();
    return false;
  }
  for (const page of context.pages()) if (page !== anchor) await page.close();
  await context.unrouteAll();
  await context.clearPermissions();
  await context.setOffline(false);
  return true;
};

const clearStorage = async ({ context, anchor }: Profile, baseUrl: string): Promise<void> => {
  const session = await context.newCDPSession(anchor);
  const { origin } = new URL(baseUrl);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
};

/** The installed Chromium. */
export const chromiumProgram = (): string => {
  const found = PROGRAMS.map((name) => findExecutable(name)).find((path) => path !== undefined);
  if (found === undefined) throw new Error('Chromium is missing; run npm run setup');
  return found;
};

/** Builds the web pages if needed, and starts the browser. @param mayRecord whether pages may use microphone and camera */
export const startBrowser = async (mayRecord = true): Promise<WebBrowser> => {
  const browser: Browser = await chromium.launch({
    executablePath: chromiumProgram(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--no-proxy-server',
      '--process-per-site',
      // A microphone that beeps, a camera and a screen.
      '--use-fake-device-for-media-stream',
      `--use-fake-ui-for-media-stream${mayRecord ? '' : '=deny'}`,
    ],
  });
  const idle = new Set<Profile>();
  const used = new Set<Profile>();
  return {
    open: async (baseUrl, locale = 'en-US') => {
      let profile = [...idle].find((one) => one.locale === locale);
      if (!profile) {
        const made = (profile = await newProfile(browser, baseUrl, locale));
        made.context.once('close', () => used.delete(made));
      }
      idle.delete(profile);
      used.add(profile);
      const { context } = profile;
      await clearStorage(profile, baseUrl);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
      });
      page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(baseUrl) && !url.startsWith('blob:')) complaints.push(`requested ${url}`);
      });
      return { page, context, complaints };
    },
    closePages: async () => {
      for (const profile of used) {
        if (await emptyProfile(profile)) idle.add(profile);
        used.delete(profile);
      }
    },
    close: () => browser.close(),
  };
};

const require = createRequire(import.meta.url);

/**
 * What axe-core finds on a page: the rule and the elements.
 * @param isDarkToo whether it also looks at the dark colours, which all pages share
 */
export const accessibilityProblems = async (page: Page, isDarkToo = LONG): Promise<ReadonlyArray<string>> => {
  // Evaluated by the debugger, which the Content-Security-Policy does not bind.
  if (!(await page.evaluate<boolean>('"axe" in globalThis')))
    await page.evaluate(await readFile(require.resolve('axe-core/axe.min.js'), 'utf8'));
  /** Without what is not read of the results, which takes time. */
  const violationsOnly = { resultTypes: ['violations'], selectors: false };
  const found = async (options: object): Promise<ReadonlyArray<string>> => {
    const all = JSON.stringify({ ...violationsOnly, ...options });
    const { violations } = await page.evaluate<AxeResults>(`axe.run(${all})`);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  };
  const inLight = await found({});
  if (!isDarkToo) return inLight;
  await page.emulateMedia({ colorScheme: 'dark' });
  const inDark = await found({ runOnly: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...inLight, ...inDark.map((problem) => `dark: ${problem}`)];
};
