import { expect } from 'chai';
import { A, imported, PHOTO, videoOf } from '../../support/api/imported-projects.js';

const edit = (asset: object, timeline: object = {}) => ({
  timeline: { ...timeline, tracks: [{ clips: [{ asset, start: 0, length: 2 }] }] },
  output: { resolution: 'hd' },
});
const movie = (...elements: ReadonlyArray<object>) => ({
  resolution: 'full-hd',
  scenes: [{ duration: 2, elements }],
});
const components = (card: object, text = 'Hi', size: object = { width: 800, height: 600 }) =>
  movie({ type: 'component', component: 'basic/000', ...size, settings: { card, headline: { text } } });

describe('Imported texts', () => {
  it('have all files of their family, or the one of the weight that they name', async () => {
    const fonts = ['barlow-extralight', 'Barlow-Regular', 'Inter-Bold'].map((name) => ({
      src: `https://a.example/${name}.ttf`,
    }));
    const filesOf = async (...families: ReadonlyArray<string>) => {
      const spans = families.map((family) => `<p style="font-family: ${family}">Hi</p>`).join('');
      const { metadata } = await videoOf('shotstack', edit({ type: 'html', html: spans }, { fonts }));
      return metadata.fonts.map(({ family, source }: Record<string, string>) => [family, source?.slice(18)]);
    };
    const light = ['Barlow ExtraLight', 'barlow-extralight.ttf'];
    const all = [
      ['Barlow', 'barlow-extralight.ttf'],
      ['Barlow', 'Barlow-Regular.ttf'],
    ];
    expect(await filesOf('Barlow', 'Barlow')).to.deep.equal(all);
    expect(await filesOf('Barlow ExtraLight', 'Barlow')).to.deep.equal([light, ...all]);
    expect(await filesOf('Barlow', 'Barlow ExtraLight')).to.deep.equal([...all, light]);
  });

  it('are drawn with the only file whose name says nothing, in the colour of their placeholder', async () => {
    const src = 'https://a.example/0f/source.ttf';
    const background = { color: '{{ TONE }}', opacity: 0.5 };
    const project = {
      ...edit({ type: 'text', text: 'Hi', font: { family: 'House 9pt' }, background }, { fonts: [{ src }] }),
      merge: [{ find: 'TONE', replace: '#112233' }],
    };
    const { metadata, clips, paths } = await videoOf('shotstack', project);
    expect(metadata.fonts).to.deep.equal([{ source: src, family: 'House 9pt' }]);
    expect(clips[0].textProperties.backgroundColor).to.equal('#11223380');
    expect(paths).to.deep.equal(['timeline.tracks[0].clips[0].asset.background.color']);
  });

  it('of Creatomate are in its font where it has none of the name, and weights of Shotstack that are none are usual', async () => {
    for (const [font_family, fontFamily] of [
      ['Helvetica', 'Aileron'],
      ['Arial, sans-serif', 'Aileron'],
      ['Lato', 'Lato'],
      ['Calibri', 'Carlito'],
    ]) {
      const elements = [{ type: 'text', text: 'A', duration: 2, font_size: 20, font_family }];
      const { clips, paths } = await videoOf('creatomate', { width: 100, height: 100, elements });
      expect([clips[0].textProperties.fontFamily, paths]).to.deep.equal([fontFamily, []]);
    }
    for (const [weight, fontWeight] of [
      [1200, 400],
      [0, 400],
      [600, 600],
    ]) {
      const font = { family: 'Inter', weight };
      const { clips, paths } = await videoOf('shotstack', edit({ type: 'rich-text', text: 'Hi', font }));
      expect([clips[0].textProperties.fontWeight, paths]).to.deep.equal([fontWeight, []]);
    }
  });

  it('have the weight that a word names, and families of equal widths or of another optical size', async () => {
    const drawn = async (font: object) => {
      const { clips, paths } = await videoOf('shotstack', edit({ type: 'text', text: 'Hi', font }));
      expect(paths).to.deep.equal([]);
      return clips[0].textProperties;
    };
    expect(await drawn({ family: 'DM Sans 9pt', weight: 'bold' })).to.include({
      fontFamily: 'DM Sans',
      fontWeight: 700,
    });
    expect(await drawn({ family: 'Arimo', weight: '300' })).to.include({
      fontFamily: 'Arial',
      fontWeight: 300,
    });
    expect(await drawn({ family: 'FreeSerif' })).to.include({ fontFamily: 'Times New Roman' });
  });

  it('lie with their background at the side of the box where their component has them', async () => {
    const card = { 'vertical-align': 'bottom', margin: '20px', background: '#123456' };
    const { clips } = await videoOf('json2video', components(card));
    const [group] = clips[0].clips.slice(1);
    expect(group.transition.in).to.deep.equal({ type: 'fade', duration: 500 });
    expect(group.size).to.deep.equal({ width: 800, height: 600 });
    const [back, headline] = group.clips;
    expect(back).to.deep.include({ size: { width: 760, height: 88 } });
    expect(back.position).to.include({ anchor: 'topLeft', x: 20, y: 600 - 20 - 88 });
    expect(headline.timeFrame).to.deep.equal({ start: 500, end: 'video' });
    expect(headline.transition.in).to.include({ type: 'slide', direction: 'up', duration: 500 });
  });

  it('of JSON2Video are between lines that grow, where their style has them', async () => {
    const text = { type: 'text', style: '008', text: 'Hi', settings: { color: 'red' } };
    const { clips } = await videoOf('json2video', movie(text));
    const [letters, ...lines] = clips[0].clips[1].clips;
    expect(letters.textProperties.animation).to.include({ type: 'scale', unit: 'letter' });
    expect(lines).to.have.length(2);
    for (const { transition, clips: drawn } of lines) {
      expect(transition.in).to.include({ type: 'wipe', direction: 'right', duration: 2000 });
      expect(drawn[0].shapeProperties.fill).to.equal('#FF0000');
    }
  });

  it('wrap at the width of their style, and have the usual size where it is automatic', async () => {
    const visual = { type: 'TEXT', text: 'Rise above the noise', style: { width: '500px' } };
    expect((await videoOf('zvid', { visuals: [visual] })).clips[0].size.width).to.equal(500);
    const settings = { headline: { text: 'Hi', 'font-size': 'auto' } };
    const text = { type: 'component', component: 'advanced/001', settings };
    const sized = await videoOf('json2video', movie(text));
    expect(sized.clips[0].clips[1].textProperties.fontSize).to.equal(96);
    expect(sized.paths).to.include('scenes[0].elements[0].settings.headline.font-size');
  });

  it('of a counter show its last number in white, and empty ones nothing', async () => {
    const settings = {
      counter: { text: ['$__num__'], from: 400, to: 230, decimals: 1 },
      section: { text: [''] },
    };
    const counter = { type: 'component', component: 'advanced/060', settings };
    const { clips, paths } = await videoOf('json2video', movie(counter));
    const drawn = JSON.stringify(clips);
    expect(drawn).to.include('"$230.0"').and.include('#FFFFFF').and.not.include('__num__');
    expect(drawn).to.not.include('#FF0000');
    expect(paths).to.deep.equal(['scenes[0].elements[0].component']);
  });

  it('of subtitles of Zvid have the style that stands beside them, and words as long as their letters', async () => {
    const subtitle = {
      captions: [{ start: 0, end: 4, text: 'Hello big world' }],
      animation: 'karaoke',
      font: { size: 90, color: '#00FF00', bold: true },
      stroke: { color: '#000000', width: 2 },
      background: { color: '#112233', opacity: 0.5, padding: 8, radius: 6 },
      activeWord: { color: '#FF0000' },
      position: 'bottom',
      margin: { x: 260, y: 48 },
      maxWordsPerLine: 3,
    };
    const { clips, paths } = await videoOf('zvid', { resolution: 'full-hd', duration: 4, subtitle });
    const { captionProperties, position, size } = clips[0];
    const letters = captionProperties.nonHighlightTextProperties;
    expect(paths).to.deep.equal([]);
    expect(position).to.include({ anchor: 'bottom', y: -48 });
    expect(size).to.deep.equal({ width: 1400, height: 'auto' });
    expect(captionProperties.verticalAlign).to.equal('bottom');
    expect(letters).to.include({ fontSize: 90, color: '#00FF00', fontWeight: 700, strokeWidth: 2 });
    const behind = { color: '#11223380', paddingX: 8, paddingY: 8, borderRadius: 6 };
    expect(captionProperties.textBackground).to.deep.equal(behind);
    expect(letters).not.to.have.property('textBackground');
    expect(captionProperties.animation).to.equal('karaoke');
    expect(
      captionProperties.words.map(({ start, end }: Record<string, number>) => [start, end]),
    ).to.deep.equal([
      [0, 1538],
      [1538, 2462],
      [2462, 4000],
    ]);
  });

  it('of JSON2Video follow variables that are named as programs such as n8n name values', async () => {
    const { clips, paths } = await videoOf(
      'json2video',
      movie({ type: 'text', text: '{{ $json.Line }} {{1.Photo[].name}}' }),
    );
    expect(clips[0].clips[1].textProperties.content).to.equal('{{Line}} {{Photo.0.name}}');
    expect(new Set(paths)).to.deep.equal(new Set(['scenes[0].elements[0].text']));
  });

  it('have the markup of components', async () => {
    const { clips } = await videoOf('json2video', components({}, 'Buy <em>now</em>'));
    expect(JSON.stringify(clips)).to.contain('"now"').and.not.to.contain('<em>');
  });

  it('of Creatomate have backgrounds and spacing in proportion to the size that fits their box', async () => {
    const element = { type: 'text', text: 'Amsterdam', width: '50%', height: '10%', letter_spacing: '10%' };
    const background = { background_color: '#000000', background_x_padding: '50%' };
    const script = { width: 1000, height: 1000, elements: [{ ...element, ...background }] };
    const [{ textProperties }] = (await videoOf('creatomate', script)).clips;
    expect(textProperties.fitText).to.deep.equal({ min: 10, max: 1000 });
    expect(textProperties.textBackground.paddingX).to.be.within(35, 44);
    // 1000 % is one em.
    expect(textProperties.letterSpacing).to.be.within(0.7, 0.87);
  });

  it('of Creatomate list a line height without a percent sign, and a background behind nothing', async () => {
    const elements = [
      { type: 'text', text: 'Hi', duration: 1, font_size: 20, line_height: 1.3 },
      {
        type: 'text',
        text: ' ',
        duration: 1,
        font_size: 20,
        line_height: '130%',
        background_color: '#FF0000',
      },
    ];
    const { clips, paths } = await videoOf('creatomate', { width: 1000, height: 1000, elements });
    expect(clips[0].textProperties.lineHeight).to.equal(1.3);
    expect(paths).to.deep.equal(['elements[0].line_height', 'elements[1].background_color']);
  });

  it('of Creatomate may be relative to the longer side of the script, whichever it is', async () => {
    const text = { type: 'text', text: 'Hi', font_size: '5 vmax' };
    const elements = [text, { type: 'composition', width: '10%', height: '5%', elements: [text] }];
    const { clips } = await videoOf('creatomate', { width: 1000, height: 2000, elements });
    expect([clips[0], clips[1].clips[0]].map((clip) => clip.textProperties.fontSize)).to.deep.equal([
      100, 100,
    ]);
    const loose = await videoOf('creatomate', { duration: 2, elements: [{ ...text, width: '50vmax' }] });
    expect(loose.clips[0]).to.deep.include({ size: { width: '50vmax', height: 'auto' } });
    expect(loose.paths).to.deep.equal([]);
  });

  it('of Creatomate follow an unknown canvas, and what cannot is listed', async () => {
    const text = { type: 'text', text: 'Hi', font_family: 'Inter', font_size: '4 vh' };
    const outline = { stroke_color: '#FF0000', stroke_width: '1 vmin' };
    const script = {
      elements: [
        { type: 'video', source: A },
        { ...text, ...outline },
      ],
    };
    const [, clip] = (await videoOf('creatomate', script)).clips;
    expect(clip.textProperties).to.include({ fontSize: '4vh', strokeWidth: 5.4 });
    // The whole stroke is seen where the letters have no fill.
    const hollow = { ...text, ...outline, fill_color: null };
    const { clips } = await videoOf('creatomate', { ...script, elements: [hollow] });
    expect(clips[0].textProperties).to.include({ color: '#FFFFFF00', strokeWidth: 10.8 });
    expect((await videoOf('creatomate', script)).paths).to.deep.equal(['elements[1].stroke_width']);
  });

  it('of Creatomate that do not wrap are as wide as their lines, which lie where they were in their box', async () => {
    const text = {
      type: 'text',
      text: 'Hi',
      font_family: 'Inter',
      font_size: 9,
      width: 50,
      text_wrap: false,
    };
    const script = { width: 100, height: 100, duration: 2, elements: [{ ...text, x_anchor: '0%' }, text] };
    const { clips, paths } = await videoOf('creatomate', script);
    for (const { size } of clips) expect(size.width).to.equal('auto');
    expect(clips[1].position).to.include({ anchor: 'left', x: 25 });
    expect(paths).to.deep.equal([]);
  });

  it('of Creatomate whose words change are shown one after the other', async () => {
    const words = [
      { time: 0.5, value: 'One' },
      { time: '2 s', value: '' },
      { time: 3, value: 'Two' },
    ];
    const elements = [{ type: 'text', duration: 5, font_size: 10, text: words }];
    const { clips, paths } = await videoOf('creatomate', { width: 100, height: 100, elements });
    const shown = clips[0].clips.map((clip: { timeFrame: object; textProperties: { content: string } }) => [
      clip.textProperties.content,
      clip.timeFrame,
    ]);
    expect(shown).to.deep.equal([
      ['One', { start: 500, end: 2000 }],
      ['Two', { start: 3000, end: 'video' }],
    ]);
    expect(paths).to.deep.equal([]);
  });

  it('of Creatomate that fit their box without wrapping have nothing at which a line may break', async () => {
    const text = { type: 'text', text: 'from [weight 700]pick-up[/weight] on', text_wrap: false };
    const script = { width: 100, height: 100, duration: 2, elements: [text] };
    const { clips, paths } = await videoOf('creatomate', script);
    const spans = clips[0].textProperties.spans.map((span: { readonly text: string }) => span.text);
    expect([spans.join(''), paths]).to.deep.equal(['from\u00A0pick-\u2060up\u00A0on', []]);
  });

  it('of JSON2Video that are moved down are as high as their lines', async () => {
    const text = { type: 'text', text: 'Low', x: 60, y: 1620, width: 960 };
    const { clips } = await videoOf('json2video', {
      resolution: 'instagram-story',
      scenes: [{ elements: [text, { ...text, height: 100 }, { ...text, x: '10%', width: '50%' }] }],
    });
    const [own, stated, share] = clips[0].clips.slice(-3);
    expect(own.size).to.deep.equal({ width: 960, height: 'auto' });
    expect(stated.size).to.deep.equal({ width: 960, height: 100 });
    expect(share.size.width, 'a share of the canvas').to.equal(540);
    expect(share.position.x).to.equal(108);
  });

  it('of JSON2Video without a size lie at their position, in the size of their placeholder, which is listed', async () => {
    const settings = { 'font-size': '{{size}}' };
    const text = { type: 'text', text: 'Low', position: 'bottom-right', settings };
    const low = { ...movie(text), variables: { size: '90px' } };
    const { clips, paths } = await videoOf('json2video', low);
    expect(clips[0].clips.at(-1).textProperties).to.include({
      textAlign: 'right',
      verticalAlign: 'bottom',
      fontSize: 90,
    });
    const { size, position } = clips[0].clips.at(-1);
    expect([size, position.x]).to.deep.equal([{ width: 1728, height: 972 }, -96]);
    expect(paths).to.deep.equal(['scenes[0].elements[0].settings.font-size']);
  });

  it('of JSON2Video at a side of their box have their padding beside them', async () => {
    const settings = { 'background-color': '#C8102E', padding: '12px 40px', 'horizontal-position': 'left' };
    const text = { type: 'text', text: 'News', width: 800, height: 90, duration: 2, settings };
    const { clips } = await videoOf('json2video', { scenes: [{ elements: [text] }] });
    const [, element] = clips[0].clips;
    const drawn = JSON.stringify(element);
    expect(drawn).to.include('"paddingX":40');
    expect(element.clips[0].position.x).to.equal(40);
    expect(element.clips[0].size.width).to.equal(720);
  });

  it('of Creatomate that fit their box have sizes of words in proportion to the largest', async () => {
    const text = { type: 'text', width: '67%', height: '25%', text: 'a [size 50%]b[/size] c' };
    const { clips } = await videoOf('creatomate', {
      width: 1080,
      height: 1920,
      duration: 4,
      elements: [text],
    });
    const { fontSize, spans } = clips[0].textProperties;
    expect(spans[1]).to.deep.include({ text: 'b', fontSize: fontSize / 2 });
  });

  it('of variables that are drawings stay drawings', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>';
    const visual = { type: 'SVG', width: 50, height: 50, svg: '{{s}}' };
    const project = { width: 100, height: 100, duration: 2, visuals: [visual], variables: { s: svg } };
    expect((await videoOf('zvid', project)).variables).to.deep.equal({ s: { default: svg } });
  });

  it('of editly are drawn in the family of a variable font', async () => {
    const layer = { type: 'title', text: 'Hi', fontPath: './Cinzel-VariableFont_wght.ttf' };
    const { clips } = await videoOf('editly', { clips: [{ layers: [layer] }] });
    expect(clips[0].clips[1].clips[0].textProperties.fontFamily).to.equal('Cinzel');
  });

  it('of captions that are spoken are left to transcription, in every system', async () => {
    const { clips, paths } = await videoOf('shotstack', edit({ type: 'caption', src: 'alias://voice' }));
    expect(clips[0].captionProperties.words).to.be.empty;
    expect(paths).to.deep.equal(['timeline.tracks[0].clips[0].asset.src']);
  });

  it('of subtitles are the words of the voices of a movie, with their shadow', async () => {
    const settings = { 'shadow-color': '#112233', 'shadow-offset': 6 };
    const voice = { type: 'voice', text: 'Hello there' };
    const over = [{ type: 'subtitles', settings }];
    const scene = { duration: 'auto', elements: [voice] };
    const typesOf = (clips: ReadonlyArray<{ readonly type: string }>) => clips.map(({ type }) => type);
    const one = { scenes: [scene], elements: over };
    const [spoken, caption] = (await videoOf('json2video', one)).clips;
    expect(spoken.clips.at(-1)).to.include({ type: 'audio', id: 'voice-1' });
    expect(caption.captionProperties.words).to.deep.equal({ from: 'voice-1' });
    expect(caption.position).to.include({ anchor: 'bottom', relativeTo: 'bottom' });
    expect(caption.captionProperties.verticalAlign).to.equal('bottom');
    const boxed = { type: 'subtitles', settings: { style: 'boxed-line', 'box-color': '#FF0000' } };
    const [, lines] = (await videoOf('json2video', { ...one, elements: [boxed] })).clips;
    expect(lines.captionProperties.textBackground).to.include({ color: '#FF0000' });
    const shadow = { x: 6, y: 6, blur: 0, color: '#112233' };
    expect(caption.captionProperties.highlightTextProperties.shadow).to.deep.equal(shadow);
    expect((await videoOf('json2video', one)).paths).to.deep.equal([]);
    const two = { scenes: [scene, scene], elements: over };
    const scenes = (await videoOf('json2video', two)).clips;
    expect(typesOf(scenes)).to.deep.equal(['group', 'group']);
    for (const [index, { clips }] of scenes.entries())
      expect(clips.at(-1).captionProperties.words).to.deep.equal({ from: `voice-${index + 1}` });
    expect((await videoOf('json2video', two)).paths).to.deep.equal([]);
    const own = { scenes: [{ elements: [voice, ...over] }, { elements: [voice] }, { elements: over }] };
    const [first] = (await videoOf('json2video', own)).clips;
    expect(first.clips.at(-1).captionProperties.words).to.deep.equal({ from: 'voice-1' });
    expect((await videoOf('json2video', own)).paths).to.deep.equal(['scenes[2].elements[0].type']);
    const mixed = { ...two, elements: [voice, ...over] };
    expect((await videoOf('json2video', mixed)).paths).to.deep.equal(['elements[1].type']);
  });

  it('of scenes that are repeated are read once, with those of voices', async () => {
    const elements = [
      { id: 'a', type: 'text', text: '{{item.name}}' },
      { id: 'b', type: 'voice', text: '{{item.name}}' },
    ];
    const project = {
      variables: { list: [{ name: 'One' }, { name: 'Two' }] },
      scenes: [{ iterate: 'list', elements }],
    };
    expect((await videoOf('json2video', project)).paths).to.deep.equal([]);
  });

  it('of transcripts are those that the project times or writes as subtitles', async () => {
    const captionOf = async (transcript_source: unknown) => {
      const text = {
        type: 'text',
        transcript_source,
        transcript_split: 'word',
        transcript_placement: 'static',
      };
      const script = { width: 100, height: 100, duration: 3, elements: [text] };
      const { clips, paths } = await videoOf('creatomate', script);
      expect(paths).to.deep.equal([]);
      return clips[0].captionProperties;
    };
    const points = [
      { time: 0.5, duration: 0.25, value: 'Hello', sentence: 1 },
      { time: 1, value: 'you' },
    ];
    expect((await captionOf(points)).words).to.deep.equal([
      { start: 500, end: 750, word: 'Hello', line: 1 },
      { start: 1000, end: 2000, word: 'you' },
    ]);
    const content = '1\n00:00:00,000 --> 00:00:01,000\nHello';
    expect((await captionOf(content)).subtitles).to.deep.equal({ content });
  });

  it('of transcripts lie in the middle of their box, with the words of the voice that they name', async () => {
    const voice = { id: 'v', type: 'audio', source: 'Hello there', provider: 'elevenlabs voice_id=a' };
    const text = {
      type: 'text',
      transcript_source: 'v',
      transcript_effect: 'karaoke',
      transcript_maximum_length: 12,
      background_color: '#FFFFFF',
      background_border_radius: '20%',
      font_size: 50,
      height: 400,
      x_alignment: '50%',
      y_alignment: '50%',
    };
    const script = {
      width: 1000,
      height: 1000,
      elements: [{ type: 'composition', elements: [text, voice] }],
    };
    const [caption] = (await videoOf('creatomate', script)).clips[0].clips;
    expect(caption.captionProperties).to.deep.include({
      words: { from: 'element-1-2' },
      animation: 'karaoke',
      maxWordsInFrame: 2,
      textBackground: { color: '#FFFFFF', paddingX: 12.5, paddingY: 12.5, borderRadius: 10 },
    });
    expect(caption.captionProperties.highlightTextProperties.color).to.equal('#E74C3C');
    expect(caption.position).to.include({ anchor: 'center', y: '50%' });
    expect([caption.size.height, caption.captionProperties.verticalAlign]).to.deep.equal([400, 'middle']);
  });

  it('of rich captions have a box of their clip behind them, and as many words as their letters leave room for', async () => {
    const captionOf = async (font: object, more: object = {}) => {
      const asset = { type: 'rich-caption', src: 'alias://a', font: { size: 50, ...font }, ...more };
      const box = { start: 0, length: 4, width: 600, height: 200, offset: { y: -0.25 } };
      return (
        await videoOf('shotstack', { timeline: { tracks: [{ clips: [{ asset, ...box }] }] }, output: {} })
      ).clips;
    };
    const active = { font: { color: '#000000', weight: 'bold' }, stroke: 'none', shadow: 'none' };
    const background = { color: '#FFFFFF', borderRadius: 10 };
    const [box, caption] = await captionOf({ family: 'Inter' }, { active, background, stroke: { width: 2 } });
    expect(box).to.deep.include({
      type: 'shape',
      size: { width: 600, height: 200 },
      effects: { borderRadius: 10 },
    });
    expect(box.position).to.deep.equal({ ...caption.position, y: 180 });
    const { highlightTextProperties: spoken } = caption.captionProperties;
    expect(spoken).to.deep.include({ strokeWidth: 0, shadow: { color: '#00000000' }, fontWeight: 700 });
    expect(caption.captionProperties.nonHighlightTextProperties).not.to.have.property('backgroundColor');
    const wordsIn = async (font: object, more?: object) =>
      (await captionOf(font, more))[0].captionProperties.maxWordsInFrame;
    expect(await wordsIn({ family: 'Inter' })).to.equal(7);
    const capitals = { style: { textTransform: 'uppercase' } };
    expect(await wordsIn({ family: 'Montserrat', weight: 900 }, capitals)).to.equal(5);
  });

  it('of Shotstack have a background as large as their lines where it wraps them', async () => {
    const background = { color: '#000000', opacity: 0.5, borderRadius: 8, wrap: true };
    const { clips, paths } = await videoOf(
      'shotstack',
      edit({ type: 'rich-text', text: 'Hi', background, padding: 20 }),
    );
    expect(paths).to.deep.equal([]);
    expect(clips[0].effects).to.equal(undefined);
    expect(clips[0].textProperties.textBackground).to.deep.equal({
      color: '#00000080',
      paddingX: 20,
      paddingY: 20,
      borderRadius: 8,
      mode: 'block',
    });
  });

  it('of Shotstack come in by their units, or as a whole where their preset knows no other way', async () => {
    const shown = async (animation: object) => {
      const { clips, paths } = await videoOf(
        'shotstack',
        edit({ type: 'rich-text', text: 'One two three', animation }),
      );
      return { ...clips[0], paths };
    };
    const fade = await shown({ preset: 'fadeIn', style: 'word', duration: 0.6, direction: 'left' });
    expect(fade.paths).to.deep.equal([]);
    expect(fade.textProperties.animation).to.deep.equal({
      type: 'fade',
      unit: 'word',
      at: 'in',
      duration: 300,
      stagger: 210,
    });
    const slide = await shown({ preset: 'shift', style: 'character' });
    expect(slide.textProperties.animation).to.deep.include({
      direction: 'left',
      distance: 0.6,
      duration: 300,
    });
    const ascends = await shown({ preset: 'ascend', direction: 'down', duration: 1 });
    expect(ascends.textProperties.animation).to.deep.include({
      unit: 'word',
      direction: 'down',
      duration: 300,
    });
    const whole = await shown({ preset: 'slideIn', direction: 'right', duration: 1 });
    expect(whole.transition.in).to.deep.include({
      type: 'slide',
      direction: 'right',
      distance: 48,
      fade: true,
    });
    expect((await shown({ preset: 'fadeIn' })).transition.in).to.deep.include({
      type: 'zoom',
      from: 0.95,
      duration: 433,
    });
  });

  it('of rich captions lie in the box of their clip, in their style, and follow a voice of the edit', async () => {
    const caption = {
      type: 'rich-caption',
      src: 'alias://voice',
      font: { size: 50, weight: '700', color: '#FFFFFF' },
      stroke: { width: 4, color: '#000000' },
      active: { font: { color: '#FFDD00', size: 60 } },
      border: { width: 0, color: '#FF0000' },
      padding: { top: 20, left: 30, right: 50 },
      align: { vertical: 'bottom', horizontal: 'left' },
    };
    const box = { start: 0, length: 4, width: 580, height: 200, position: 'top', offset: { y: -0.1 } };
    const voice = { asset: { type: 'text-to-speech', text: 'Hello' }, start: 0, length: 4, alias: 'voice' };
    const { clips, paths } = await videoOf('shotstack', {
      timeline: { tracks: [{ clips: [{ asset: caption, ...box }] }, { clips: [voice] }] },
      output: { size: { width: 1000, height: 500 } },
    });
    const isCaption = ({ type }: { type: string }) => type === 'caption';
    const { captionProperties, position, size } = clips.find(isCaption);
    expect(size, 'that of the clip without its padding').to.deep.equal({ width: 500, height: 180 });
    expect(position).to.include({ anchor: 'top', relativeTo: 'top', x: -10, y: 50 + 20 });
    expect(captionProperties).to.deep.include({
      words: { from: 'track-1-clip-1' },
      textAlign: 'left',
      verticalAlign: 'bottom',
      maxWidth: 500,
    });
    expect(captionProperties.highlightTextProperties).to.include({ color: '#FFDD00', fontSize: 60 });
    expect(captionProperties).to.have.nested.property('nonHighlightTextProperties.strokeWidth', 4);
    expect(paths).to.deep.equal([]);
  });
});

