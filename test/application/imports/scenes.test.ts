import { expect } from 'chai';
import { imported, videoOf } from '../../support/api/imported-projects.js';

/** A scene of an imported video. */
interface Scene {
  readonly clips: ReadonlyArray<{
    readonly textProperties: { readonly content: string };
    readonly timeFrame: { readonly start: number };
  }>;
}

const title = (text: string, more: object = {}) => ({ type: 'TEXT', text, width: 400, ...more });

/** A project of Zvid with a scene for each card, between two others. */
const zvid = (cards: unknown, visual: object, more: object = {}) => ({
  variables: { cards },
  scenes: [
    { duration: 2, transition: 'fade', transitionDuration: 0.4, visuals: [title('Before')] },
    {
      iterate: 'cards',
      iterateAs: 'card',
      duration: 3,
      transition: 'slideleft',
      transitionDuration: 0.5,
      visuals: [visual],
      ...more,
    },
    { duration: 1, visuals: [title('After')] },
  ],
  audios: [{ src: 'https://media.example.org/music.mp3' }],
});
const CARDS = [{ name: 'Tea' }, { name: 'Milk' }];

describe('Scenes that iterate over a list', () => {
  it('are repeated for the items of the variable, and what follows them follows', async () => {
    const project = zvid(CARDS, title('{{card.name}} {{index}}'));
    const { metadata, clips, paths } = await videoOf('zvid', project);
    expect(paths).to.deep.equal([]);
    expect(metadata.duration).to.equal('auto');
    expect(clips).to.have.length(4);
    expect(clips[1]).to.deep.include({
      forEach: '{{cards}}',
      timeFrame: { after: 'scene-1', gap: -400, duration: 3000 },
      transition: { in: { type: 'fade', duration: 400 } },
      sequence: { gap: -500, transition: { type: 'push', direction: 'left', duration: 500 } },
    });
    expect(clips[1].clips[1].textProperties.content).to.equal('{{item.name}} {{index}}');
    expect(clips[2].timeFrame).to.deep.equal({ after: 'scene-2', gap: -500, duration: 1000 });
    expect(clips[3].timeFrame.end).to.equal('video');
  });

  it('may have a list without items, and conditions on their items', async () => {
    const when = { condition: '{{card.shown}}' };
    for (const cards of [[], [{ shown: 'a' }, { shown: 'b' }]]) {
      const { clips } = await videoOf('zvid', zvid(cards, title('Card', when), when));
      expect(clips[1]).to.deep.include({ forEach: '{{cards}}', when: '{{item.shown}}' });
      expect(clips[1].clips[1].when).to.equal('{{item.shown}}');
    }
  });

  it('become scenes of their own where more than values differs, which is listed', async () => {
    const project = zvid(
      [{ at: 1 }, { at: 2 }],
      title('Card {{index}}', { enterBegin: '{{card.at}}', enterEnd: 3, html: '' }),
    );
    const numbered = await videoOf(
      'zvid',
      zvid([{ at: 1 }, { at: 2 }], title('{{card.at}}', { enterBegin: '{{card.at}}' })),
    );
    expect(numbered.clips[2].clips[1].textProperties.content, 'a number as a text').to.equal('2');
    const { clips, paths } = await videoOf('zvid', project);
    const cards = clips.slice(1, 3);
    expect(clips).to.have.length(5);
    expect(cards.map((scene: Scene) => scene.clips[1]?.textProperties.content)).to.deep.equal([
      'Card 0',
      'Card 1',
    ]);
    expect(cards.map((scene: Scene) => scene.clips[1]?.timeFrame.start)).to.deep.equal([1000, 2000]);
    expect(paths).to.include('scenes[1].iterate');
  });

  it('have the fields of an item as variables in JSON2Video', async () => {
    const movie = {
      variables: { shop: { cards: CARDS } },
      scenes: [
        {
          iterate: 'shop.cards',
          duration: 2,
          transition: { style: 'fade', duration: 0.5 },
          elements: [{ type: 'text', text: '{{name}}' }],
        },
      ],
    };
    const { clips } = await videoOf('json2video', movie);
    expect(clips[0]).to.deep.include({
      forEach: '{{shop.cards}}',
      timeFrame: { start: 0, duration: 2000 },
      sequence: { gap: -500, transition: { type: 'fade', duration: 500 } },
    });
    expect(clips[0].clips[1].textProperties.content).to.equal('{{item.name}}');
    expect(clips[0]).to.not.have.property('transition');
  });
});

