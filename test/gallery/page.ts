import { format, resolveConfig } from 'prettier';
import { METADATA } from './example.js';
import { EXAMPLES } from './examples.js';

/** Where pictures lie, from the root of the repository. */
export const FOLDER = 'docs/gallery';
export const PAGE = 'docs/gallery.md';

/** The gallery page. */
export const pageOf = async (endings: ReadonlyMap<string, string>): Promise<string> => {
  const sections = [...new Set(EXAMPLES.map(({ section }) => section))];
  const parts = sections.map((section) => {
    const examples = EXAMPLES.filter((example) => example.section === section).map(
      ({ name, title, clips, metadata }) => {
        const json = JSON.stringify(metadata === undefined ? { clips } : { metadata, clips });
        return `### ${title}\n\n![${name}](gallery/${name}.${endings.get(name)})\n\n\`\`\`json\n${json}\n\`\`\`\n`;
      },
    );
    return `## ${section}\n\n${examples.join('\n')}`;
  });
  const { width, height } = METADATA.canvas;
  const text = `# Gallery

What the composition format can show, one feature at a time. Each picture is made from the JSON below it, in a video of
${METADATA.duration} ms and ${width} × ${height} px. For sound, the picture shows the waveform that is heard, left above right. [composition.md](composition.md) explains the fields. \`npm run gallery\` makes this page and its
pictures from the examples in \`test/gallery\`; a test draws them again and compares.

${parts.join('\n')}`;
  return format(text, { ...(await resolveConfig(PAGE)), parser: 'markdown' });
};
