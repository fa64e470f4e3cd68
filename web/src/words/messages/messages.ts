import { language } from '../words.js';

// What the service says comes in English. The languages of the pages have a file with their words for it, by the English
// ones; `{1}` and so on stand for what changes.

type Messages = Readonly<Record<string, string>>;

const FILES: Readonly<Record<string, () => Promise<{ readonly default: Messages }>>> = {
  de: () => import('./de.json', { with: { type: 'json' } }),
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A message begins with the path of the field that it is about, if it is about one. */
const WITH_PATH = /^([\w.[\]-]+:?) (.+)$/s;

/** A longer message holds what somebody typed: matching it could take long. */
const LONGEST = 1000;

/** Translates messages of the service into a language; messages without a translation stay in English. */
export const translator = (messages: Messages): ((message: string) => string) => {
  // The most words first: `must be greater than {1}` also fits what says more.
  const templates = Object.keys(messages)
    .filter((english) => english.includes('{'))
    .toSorted((a, b) => b.length - a.length)
    .map((english) => ({
      pattern: new RegExp(
        `^${english
          .split(/\{\d\}/)
          .map(escaped)
          .join('(.+)')}$`,
        's',
      ),
      words: messages[english] ?? '',
    }));
  const whole = (message: string): string | undefined => {
    const words = messages[message];
    if (words !== undefined) return words;
    for (const { pattern, words: template } of templates) {
      const [, ...values] = pattern.exec(message) ?? [];
      if (values.length > 0)
        return template.replaceAll(/\{(\d)\}/g, (_, place: string) => said(values[Number(place) - 1] ?? ''));
    }
    return undefined;
  };
  const said = (message: string): string => {
    if (message.length > LONGEST) return message;
    const [, path, rest = ''] = WITH_PATH.exec(message) ?? [];
    const ofField = path === undefined ? undefined : whole(rest);
    return whole(message) ?? (ofField === undefined ? message : `${path} ${ofField}`);
  };
  return said;
};

/** A message of the service, in the language of the page. */
export const inLanguage = translator((await FILES[language]?.())?.default ?? {});

/** The response of the service, an error in the language of the page. */
export const inWords = async (response: Response): Promise<Response> => {
  if (response.status < 400 || !FILES[language]) return response;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (typeof body !== 'object' || body === null || !('message' in body) || !Array.isArray(body.message))
    return response;
  const message = body.message.map((line) => inLanguage(String(line)));
  const { status, statusText, headers } = response;
  return new Response(JSON.stringify({ ...body, message }), { status, statusText, headers });
};
