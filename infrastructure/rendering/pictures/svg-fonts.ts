import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackedFonts } from '../../platform/executables.js';
import { familyKey, type FontFile, montserratFolder } from '../text/fonts/font-files.js';
import { shippedFaces, shippedFamilies } from '../text/fonts/shipped-fonts.js';
import { fromWoff2 } from '../text/fonts/woff2.js';

let prepared = false;

/**
 * Lets the texts of an SVG picture use the families of the service, before the first such text is drawn. librsvg finds
 * fonts by fontconfig, which reads its configuration once in a process and cannot read WOFF2: so all families are
 * written to a temporary folder, after those of the system.
 * @param svg the file; without texts, nothing is done
 */
export const prepareSvgFonts = (svg: Buffer): void => {
  if (prepared || !(svg.includes('<text') || svg.includes(':text'))) return;
  prepared = true;
  const folder = mkdtempSync(join(tmpdir(), 'svg-fonts-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const fonts = join(folder, 'fonts');
  mkdirSync(fonts);
  const names = shippedFiles().map(({ family, path, weights }, index) => {
    const file = join(fonts, `${index}.ttf`);
    writeFileSync(file, fromWoff2(readFileSync(path)));
    // In static fonts, families are named for their weight: Poppins Thin.
    return weights[0] === weights[1] ? familyOf(file, family) : '';
  });
  const configuration = join(folder, 'fonts.conf');
  writeFileSync(
    configuration,
    configurationWith([fonts, montserratFolder(), unpackedFonts], join(folder, 'cache'), names),
  );
  process.env['FONTCONFIG_FILE'] = configuration;
};

/** All font files of the shipped families except Montserrat, with the names of their families. */
const shippedFiles = (): ReadonlyArray<FontFile> =>
  shippedFamilies().flatMap(({ family }) =>
    shippedFaces(familyKey(family))
      .flatMap((face) => [face, ...(face.further ?? [])])
      .map((file) => ({ ...file, family })),
  );

/** A rule of fontconfig that gives a file its family. CDATA holds any path. */
const familyOf = (file: string, family: string): string =>
  `<match target="scan"><test name="file"><string><![CDATA[${file}]]></string></test>` +
  `<edit name="family" mode="assign"><string>${family}</string></edit></match>`;

/** The configuration of the system, then our folders. */
const configurationWith = (
  folders: ReadonlyArray<string>,
  cache: string,
  rules: ReadonlyArray<string>,
): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<cachedir><![CDATA[${cache}]]></cachedir>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
${folders.map((folder) => `<dir><![CDATA[${folder}]]></dir>`).join('\n')}
${rules.join('')}
</fontconfig>
`;
