import type { JsonObject } from '../reading/json-object.js';
import type { Reader } from '../reading/reader.js';

/** Names as the API has them, in JSON: `"fillColor":` becomes `"fill_color":`. */
const inSnakeCase = (json: string): string =>
  json.replaceAll(/"\w+":/g, (name) =>
    name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );

/**
 * The script with the names of the API, because users print it as their programs have it, and without lengths in `vmax`. If
 * the sides of the canvas are not known, it is assumed to be a landscape.
 */
export const spelled = (script: Reader): Reader => {
  const isCamelCase = ['outputFormat', 'frameRate', 'fillColor', 'snapshotTime'].some((name) =>
    script.has(name),
  );
  const [width, height] = ['width', 'height'].map((side) => Number(script.peek(side)));
  const larger = Number(height) > Number(width) ? 'vh' : 'vw';
  return script.replaced((value) => {
    const given = JSON.stringify(value);
    const json = given.replaceAll(/(?<=[:,[])"([-\d.]{1,20} ?)vmax"/g, `"$1${larger}"`);
    if (json !== given && !(width && height))
      script.differs('width', 'is not stated: lengths in vmax are in proportion to it, as in a wide picture');
    return JSON.parse(isCamelCase ? inSnakeCase(json) : json) as JsonObject;
  });
};
