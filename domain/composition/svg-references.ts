// References in an SVG document. They are only found to report those that drawing would ignore: documents are drawn without
// access to files or the network. Every search is linear in the length of the document.
// Parsers of XML take seconds for hostile documents of the permitted length: htmlparser2 12 and @xmldom/xmldom 0.9 for
// tags that are never closed, saxes 6 for the errors that it reports.

interface Reference {
  /** Its origin, for error messages, such as `the href of <image>`. */
  readonly by: string;
  readonly target: string;
}

interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyArray<readonly [name: string, value: string]>;
  /** The index after it. */
  readonly end: number;
}

/** The index after the next `text`, or the end of the document. */
const indexAfter = (svg: string, text: string, from: number): number => {
  const found = svg.indexOf(text, from);
  return found < 0 ? svg.length : found + text.length;
};

/** The name of the attribute before the `=` at the end of a part of a tag. */
const nameBefore = (part: string): string => {
  const written = part.trimEnd();
  if (!written.endsWith('=')) return '';
  return written.slice(0, -1).trimEnd().split(/[\s/]/).at(-1) ?? '';
};

/** Reads a start tag, or the instruction or declaration that begins at `from`. */
const readTag = (svg: string, from: number): Tag => {
  const attributes: (readonly [string, string])[] = [];
  const name = /[^\s/>]*/y;
  name.lastIndex = from + 1;
  const own = name.exec(svg)?.[0] ?? '';
  const mark = /[>"']/g;
  let at = name.lastIndex;
  for (;;) {
    mark.lastIndex = at;
    const found = mark.exec(svg);
    if (!found) return { name: own, attributes, end: svg.length };
    if (found[0] === '>') return { name: own, attributes, end: found.index + 1 };
    const end = indexAfter(svg, found[0], found.index + 1);
    attributes.push([nameBefore(svg.slice(at, found.index)), svg.slice(found.index + 1, end - 1)]);
    at = end;
  }
};

const localName = (name: string): string => name.replace(/^.*:/, '');

/** The references in CSS. Names of namespaces are addresses, but refer to nothing. */
function* referencesInCss(css: string, by: string): Generator<Reference> {
  const own = css.replaceAll(/@namespace[^;@]*/gi, '');
  for (const [, double, single, plain] of own.matchAll(/\burl\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]*))/gi))
    yield { by, target: double ?? single ?? plain ?? '' };
  for (const [, double, single] of own.matchAll(/@import\s+(?:"([^"]*)"|'([^']*)')/gi))
    yield { by, target: double ?? single ?? '' };
}

/** Elements whose references are links: they draw nothing. */
const LINKS: ReadonlySet<string> = new Set(['a']);

function* referencesOf({ name, attributes }: Tag): Generator<Reference> {
  const element = localName(name);
  for (const [attribute, value] of attributes) {
    const isReference = ['href', 'src'].includes(localName(attribute)) && !LINKS.has(element);
    if (isReference) yield { by: `the ${localName(attribute)} of <${element}>`, target: value };
    else yield* referencesInCss(value, `the ${localName(attribute)} of <${element}>`);
  }
}

const withoutComments = (css: string): string =>
  css
    .split('/*')
    .map((part, index) => (index === 0 ? part : part.slice(indexAfter(part, '*/', 0))))
    .join('');

const EXTERNAL_ENTITY = /^<!ENTITY\s+(?:%\s+)?[^\s%]+\s+(?:SYSTEM|PUBLIC)\s/;

function* references(svg: string): Generator<Reference> {
  let at = svg.indexOf('<');
  while (at >= 0) {
    let end: number;
    if (svg.startsWith('<!--', at)) end = indexAfter(svg, '-->', at + 4);
    else if (svg.startsWith('<![CDATA[', at)) end = indexAfter(svg, ']]>', at);
    else if (svg.startsWith('</', at)) end = indexAfter(svg, '>', at);
    // Its own identifiers are not references, but its declarations may have some.
    else if (svg.startsWith('<!DOCTYPE', at)) end = at + '<!DOCTYPE'.length;
    else {
      const tag = readTag(svg, at);
      end = tag.end;
      if (tag.name === '!ENTITY' && EXTERNAL_ENTITY.test(svg.slice(at, end)))
        yield { by: 'an entity', target: tag.attributes.at(-1)?.[1] ?? '' };
      else if (tag.name === '?xml-stylesheet') yield* referencesOf({ ...tag, name: 'xml-stylesheet' });
      else if (!/^[!?]/.test(tag.name)) yield* referencesOf(tag);
      if (localName(tag.name) === 'style' && svg[end - 2] !== '/') {
        const close = indexAfter(svg, `</${tag.name}`, end);
        yield* referencesInCss(withoutComments(svg.slice(end, close)), 'a <style>');
        end = close;
      }
    }
    at = svg.indexOf('<', end);
  }
}

const isExternal = ({ target }: Reference): boolean => !/^\s*(?:#|data:|&|$)/i.test(target);

/** The origin of the first reference to something outside an SVG document, for an error; undefined if there is none. */
export const externalReference = (svg: string): string | undefined => {
  for (const reference of references(svg)) if (isExternal(reference)) return reference.by.slice(0, 100);
  return undefined;
};
