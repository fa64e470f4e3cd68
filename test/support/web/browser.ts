/** Chromium, started once for the web tests of a process. */
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { buildWhenStale, WEB_PAGES } from '../../../infrastructure/machine/setup/build-when-stale.js';
import { findExecutable } from '../../../infrastructure/platform/executables.js';
import { packageRoot } from '../../../infrastructure/platform/package-root.js';
import { LONG } from '../long-form.js';

export interface OpenedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What went wrong in the page: uncaught errors, console errors, violations of the Content-Security-Policy. */
  readonly complaints: ReadonlyArray<string>;
}

export interface WebBrowser {
  /** A page in a profile of its own, in English unless told, that may load from the base address only. */
  readonly open: (baseUrl: string, locale?: string) => Promise<OpenedPage>;
  /** Closes all pages, with their profiles. */
  readonly closePages: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The first that is installed: without its windows, Chromium takes less processor time for a page. */
const PROGRAMS = ['chromium-headless-shell', 'chromium'];

/** Other tests keep the processors busy meanwhile. */
const LONGEST_WAIT_MS = 60_000;

/** Builds the web pages if needed, and starts the browser. @param mayRecord whether pages may use microphone and camera */
export const startBrowser = async (mayRecord = true): Promise<WebBrowser> => {
  buildWhenStale(packageRoot, WEB_PAGES);
  const executablePath = PROGRAMS.map((name) => findExecutable(name)).find((found) => found !== undefined);
  if (executablePath === undefined) throw new Error('Chromium is missing; run npm run setup');
  const browser: Browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--no-proxy-server',
      // A microphone that beeps, a camera and a screen.
      '--use-fake-device-for-media-stream',
      `--use-fake-ui-for-media-stream${mayRecord ? '' : '=deny'}`,
    ],
  });
  return {
    open: async (baseUrl, locale = 'en-US') => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale });
      context.setDefaultTimeout(LONGEST_WAIT_MS);
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
      for (const context of browser.contexts()) await context.close();
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
