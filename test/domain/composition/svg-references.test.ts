import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { decode } from '../../../domain/codec/codec.js';
import { CreateVideoBody } from '../../../domain/composition/requests.js';
import { externalReference } from '../../../domain/composition/svg-references.js';

const PNG = 'data:image/png;base64,iVBORw0KGgo=';
const XMLNS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const ORIGINS: Readonly<Record<string, string>> = {
  '<style>': 'a <style>',
  '<g style="': 'the style of <g>',
};
const svgOf = (content: string): string => `<svg ${XMLNS}>${content}</svg>`;

describe('References in inline SVG', () => {
  it('may refer to the document itself and to its content', () => {
    for (const content of [
      `<image href="${PNG}"/>`,
      `<image xlink:href='${PNG}'/>`,
      '<use href="#a"/><use xlink:href = "#a"/>',
      '<rect fill="url(#a)" style="filter:url(\'#b\')"/>',
      '<a href="https://example.com/"><text>link</text></a>',
      '<text>see href="https://example.com/a.png" and url(https://example.com/)</text>',
      '<!-- <image href="https://example.com/a.png"/> -->',
      '<desc><![CDATA[<image href="https://example.com/a.png"/>]]></desc>',
      '<style>/* url(https://example.com/) */ @namespace url(http://www.w3.org/2000/svg); a{fill:url(#b)}</style>',
      `<style><![CDATA[@font-face{src:url(${PNG})}]]></style>`,
      '<image href=""/><style/>',
      '<metadata><cc:license rdf:resource="http://example.com/"/></metadata>',
    ])
      expect(externalReference(svgOf(content)), content).to.equal(undefined);
    const declared =
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [<!ENTITY ns "http://www.w3.org/2000/svg"><!ENTITY a "PUBLIC x">]>';
    expect(externalReference(`<?xml version="1.0"?>${declared}${svgOf('')}`)).to.equal(undefined);
  });

  it('are reported if they are external, however they are written', () => {
    for (const [content, by] of [
      ['<image href="https://example.com/a.png"/>', 'the href of <image>'],
      ["<image\n  xlink:href = '//example.com/a.png'/>", 'the href of <image>'],
      ['<svg:image xlink:href="a.png"/>', 'the href of <image>'],
      ['<image href="file:///etc/passwd"/>', 'the href of <image>'],
      ['<desc>a > b</desc><use href="other.svg#a"/>', 'the href of <use>'],
      ['<feImage title=">" href="https://example.com/a.png"/>', 'the href of <feImage>'],
      ['<rect fill="url( \'https://example.com/a.svg#b\' )"/>', 'the fill of <rect>'],
      ['<g style="mask:url(https://example.com/a.svg#b)"/>', 'the style of <g>'],
      ['<style>/**/@import "https://example.com/a.css";</style>', 'a <style>'],
      ['<style type="text/css"><![CDATA[@import url(a.css);]]></style>', 'a <style>'],
      ['<style>@font-face{src:url("https://example.com/a.woff2")}</style>', 'a <style>'],
      ['<foreignObject><img src="https://example.com/a.png"/></foreignObject>', 'the src of <img>'],
    ] as const)
      expect(externalReference(svgOf(content)), content).to.equal(by);
    for (const [prolog, by] of [
      ['<?xml-stylesheet href="a.css"?>', 'the href of <xml-stylesheet>'],
      ['<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY x SYSTEM "file:///etc/passwd">]>', 'an entity'],
      ['<!DOCTYPE svg [<!ENTITY % x PUBLIC "a" "https://example.com/a.dtd">]>', 'an entity'],
    ] as const)
      expect(externalReference(`${prolog}${svgOf('')}`), prolog).to.equal(by);
  });

  it('are refused in a clip, with advice', () => {
    const problems = (svg: string) => {
      const clips = [{ type: 'image', svg, timeFrame: { end: 1000 } }];
      const decoded = decode(CreateVideoBody, { metadata: { name: 'a', duration: 1000 }, clips });
      return E.isLeft(decoded) ? decoded.left : [];
    };
    expect(problems(svgOf(`<image href="${PNG}"/>`))).to.deep.equal([]);
    expect(problems(svgOf('<image href="https://example.com/a.png"/>'))).to.deep.equal([
      'clips[0].svg must not refer to anything outside the document, as the href of <image> does: embed pictures as data: URIs, and use the font families of GET /v1/fonts',
    ]);
  });

  it('are found in linear time in documents of any form', () => {
    const parts = [
      '<',
      '<!--',
      '<a ',
      '"',
      '<a "',
      '<a b=',
      ' ',
      'a',
      '<style>',
      'url(',
      '<!ENTITY % ',
      '/*',
    ];
    for (const before of ['', '<style>', '<g style="'])
      for (const part of [...parts, '@namespace', '@import ', '<![CDATA['])
        expect(
          externalReference(`<svg>${before}${part.repeat(Math.floor(262_000 / part.length))}`),
          `${before} ${part}`,
        ).to.equal(part === 'url(' && before !== '' ? ORIGINS[before] : undefined);
  });
});
