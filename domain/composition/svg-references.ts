// What an SVG document refers to. This only lets errors name references that drawing would leave out: documents are
// drawn without access to files or the network. Every search is linear in the length of the document.
// Parsers of XML take seconds for hostile documents of the permitted length: htmlparser2 12 and @xmldom/xmldom 0.9 for
// tags that are never closed, saxes 6 for the errors that it reports.

/** What may refer to something, and the reference. */
interface Reference {
  /** For error messages, such as `the href of <image>`. */
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
const after = (svg: string, text: string, from: number): number => {
  const found = svg.indexOf(text, from);
  return found < 0 ? svg.length : found + text.length;
};

/** The name before the `=` at the end of a part of a tag. */
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
    const end = after(svg, found[0], found.index + 1);
    attributes.push([nameBefore(svg.slice(at, found.index)), svg.slice(found.index + 1, end - 1)]);
    at = end;
  }
};

const local = (name: string): string => name.replace(/^.*:/, '');

/** The references in CSS. The names of namespaces are addresses, but nothing is there. */
function* referencesInCss(css: string, by: string): Generator<Reference> {
  const own = css.replaceAll(/@namespace[^;@]*/gi, '');
  for (const [, double, single, plain] of own.matchAll(/\burl\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]*))/gi))
    yield { by, target: double ?? single ?? plain ?? '' };
  for (const [, double, single] of own.matchAll(/@import\s+(?:"([^"]*)"|'([^']*)')/gi))
    yield { by, target: double ?? single ?? '' };
}

/** Elements whose references lead elsewhere, but show nothing. */
const LINKS: ReadonlySet<string> = new Set(['a']);

function* referencesOf({ name, attributes }: Tag): Generator<Reference> {
  const element = local(name);
  for (const [attribute, value] of attributes) {
    const isReference = ['href', 'src'].includes(local(attribute)) && !LINKS.has(element);
    if (isReference) yield { by: `the ${local(attribute)} of <${element}>`, target: value };
    else yield* referencesInCss(value, `the ${local(attribute)} of <${element}>`);
  }
}

const withoutComments = (css: string): string =>
  css
    .split('/*')
    .map((part, index) => (index === 0 ? part : part.slice(after(part, '*/', 0))))
    .join('');

/** The declaration of an entity whose text is elsewhere. */
const FROM_OUTSIDE = /^<!ENTITY\s+(?:%\s+)?[^\s%]+\s+(?:SYSTEM|PUBLIC)\s/;

function* references(svg: string): Generator<Reference> {
  let at = svg.indexOf('<');
  while (at >= 0) {
    let end: number;
    if (svg.startsWith('<!--', at)) end = after(svg, '-->', at + 4);
    else if (svg.startsWith('<![CDATA[', at)) end = after(svg, ']]>', at);
    else if (svg.startsWith('</', at)) end = after(svg, '>', at);
    // Its own identifiers are not followed, but what it declares may be.
    else if (svg.startsWith('<!DOCTYPE', at)) end = at + '<!DOCTYPE'.length;
    else {
      const tag = readTag(svg, at);
      end = tag.end;
      if (tag.name === '!ENTITY' && FROM_OUTSIDE.test(svg.slice(at, end)))
        yield { by: 'an entity', target: tag.attributes.at(-1)?.[1] ?? '' };
      else if (tag.name === '?xml-stylesheet') yield* referencesOf({ ...tag, name: 'xml-stylesheet' });
      else if (!/^[!?]/.test(tag.name)) yield* referencesOf(tag);
      if (local(tag.name) === 'style' && svg[end - 2] !== '/') {
        const close = after(svg, `</${tag.name}`, end);
        yield* referencesInCss(withoutComments(svg.slice(end, close)), 'a <style>');
        end = close;
      }
    }
    at = svg.indexOf('<', end);
  }
}

const leadsOut = ({ target }: Reference): boolean => !/^\s*(?:#|data:|&|$)/i.test(target);

/** What in an SVG document refers to something outside it, in words for an error; undefined if nothing does. */
export const outsideReference = (svg: string): string | undefined => {
  for (const reference of references(svg)) if (leadsOut(reference)) return reference.by.slice(0, 100);
  return undefined;
};