describe('Imported pictures and stills', () => {
  it('of Shotstack that are cropped keep their scale and their place', async () => {
    const asset = { type: 'image', src: PHOTO, crop: { left: 0.25, right: 0.25, bottom: 0.5 } };
    const tracks = [
      { clips: [{ asset, start: 0, length: 1, offset: { x: -0.25 } }] },
      { clips: [{ asset, start: 0, length: 1, scale: 0.5, position: 'bottomRight' }] },
    ];
    const edit = { timeline: { tracks }, output: { size: { width: 1000, height: 500 } } };
    const [strip, corner] = (await videoOf('shotstack', edit)).clips;
    const { anchor, x, y } = corner.position;
    expect([corner.size, anchor, x, y]).to.deep.equal([
      { width: 250, height: 125 },
      'bottomRight',
      -125,
      -125,
    ]);
    expect(strip.size).to.deep.equal({ width: 500, height: 250 });
    expect(strip.position).to.include({ x: -250, y: -125 });
    expect(strip.crop).to.deep.equal(asset.crop);
  });

  it('of Shotstack that are cropped and flipped lie where the flip puts what is left', async () => {
    const placeOf = async (crop: object, flip: object, position = 'center') => {
      const clip = { asset: { type: 'video', src: A, crop }, transform: { flip }, start: 0, length: 4 };
      const tracks = [{ clips: [{ ...clip, position }] }];
      const edit = { timeline: { tracks }, output: { size: { width: 1000, height: 500 } } };
      const { x, y } = (await videoOf('shotstack', edit)).clips[0].position;
      return [x, y];
    };
    const corner = { right: 0.5, bottom: 0.2 };
    expect(await placeOf(corner, {})).to.deep.equal([-250, -50]);
    expect(await placeOf(corner, { horizontal: true })).to.deep.equal([250, -50]);
    expect(await placeOf(corner, { vertical: true })).to.deep.equal([-250, 50]);
    expect(await placeOf({ right: 0.5 }, { horizontal: true }, 'left')).to.deep.equal([500, 0]);
  });

  it('of Shotstack are masked to the end of the video', async () => {
    const asset = { type: 'image', src: PHOTO };
    const clips = [
      { asset, start: 1, length: 'end' },
      { asset: { type: 'luma', src: PHOTO }, start: 2, length: 'end' },
    ];
    const { clips: drawn, paths } = await videoOf('shotstack', {
      timeline: { tracks: [{ clips }, { clips: [{ asset, start: 0, length: 5 }] }] },
      output: { resolution: 'hd' },
    });
    const group = drawn.find(({ type }: { type: string }) => type === 'group');
    expect(group.timeFrame).to.deep.equal({ start: 1000, end: 'video' });
    expect(group.clips[0].timeFrame).to.deep.equal({ start: 1000, end: 'video' });
    expect(paths).to.deep.equal([]);
  });

  it('of Shotstack draw an SVG as large as it states, or fill the box of its clip with it', async () => {
    const drawn = async (attributes: string, more: object = {}) => {
      const asset = { type: 'svg', src: `<svg ${attributes}><path stroke-width="4" d="M0 0h9"/></svg>` };
      const clips = [{ asset, start: 0, length: 2, ...more }];
      const edit = { timeline: { tracks: [{ clips }] }, output: { resolution: 'hd' } };
      const { clips: found, paths } = await videoOf('shotstack', edit);
      expect(paths).to.deep.equal([]);
      const { width, height } = found[0].size;
      return [width, height, found[0].fit];
    };
    expect(await drawn('width="100" height="50"')).to.deep.equal([100, 50, undefined]);
    expect(await drawn('viewBox="0 0 30 20"', { width: 300 })).to.deep.equal([30, 20, undefined]);
    expect(await drawn('', { fit: 'cover' })).to.deep.equal([1280, 720, undefined]);
    const box = { width: 300, height: 200 };
    expect(await drawn('width="100" height="50"', box)).to.deep.equal([300, 200, 'cover']);
    expect(await drawn('', { ...box, fit: 'contain' })).to.deep.equal([300, 200, 'contain']);
  });

  it('of Shotstack show drawings whole, as it does, and say that a matte does not move by itself', async () => {
    const messagesOf = async (...clips: ReadonlyArray<object>) => {
      const edit = { timeline: { tracks: [{ clips }] }, output: { resolution: 'hd' } };
      return (await imported('shotstack', edit)).deviations.map(({ message }) => message);
    };
    const at = { start: 0, length: 2 };
    const svg = { type: 'svg', src: '<svg viewBox="0 0 9 9"></svg>' };
    expect(await messagesOf({ asset: svg, fit: 'crop', ...at })).to.deep.equal([]);
    const matted = (more: object, ofMatte: object) =>
      messagesOf(
        { asset: { type: 'image', src: PHOTO }, ...at, ...more },
        { asset: { type: 'luma', src: PHOTO }, ...at, ...ofMatte },
      );
    expect(await matted({ scale: 0.5, offset: { x: 0.1 } }, {})).to.deep.equal([]);
    const x = [{ from: 0, to: 1, start: 0, length: 2 }];
    expect(await matted({}, { offset: { x } })).to.deep.equal([
      'is left out: a matte fills the clip that it masks, and moves with it',
    ]);
  });

  it('of Shotstack have letters with a gradient, and a background behind the word that is spoken', async () => {
    const stops = ['#FF0000', '#0000FF'].map((color, offset) => ({ offset, color }));
    const gradient = { type: 'linear', angle: 45, stops };
    const text = { type: 'rich-text', text: 'Hi', font: { color: '#ffffff' }, style: { gradient } };
    const active = { font: { color: '#ffffff', background: '#7C3AED' } };
    const caption = { type: 'rich-caption', src: 'https://example.com/a.srt', active };
    const clips = [text, caption].map((asset) => ({ asset, start: 0, length: 2 }));
    const { clips: drawn } = await videoOf('shotstack', { timeline: { tracks: [{ clips }] }, output: {} });
    expect(drawn[0].textProperties.color).to.deep.equal({
      type: 'linear',
      angle: 45,
      stops: [
        { offset: 0, color: '#FF0000' },
        { offset: 1, color: '#0000FF' },
      ],
    });
    expect(drawn[1].captionProperties.highlightTextProperties.backgroundColor).to.equal('#7C3AED');
  });

  it('of Shotstack may be shapes, in the middle of their clip', async () => {
    const at = { start: 0, length: 1 };
    const shape = (more: object) => ({ type: 'shape', fill: { color: '#FF0000', opacity: 0.5 }, ...more });
    const bar = shape({ shape: 'rectangle', rectangle: { width: 120, height: 8, cornerRadius: 4 } });
    const disc = shape({ shape: 'circle', circle: { radius: 50 }, stroke: { color: '#FFFFFF', width: 4 } });
    const whole = shape({ shape: 'rectangle' });
    const clip = (asset: object, more: object = {}) => ({ clips: [{ asset, ...at, ...more }] });
    const lined = shape({ shape: 'rectangle', rectangle: { cornerRadius: 90 }, stroke: { width: 2 } });
    const tracks = [
      clip(bar, { width: 200, height: 100, position: 'bottom' }),
      clip(disc),
      clip(whole),
      clip(lined, { width: 200, height: 100 }),
    ];
    const { clips } = await videoOf('shotstack', { timeline: { tracks }, output: { resolution: 'hd' } });
    const [line, round, back, pill] = clips;
    expect(line.size).to.deep.equal({ width: 120, height: 8 });
    expect(line.position).to.include({ anchor: 'bottom', x: 0, y: -46 });
    expect(line.effects).to.deep.equal({ borderRadius: 4 });
    expect(line.shapeProperties.fill).to.equal('#FF000080');
    expect(round.size).to.deep.equal({ width: 100, height: 100 });
    expect(round.shapeProperties).to.deep.include({ shape: 'ellipse', fill: '#FF000080' });
    expect(round.shapeProperties.stroke).to.include({ color: '#FFFFFF', width: 4 });
    expect(back.size).to.deep.equal({ width: 1280, height: 720 });
    // A line goes around round corners, which round the whole side here.
    const path =
      'M50 0H150A50 50 0 0 1 200 50V50A50 50 0 0 1 150 100H50A50 50 0 0 1 0 50V50A50 50 0 0 1 50 0Z';
    expect(pill.shapeProperties).to.include({ shape: 'path', path });
    expect(pill).not.to.have.property('effects');
  });

  it('of Zvid show a part in px, under a colour', async () => {
    const cropParams = { x: 10, y: 20, width: 100, height: 50 };
    const picture = {
      type: 'IMAGE',
      src: PHOTO,
      width: 200,
      height: 200,
      x: 5,
      filter: { colorTint: '#FF0000' },
    };
    const { clips, paths } = await videoOf('zvid', { duration: 2, visuals: [{ ...picture, cropParams }] });
    expect(paths).to.deep.equal([]);
    const [shown, tint] = clips[0].clips;
    expect(clips[0]).to.deep.include({ type: 'group', clip: true, size: { width: 200, height: 200 } });
    expect(shown.transform.scale).to.deep.equal({ x: 2, y: 4 });
    expect(shown.position).to.deep.equal({ x: -20, y: -80 });
    expect(tint.effects.blendMode).to.equal('multiply');
  });

  it('of Shotstack slide along a side that is longer than the canvas', async () => {
    const asset = { type: 'image', src: PHOTO };
    const clip = { asset, start: 0, length: 2, effect: 'slideLeft' };
    const timeline = { tracks: [{ clips: [clip] }] };
    const { clips, paths } = await videoOf('shotstack', {
      timeline,
      output: { size: { width: 100, height: 50 } },
    });
    expect(paths).to.deep.equal(['timeline.tracks[0].clips[0].effect']);
    expect(clips[0].size).to.deep.equal({ width: 124, height: 50 });
    const [first, last] = clips[0].keyframes[0].points;
    expect([first.value, last.value]).to.deep.equal([12, -12]);
  });

  it('of JSON2Video keep their size where they have a place of their own', async () => {
    const image = { type: 'image', src: PHOTO };
    const { clips } = await videoOf('json2video', movie({ ...image, x: 1760, y: 40 }, image));
    const [placed, whole] = clips[0].clips.slice(1);
    expect(placed.size).to.deep.equal({ width: 'auto', height: 'auto' });
    expect(whole.size).to.deep.equal({ width: 1920, height: 1080 });
  });

  it('of Creatomate are as dark as the black over them, and media may fill their composition', async () => {
    const video = { type: 'video', source: A, duration: null, color_overlay: 'rgba(0,0,0,0.4)' };
    const script = {
      width: 100,
      height: 100,
      elements: [video, { type: 'image', source: PHOTO, duration: 9 }],
    };
    const [clip] = (await videoOf('creatomate', script)).clips;
    expect(clip.effects.filters).to.deep.equal([{ type: 'brightness', amount: 0.6 }]);
    expect(clip.timeFrame).to.deep.equal({ start: 0, end: 'video' });
    expect((await videoOf('creatomate', script)).paths).to.be.empty;
  });

  it('of Creatomate need no length, and frame rates may have their unit', async () => {
    const script = {
      width: 100,
      height: 100,
      frame_rate: '60 fps',
      elements: [{ type: 'image', source: PHOTO }],
    };
    const { metadata, paths } = await videoOf('creatomate', { ...script, output_format: 'png' });
    expect(paths).to.be.empty;
    expect(metadata.fps).to.equal(60);
  });
});

