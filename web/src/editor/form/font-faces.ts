import { useQuery } from '@tanstack/react-query';
import { bodyOf } from '../../../../clients/typescript/core/connection.js';
import { AS_BYTES } from '../playback/use-compositor.js';
import { useAccess, useShared } from '../shared.js';

/** A font that the video adds, with the address of its file. */
export interface OwnFont {
  readonly family: string;
  readonly source: string;
}

/** The Latin letters of the families of the service. The browser loads them when it shows them. */
const FILES = import.meta.glob<string>(
  [
    '../../../../node_modules/@fontsource-variable/*/files/*-latin-wght-{normal,italic}.woff2',
    '../../../../node_modules/@fontsource/*/files/*-latin-{400,700}-{normal,italic}.woff2',
    '../../../../node_modules/@expo-google-fonts/montserrat/{400Regular,700Bold}/*.ttf',
  ],
  { query: '?url', import: 'default', eager: true },
);

const keyOf = (family: string): string => family.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The name of a font face in this page. It differs from the family name, because the page uses some of these fonts. */
const nameOf = (of: string): string => `Face of ${of}`;

for (const [path, url] of Object.entries(FILES)) {
  const [, folder = ''] = /node_modules\/@[^/]+\/([^/]+)\//.exec(path) ?? [];
  const [weight = '100 900'] = /[47]00/.exec(path) ?? [];
  const style = path.includes('italic') ? 'italic' : 'normal';
  document.fonts.add(new FontFace(nameOf(keyOf(folder)), `url(${url})`, { weight, style }));
}

/** The `font-family` that shows families, separated by commas, as the service does: unknown ones as Arial. */
export const facesOf = (families: string): string =>
  [...families.split(',').flatMap((family) => [nameOf(keyOf(family)), family.trim()]), 'Arial', 'sans-serif']
    .map((name) => (name === 'sans-serif' ? name : JSON.stringify(name)))
    .join();

/** Loads a font of the media library. This page does not read fonts from other addresses. */
const loadOwn = async (name: string, bytes: Promise<ArrayBuffer>): Promise<string> => {
  document.fonts.add(await new FontFace(name, await bytes).load());
  return name;
};

/** The `font-family` that shows the name of a family in its own face; undefined until it is loaded. */
export const useFace = (family: string, own: OwnFont | undefined, isWanted: boolean): string | undefined => {
  const { client } = useAccess();
  const [, id] = /^asset:(.+)$/.exec(own?.source ?? '') ?? [];
  const { data } = useQuery({
    queryKey: ['font face', own?.source],
    enabled: isWanted && id !== undefined,
    staleTime: Infinity, // it never changes
    queryFn: () =>
      loadOwn(
        nameOf(own?.source ?? ''),
        bodyOf<ArrayBuffer>(
          client.api.GET('/v1/assets/{id}/content', {
            params: { path: { id: id ?? '' } },
            ...AS_BYTES,
          }),
        ),
      ),
  });
  if (!isWanted) return undefined;
  return own ? data : nameOf(keyOf(family));
};

/** The `font-family` that shows families on the stage, also those that the video adds. */
export const useFamily = (families: string): string => {
  const { document } = useShared();
  const [family = ''] = families.split(',');
  const own = document.metadata.fonts?.find((font) => font.family.toLowerCase() === family.toLowerCase());
  const face = useFace(family, own, own !== undefined);
  return face === undefined ? facesOf(families) : JSON.stringify(face);
};
