import { isRecord } from '../../../domain/codec/json.js';
import { type JsonObject, present } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';
import { secondsIn } from '../reading/times.js';

/** Names as the API has them, in JSON: `"fillColor":` becomes `"fill_color":`. */
const inSnakeCase = (json: string): string =>
  json.replaceAll(/"\w+":/g, (name) =>
    name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );

/** A text whose keyframes are its words at a time, such as subtitles: a composition of a text for each of them. */
export const withTexts = (element: Reader): Reader =>
  element.isList('text')
    ? element.replaced(({ text, time, duration, track, z_index, id, name, ...own }) => {
        const points = (text as ReadonlyArray<unknown>).filter(isRecord);
        const elements = points.map((point, index): JsonObject => {
          const [from, until] = [point, points[index + 1]].map((one) => secondsIn(one?.['time']));
          const lasts = from === undefined || until === undefined ? undefined : until - from;
          return { ...own, text: point['value'], time: point['time'], duration: lasts };
        });
        const shown = elements.filter((one) => one['text'] !== '');
        return present({ type: 'composition', time, duration, track, z_index, id, name, elements: shown });
      })
    : element;

/** The script with the names of the API, because users print it as their programs have it. */
export const spelled = (script: Reader): Reader =>
  ['outputFormat', 'frameRate', 'fillColor', 'snapshotTime'].some((name) => script.has(name))
    ? script.replaced((value) => JSON.parse(inSnakeCase(JSON.stringify(value))) as JsonObject)
    : script;