describe('Imported texts of JSON2Video', () => {
  it('that lie below the top are as high as their lines, with their background around them', async () => {
    const settings = { 'background-color': '#F00', padding: '20px 40px', 'text-align': 'left' };
    const low = { type: 'text', x: 100, y: 700, width: 600, text: 'A' };
    const drawn = async (more: object) => {
      const { clips, paths } = await videoOf('json2video', movie({ ...low, ...more }));
      expect(paths.filter((path: string) => !path.endsWith('style'))).to.deep.equal([]);
      return clips[0].clips[1];
    };
    const plain = await drawn({});
    expect([plain.size, plain.position.x, plain.position.y]).to.deep.equal([
      { width: 600, height: 'auto' },
      100,
      700,
    ]);
    expect((await drawn({ settings })).position).to.include({ x: 100 + 40, y: 700 + 20 });
    const lined = await drawn({ style: '008' });
    expect([lined.type, lined.size.height < 200, lined.position.y]).to.deep.equal(['group', true, 700]);
  });

  it('whose letters come in after half a second are not seen before, but end when they should', async () => {
    for (const [times, frame] of [
      [{}, { start: 500, end: 'video' }],
      [
        { start: 1, duration: 3 },
        { start: 1500, end: 4000 },
      ],
      [{ duration: 0.2 }, { start: 199, end: 200 }],
    ]) {
      const { clips, paths } = await videoOf(
        'json2video',
        movie({ type: 'text', style: '006', text: 'A', ...times }),
      );
      expect([clips[0].clips[1].timeFrame, paths]).to.deep.equal([frame, []]);
    }
  });
});

