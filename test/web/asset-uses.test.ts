import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { familyOf, withAsset } from '../../web/src/editor/media/asset-uses.js';
import type { Asset } from '../../clients/typescript/core/types.js';
import type { Document } from '../../web/src/editor/document.js';
import { placesOf } from '../../web/src/editor/places.js';
import { rightOf } from '../support/right-of.js';

const style = { fontSize: 20, color: '#ffffff' };
const timeFrame = { start: 0, end: 2000 };
const text = { id: 'text', type: 'text', timeFrame, textProperties: { content: 'a', ...style } };
const captions = {
  id: 'caption',
  type: 'caption',
  timeFrame,
  captionProperties: {
    words: [{ word: 'a', start: 0, end: 500 }],
    highlightTextProperties: style,
    nonHighlightTextProperties: style,
  },
};
const sound = { id: 'sound', type: 'audio', source: 'https://media.example.org/a.mp3', timeFrame };
const document = {
  metadata: { name: 'a', duration: 4000 },
  clips: [text, captions, sound],
} as unknown as Document;
const places = rightOf(placesOf(document));

const ID = '01a22075-9337-7257-b216-c150d39cd2e4';
const asset = (kind: string, name: string): Asset =>
  ({ _id: ID, kind, name, status: 'ready' }) as unknown as Asset;

const used = (of: Asset, selected?: string, content = '', on = document) =>
  withAsset(on, of, { start: 500, places, selected, text: content });
const clipAfter = (after: Document, id: string) => after.clips.find((clip) => clip.id === id);

describe('editor: files of the media library', () => {
  it('name the family of a font without the style of its face', () => {
    for (const [name, family] of [
      ['AcmeSans-BoldItalic.ttf', 'AcmeSans'],
      ['Acme_Sans-Regular.otf', 'Acme Sans'],
      ['Acme Sans ExtraLight.woff2', 'Acme Sans'],
      ['AcmeSans[wght].ttf', 'AcmeSans'],
      ['AcmeSans-VariableFont_wght.ttf', 'AcmeSans'],
      ['Bold.ttf', 'Bold'],
      ['Acme, "House".ttf', 'Acme House'],
    ] as const)
      expect(familyOf({ name }), name).to.equal(family);
  });

  it('are fonts of the video, and of the selected text or captions', () => {
    const font = asset('font', 'Acme-Bold.ttf');
    const alone = rightOf(used(font));
    const fonts = [{ family: 'Acme', source: `asset:${ID}` }];
    expect(alone.document.metadata.fonts).to.deep.equal(fonts);
    expect(alone.message).to.match(/Acme/);
    for (const selected of ['text', 'caption']) {
      const { document: after, message } = rightOf(used(font, selected, '', alone.document));
      expect(after.metadata.fonts).to.deep.equal(fonts);
      expect(message).to.equal(undefined);
      expect(JSON.stringify(clipAfter(after, selected)).match(/"fontFamily":"Acme"/g)).to.have.length(
        selected === 'text' ? 1 : 2,
      );
      expect(rightOf(placesOf(after)).clips).to.have.length(3);
    }
    expect(rightOf(used(font, 'sound')).message).to.match(/Acme/);
  });

  it('change the colours of the selected clip, after its other filters', () => {
    const first = rightOf(used(asset('lut', 'warm.cube'), 'text')).document;
    const { document: after } = rightOf(used(asset('lut', 'warm.cube'), 'text', '', first));
    const filter = { type: 'lut', source: `asset:${ID}` };
    expect(clipAfter(after, 'text')?.effects).to.deep.equal({ filters: [filter, filter] });
    for (const selected of [undefined, 'sound']) {
      const outcome = used(asset('lut', 'warm.cube'), selected);
      expect(E.isLeft(outcome) && outcome.left).to.match(/Select the clip/);
    }
  });

  it('are captions of the whole video', () => {
    const srt = '1\n00:00:00,500 --> 00:00:02,000\nHello there\n';
    const { document: after, id = '' } = rightOf(used(asset('subtitles', 'talk.srt'), 'text', srt));
    expect(clipAfter(after, id)).to.include({ type: 'caption', name: 'talk.srt' });
    expect(clipAfter(after, id)?.timeFrame).to.include({ start: 0, end: 4000 });
    // Lines are as wide as their box: narrower ones would run off the picture.
    expect(clipAfter(after, id)).to.have.nested.property(
      'captionProperties.maxWidth',
      clipAfter(after, id)?.size?.width,
    );
    expect(E.isRight(placesOf(after))).to.equal(true);
    const broken = used(asset('subtitles', 'talk.srt'), 'text', '--> nothing');
    expect(E.isLeft(broken) && broken.left).to.match(/cannot be read/);
  });
});