describe('Scenes that blur into each other', () => {
  it('are blurred both', async () => {
    const scene = (name?: string) => ({
      duration: 2,
      layers: [{ type: 'fill-color', color: '#FF0000' }],
      ...(name !== undefined && { transition: { name, duration: 0.5 } }),
    });
    const { clips, paths } = await videoOf('editly', {
      width: 500,
      height: 500,
      clips: [scene('linearblur'), scene()],
    });
    const blur = { type: 'blur', radius: 10, duration: 500 };
    expect(clips[0].transition).to.deep.equal({ out: { ...blur, fade: false } });
    expect(clips[1].transition).to.deep.equal({ in: blur });
    expect(paths).to.deep.equal([]);
  });
});

describe('Sounds of clips that turn into each other', () => {
  const scene = (transition?: object, more: object = {}) => ({
    duration: 2,
    layers: [
      { type: 'fill-color', color: '#FF0000' },
      { type: 'audio', path: 'https://media.example.org/tone.mp3' },
      { type: 'detached-audio', path: 'https://media.example.org/tone.mp3' },
    ],
    transition,
    ...more,
  });
  const edited = (clips: ReadonlyArray<object>, more: object = { keepSourceAudio: true }) =>
    videoOf('editly', { width: 500, height: 500, clips, ...more });
  const fadesOf = (clip: { clips: ReadonlyArray<{ type: string; audio?: object }> }) =>
    clip.clips.find(({ type }) => type === 'audio')?.audio;

  it('fade by their curves meanwhile', async () => {
    const exp = { name: 'fade', duration: 0.4, audioInCurve: 'qsin', audioOutCurve: 'exp' };
    const { clips, paths } = await edited([scene(exp), scene({ name: 'fade', duration: 0.6 }), scene()]);
    const [first, second, third] = clips.filter(({ type }: { type: string }) => type === 'group');
    expect(fadesOf(first)).to.deep.equal({ fadeOut: 400, curveOut: 'exponential' });
    expect(fadesOf(second)).to.deep.equal({ fadeIn: 400, fadeOut: 600, curve: 'equalPower' });
    expect(fadesOf(third)).to.deep.equal({ fadeIn: 600 });
    const beside = clips.filter(({ type }: { type: string }) => type === 'audio');
    expect(beside.map(({ audio }: { audio?: object }) => audio)).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ]);
    expect(paths).to.deep.equal([]);
    const silent = await edited([scene(exp), scene()], {});
    expect(fadesOf(silent.clips[0])).to.equal(undefined);
  });

  it('fade alone where the picture is cut in the middle', async () => {
    const { clips, paths } = await edited([scene({ name: 'dummy', duration: 1 }), scene()]);
    const next = clips.find(({ id }: { id: string }) => id === 'scene-2');
    expect(next.timeFrame).to.deep.equal({ start: 1000, end: 3000 });
    expect(next).not.to.have.property('transition');
    const points = [
      { time: 0, value: 0 },
      { time: 500, value: 1, easing: 'hold' },
    ];
    expect(next.keyframes).to.deep.equal([{ property: 'effects.opacity', points }]);
    expect([fadesOf(next), paths]).to.deep.equal([{ fadeIn: 1000 }, []]);
  });
});

describe('Expressions of JSON2Video', () => {
  it('are placeholders where they do nothing but find a value', async () => {
    const variables = { lang: 'de', texts: { de: { title: 'Hallo' }, en: { title: 'Hello' } }, logo: '' };
    const text = (expression: string, more: object = {}) => ({ type: 'text', text: expression, ...more });
    const elements = [
      text('{{ texts[lang].title }}'),
      text("{{texts['en'].title}}", { condition: "{{ logo != '' }}" }),
      text('{{ /* headline */ }}'),
      text('{{ 1 + 1 }}'),
    ];
    const { clips, deviations } = await imported('json2video', { variables, scenes: [{ elements }] }).then(
      ({ video, ...more }) => ({
        clips: (video as unknown as { clips: ReadonlyArray<Scene> }).clips,
        ...more,
      }),
    );
    const drawn = clips[0]?.clips.slice(1) ?? [];
    expect(drawn.map(({ textProperties }) => textProperties.content)).to.deep.equal([
      '{{ texts.de.title }}',
      '{{texts.en.title}}',
      '{{headline}}',
      '{{ 1 + 1 }}',
    ]);
    expect(drawn[1]).to.include({ when: '{{logo}}' });
    expect(deviations.map(({ kind, path }) => `${kind} ${path}`)).to.deep.equal([
      'near scenes[0].elements[3]',
      'unseen scenes[0].elements[0].text',
      'unseen scenes[0].elements[2].text',
    ]);
  });
});