describe('Imported media', () => {
  it('of a library of Creatomate keep their place, for another source', async () => {
    const script = { width: 100, height: 100, elements: [{ type: 'image', duration: 2, source: '0f-1b' }] };
    const { clips, paths } = await videoOf('creatomate', script);
    expect(clips[0].source).to.equal('https://replace.invalid/0f-1b');
    expect(paths).to.deep.equal(['elements[0].source']);
  });

  it('of JSON2Video lose the colour that is keyed, and a line shows the voice of its scene', async () => {
    const voice = { type: 'voice', text: 'Hello' };
    const elements = [
      { type: 'video', src: A, duration: 2, 'chroma-key': { color: '#00B140', tolerance: 30 } },
      voice,
      { type: 'audiogram', y: 200, height: 50, color: '#2EA4FF' },
    ];
    const { clips, paths } = await videoOf('json2video', { scenes: [{ elements }] });
    const [, video, speech, line] = clips[0].clips;
    expect(video.effects.chromaKey).to.deep.equal({ color: '#00B140', similarity: 0.3 });
    const waveformProperties = { clip: speech.id, style: 'line', color: '#2EA4FF' };
    expect(line).to.deep.include({ type: 'waveform', waveformProperties });
    expect(paths).to.deep.equal([]);
    const late = { type: 'text', text: 'A', start: 3 };
    const spoken = await videoOf('json2video', { scenes: [{ elements: [voice, late] }] });
    expect(spoken.paths).to.deep.equal(['scenes[0].elements[1].start']);
    for (const [amplitude, listed] of [
      [5, []],
      [9, ['scenes[0].elements[1].amplitude']],
    ] as const) {
      const louder = [voice, { type: 'audiogram', amplitude }];
      expect((await videoOf('json2video', { scenes: [{ elements: louder }] })).paths).to.deep.equal(listed);
    }
  });

  it('of JSON2Video have a line for the only voice, or else for the only music', async () => {
    const music = { type: 'audio', src: 'https://example.com/a.mp3', duration: 9 };
    const voice = { type: 'voice', text: 'Hello' };
    const line = { type: 'audiogram', amplitude: 5 };
    for (const [sounds, shown] of [
      [[music], 'sound-1'],
      [[music, voice], 'voice-1'],
      [[music, music], undefined],
    ] as const) {
      const inScene = await videoOf('json2video', movie(...sounds, line));
      const overAll = await videoOf('json2video', { ...movie(line), elements: sounds });
      for (const video of [inScene, overAll]) {
        const { waveformProperties } = video.clips[0].clips.at(-1);
        expect(waveformProperties?.clip).to.equal(shown);
        expect(video.paths.length).to.equal(shown ? 0 : 1);
      }
    }
  });

  it('of JSON2Video whose parts are texts alone, and whose pictures name their fit otherwise', async () => {
    const settings = { headline: 'For sale' };
    const elements = [
      { type: 'component', component: 'basic/000', settings },
      { type: 'image', src: PHOTO, fit: 'contain' },
    ];
    const { video, deviations } = await imported('json2video', {
      resolution: 'instagram-portrait',
      scenes: [{ elements }],
    });
    expect(JSON.stringify(video)).to.contain('For sale').and.contain('"fit":"contain"');
    expect(video['metadata']).to.deep.include({ canvas: { width: 1080, height: 1920 } });
    expect(deviations.filter(({ kind }) => kind !== 'unseen')).to.deep.equal([]);
  });

  it('of JSON2Video with the contrast, the saturation and the brightness of their correction', async () => {
    const correction = { contrast: 1.2, saturation: 0.5, brightness: -0.5, gamma: 2 };
    const photo = { type: 'image', src: PHOTO, correction };
    const { clips, paths } = await videoOf('json2video', movie(photo));
    expect(clips[0].clips[1].effects.filters).to.deep.equal([
      { type: 'contrast', amount: 1.2 },
      { type: 'saturate', amount: 0.5 },
      { type: 'brightness', amount: 0.5 },
      { type: 'contrast', amount: 2 },
    ]);
    expect(paths).to.deep.equal(['scenes[0].elements[0].correction.gamma']);
  });

  it('of JSON2Video without what has no effect there: a blank text, and how far a picture is panned that is not', async () => {
    const photo = { type: 'image', src: PHOTO, pan: 'center', 'pan-distance': 0.1 };
    const blank = { type: 'text', text: ' ', y: 20 };
    const { video, deviations } = await imported('json2video', movie(photo, blank));
    expect(video['clips']).to.have.nested.property('[0].clips.length', 2);
    expect(deviations.map(({ path, kind }) => [path.slice(10), kind])).to.deep.equal([
      ['elements[0].pan-distance', 'unseen'],
      ['elements[1].text', 'unseen'],
    ]);
  });

  it('of Zvid play a part of a sound, which is repeated if it is shorter, but not longer than that', async () => {
    const part = { src: 'https://media.example.org/a.mp3', audioBegin: 1, audioEnd: 5 };
    const audios = [part, { ...part, enter: 2, exit: 10 }];
    const { clips, paths } = await videoOf('zvid', { duration: 10, audios });
    expect(clips[0].timeFrame).to.deep.equal({ start: 0, end: 4000, offset: 1000, loop: true });
    expect(clips[1].timeFrame).to.deep.include({ start: 2000, end: 6000 });
    expect(paths).to.deep.equal(['audios[1].audioEnd']);
  });

  it('of Shotstack and Zvid lose the colour that is keyed', async () => {
    const color = '#00B140';
    const keyed = { type: 'video', src: A, chromaKey: { color, threshold: 160, halo: 80 } };
    const { clips, paths } = await videoOf('shotstack', edit(keyed));
    expect(clips[0].effects.chromaKey).to.deep.equal({ color, similarity: 0.2, blend: 0.1 });
    expect(paths).to.deep.equal(['timeline.tracks[0].clips[0].asset.chromaKey']);
    const visual = { type: 'VIDEO', src: A, chromaKey: { color, similarity: 18, blend: 8 } };
    const zvid = await videoOf('zvid', { duration: 2, visuals: [visual] });
    expect(zvid.clips[0].effects.chromaKey).to.deep.equal({ color, similarity: 0.18, blend: 0.08 });
    expect(zvid.paths).to.be.empty;
  });

  it('of Shotstack stand still at a speed of 0', async () => {
    const { clips } = await videoOf('shotstack', edit({ type: 'video', src: A, speed: 0 }));
    expect(clips[0].timeFrame.freeze[0].at).to.equal(0);
    expect(clips[0].timeFrame).not.to.have.property('speed');
  });

  it('of editly that are detached go on after the clip in which they begin', async () => {
    const fill = { type: 'fill-color', color: '#FF0000' };
    const voice = { type: 'detached-audio', path: A, start: 1 };
    const clips = [
      { duration: 2, layers: [fill] },
      { duration: 2, layers: [fill, voice] },
      { duration: 2, layers: [fill] },
    ];
    const video = await videoOf('editly', { width: 100, height: 100, defaults: { transition: null }, clips });
    expect(video.clips.map(({ type }: { type: string }) => type)).to.deep.equal([
      'group',
      'group',
      'audio',
      'group',
    ]);
    expect(video.clips[2].timeFrame).to.deep.equal({ start: 3000, end: 'video' });
  });

  it('of editly are as loud as their share of all weights', async () => {
    const audioTracks = [{ path: A, mixVolume: 2 }, { path: A }];
    const clips = [{ duration: 0, layers: [{ type: 'video', path: A, zoomAmount: 0.2 }] }];
    const size = { width: 640, height: 360 };
    const spec = { ...size, fps: 25, clips, audioTracks, clipsAudioVolume: 7, keepSourceAudio: true };
    const [scene, ...tracks] = (await videoOf('editly', spec)).clips;
    expect(scene.clips[1].volume).to.equal(0.7);
    expect(tracks.map(({ volume }: { volume: number }) => volume)).to.deep.equal([0.2, 0.1]);
    // A length of 0 is that of the media, and only pictures zoom.
    expect(scene.timeFrame).to.deep.equal({ start: 0, end: 'source' });
    expect((await videoOf('editly', spec)).paths).to.be.empty;
    const follows = await videoOf('editly', { ...spec, width: undefined, height: undefined });
    expect(follows.metadata.canvas, 'the first video decides').to.deep.equal({
      width: 'auto',
      height: 'auto',
    });
    expect(follows.paths).to.be.empty;
    const even = await videoOf('editly', { ...spec, audioNorm: { enable: true, maxGain: 30 } });
    expect(even.metadata.loudness).to.deep.equal({});
    expect(even.paths).to.deep.equal(['audioNorm.enable']);
    expect((await videoOf('editly', { ...spec, audioNorm: { enable: false } })).paths).to.be.empty;
  });
});

describe('Imported elements of Creatomate', () => {
  const shape = { type: 'shape', width: 50, height: 50, fill_color: '#FF0000', track: 1 };

  it('start with the one before them if that lasts to the end, which is listed', async () => {
    const script = { width: 100, height: 100, duration: 2, elements: [shape, shape] };
    const { clips, paths } = await videoOf('creatomate', script);
    expect(clips[1].timeFrame).to.deep.equal({ start: 0, end: 'video' });
    expect(paths).to.deep.equal(['elements[1].time']);
  });

  it('have gradients in the proportions of their box', async () => {
    const stops = ['#FFF', '#000'].map((color, offset) => ({ offset, color }));
    const ends = { fill_x0: '100%', fill_y0: '0%', fill_x1: '0%', fill_y1: '100%' };
    const wide = { ...shape, ...ends, width: 300, height: 100, fill_mode: 'linear', fill_color: stops };
    const { clips } = await videoOf('creatomate', { width: 500, height: 500, elements: [wide] });
    expect(clips[0].shapeProperties.fill.angle).to.be.closeTo(-108.4, 0.1);
    const changing = { ...wide, fill_color: [0, 1].map((time) => ({ time, value: stops })) };
    const still = await videoOf('creatomate', { width: 500, height: 500, elements: [changing] });
    expect(still.clips[0].shapeProperties.fill).to.deep.equal(clips[0].shapeProperties.fill);
    expect(still.paths).to.include('elements[0].fill_color');
  });
});

describe('Imported movements', () => {
  it('of letters and words that appear take all of their time', async () => {
    const animated = async (animation: object) => {
      const text = { type: 'text', text: 'Hi you', animations: [{ time: 0, duration: 2, ...animation }] };
      const script = { width: 100, height: 100, duration: 3, elements: [text] };
      const { clips, paths } = await videoOf('creatomate', script);
      return [clips[0].textProperties.animation, paths];
    };
    const typed = { type: 'typewriter', unit: 'letter', at: 'in', duration: 2000 };
    expect(await animated({ type: 'text-typewriter' })).to.deep.equal([typed, []]);
    const sudden = { type: 'text-appear', fade: false, overlap: '0%' };
    expect(await animated(sudden)).to.deep.equal([{ ...typed, unit: 'word' }, []]);
    const [faded, paths] = await animated({ type: 'text-appear', start_opacity: '20%' });
    expect(faded).to.include({ type: 'fade', duration: 1000 });
    expect(paths).to.deep.equal(['elements[0].animations[0].start_opacity']);
  });

  it('come near what has no counterpart, which is listed', async () => {
    const slide = { time: 0, duration: 1, type: 'rotate-slide', direction: 'left', clockwise: true };
    const leave = { time: 'end', duration: 1, type: 'text-slide', reversed: true };
    const again = { ...leave, type: 'text-scale' };
    const animations = [slide, { time: 0, duration: 1, type: 'text-appear' }, leave, again];
    const text = { type: 'text', text: 'Hi', font_family: 'Inter', font_size: 20, animations };
    const script = { width: 100, height: 100, duration: 3, elements: [text] };
    const [comes, goes] = (await videoOf('creatomate', script)).clips[0].clips;
    expect(comes.transition.in).to.include({ type: 'slide', direction: 'left', duration: 1000 });
    expect(goes.transition.out).to.deep.equal({ type: 'fade', duration: 1000 });
    expect((await videoOf('creatomate', script)).paths).to.deep.equal([
      'elements[0].animations[0].type',
      'elements[0].animations[3]',
    ]);
  });

  it('of editly have the direction and the easing of their transition', async () => {
    const layers = [{ type: 'fill-color', color: '#FFF' }];
    const transition = { name: 'directional', duration: 0.5, params: { direction: [1, 0] } };
    const { clips } = await videoOf('editly', { clips: [{ transition, layers }, { layers }] });
    expect(clips[1].transition.in).to.deep.equal({
      type: 'push',
      direction: 'left',
      duration: 500,
      easing: 'easeOutExpo',
    });
    const plain = { name: 'directional' };
    const down = await videoOf('editly', { clips: [{ transition: plain, layers }, { layers }] });
    expect(down.clips[1].transition.in).to.include({ type: 'push', direction: 'down' });
  });

  it('that are not carried over are listed', async () => {
    const visual = { type: 'TEXT', text: 'Hi', enterAnimation: 'fade', exitEnd: 3 };
    expect((await videoOf('zvid', { visuals: [visual] })).paths).to.deep.equal(['visuals[0].enterAnimation']);
    // What editly does not read is no loss.
    const layers = [
      { type: 'image-overlay', path: PHOTO, width: 0.2, height: 0.4 },
      { type: 'subtitle', text: 'Hi', position: 'center' },
    ];
    expect((await videoOf('editly', { clips: [{ duration: 4, layers }] })).paths).to.deep.equal([]);
    const stops = ['#FFF', '#000'].map((color, offset) => ({ offset, color }));
    const moving = [0, 1].map((time) => ({ time, value: `${time * 100}%` }));
    const shape = {
      type: 'shape',
      width: 9,
      height: 9,
      fill_mode: 'linear',
      fill_color: stops,
      fill_x1: moving,
    };
    const script = { width: 100, height: 100, duration: 2, elements: [shape] };
    expect((await videoOf('creatomate', script)).paths).to.include('elements[0].fill_x1');
  });
});
