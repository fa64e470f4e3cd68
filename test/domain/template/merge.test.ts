import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { decode } from '../../../domain/codec/codec.js';
import { partsOf } from '../../../domain/codec/placeholders.js';
import { CreateRenderBody, CreateVideoBody } from '../../../domain/composition/requests.js';
import { fill } from '../../../domain/template/fill.js';
import { defaultProblems, isTemplate, templateVariables } from '../../../domain/template/merge.js';
import { composed, mergedOf, problemsOf } from '../../support/template-videos.js';

const text = (more: object = {}) => ({
  type: 'text',
  timeFrame: { start: 0, end: 1000 },
  textProperties: { content: 'Hello {{name}}' },
  ...more,
});

describe('A template', () => {
  it('may have placeholders for numbers, colours and booleans, and is filled with values of their types', () => {
    const video = composed(
      [text({ timeFrame: { start: '{{from}}', end: '{{to}}' }, effects: { opacity: '{{opacity|0.5}}' } })],
      { backgroundColor: '{{color}}', fps: '{{fps}}' },
      { opacity: { type: 'number', default: 0.25 } },
    );
    expect(isTemplate(video)).to.equal(true);
    const { metadata, clips } = mergedOf(video, {
      from: 100,
      to: 900,
      color: '#123456',
      fps: 25,
      name: 'you',
    });
    expect([metadata.backgroundColor, metadata.fps]).to.deep.equal(['#123456', 25]);
    expect(clips[0]).to.deep.include({ timeFrame: { start: 100, end: 900 }, effects: { opacity: 0.25 } });
    expect(clips[0]).to.have.nested.property('textProperties.content', 'Hello you');
  });

  it('may have placeholders in lists, whose rules are checked once it is filled', () => {
    const video = composed([
      text({
        textProperties: {
          content: 'x',
          color: {
            type: 'linear',
            stops: [
              { offset: '{{from}}', color: '{{color}}' },
              { offset: 0.5, color: '#000000' },
            ],
          },
        },
        effects: { borderRadius: ['{{radius}}', 0, 0, 0] },
        keyframes: [
          {
            property: 'position.x',
            points: [
              { time: '{{at}}', value: '{{x}}' },
              { time: 500, value: 1 },
            ],
          },
        ],
      }),
      {
        type: 'video',
        source: 'https://example.com/a.mp4',
        timeFrame: { start: 0, end: 1000, freeze: [{ at: '{{at}}', duration: 100 }] },
      },
    ]);
    const values = { from: 0, color: '#ff0000', radius: 4, at: 100, x: 9 };
    const { clips } = mergedOf(video, values);
    expect(clips[0]).to.have.deep.nested.property('keyframes[0].points[0]', { time: 100, value: 9 });
    expect(clips[0]).to.have.nested.property('effects.borderRadius[0]', 4);
    expect(problemsOf(video, { ...values, from: 0.8, at: 600, radius: 'wide' })).to.deep.equal([
      'clips[0].textProperties.color.stops must be in increasing order of their offsets',
      'clips[0].effects.borderRadius[0] must be a number from 0 to 16384',
      'clips[0].keyframes[0].points must be in strictly increasing order of time',
    ]);
  });

  it('may have placeholders in each field of a counter', () => {
    const counter = { from: 0, to: 12, decimals: 1, prefix: '€', suffix: 'm', easing: 'easeOut' };
    for (const [field, value] of Object.entries(counter)) {
      // Videos are returned with the text of their counters.
      const content = ['prefix', 'suffix'].includes(field) ? undefined : '€12.0m';
      const video = composed([
        text({ textProperties: { content, counter: { ...counter, [field]: '{{v}}' } } }),
      ]);
      const { clips } = mergedOf(video, { v: value });
      expect(clips[0]).to.have.nested.property('textProperties.content', '€12.0m');
      expect(clips[0]).to.have.deep.nested.property('textProperties.counter', counter);
    }
  });

  it('takes texts for numbers and booleans where these are wanted', () => {
    const video = composed(
      [
        text({
          size: { width: '{{w}}', height: 10 },
          effects: { borderRadius: ['{{r|4}}', 0, 0, 0] },
          textProperties: { content: '{{w}}', underline: '{{u|true}}' },
        }),
      ],
      {
        duration: '{{end|2000}}',
      },
    );
    expect(defaultProblems(video)).to.deep.equal([]);
    const { metadata, clips } = mergedOf(video, { w: '640' });
    expect(metadata.duration).to.equal(2000);
    expect(clips[0]).to.have.deep.property('size', { width: 640, height: 10 });
    expect(clips[0]).to.have.nested.property('effects.borderRadius[0]', 4);
    expect(clips[0]).to.have.deep.nested.include({
      'textProperties.content': '640',
      'textProperties.underline': true,
    });
    expect(problemsOf(video, { w: '1e3' })).to.have.length(1);
  });

  it('is no video in which a sound is lowered while others are heard', () => {
    const sound = {
      type: 'audio',
      source: 'https://example.com/a.mp3',
      timeFrame: { start: 0, end: 1000 },
      duck: { by: -12, when: 'speech' },
    };
    expect(isTemplate(composed([sound]))).to.equal(false);
    expect(isTemplate(composed([{ ...sound, when: 'yes' }]))).to.equal(true);
  });

  it('may be stored, but not be rendered directly', () => {
    const body = { metadata: { name: 'n', duration: 1000, fps: '{{fps}}' }, clips: [] };
    expect(E.isRight(decode(CreateVideoBody, body))).to.equal(true);
    expect(E.isLeft(decode(CreateRenderBody, body))).to.equal(true);
    const wrong = { metadata: { name: 'n', duration: 1000, fps: 'fast' }, clips: [] };
    expect(E.isLeft(decode(CreateVideoBody, wrong))).to.equal(true);
  });

  it('is refused with a default that its field cannot take, unless something else is used', () => {
    const video = (variables: object) =>
      composed(
        [text({ effects: { opacity: '{{a|0.5}}' }, name: '{{b|1}}' })],
        { duration: '{{end|soon}}' },
        variables,
      );
    expect(
      defaultProblems(video({ a: { type: 'number', default: 1 }, end: { type: 'number' } })),
    ).to.deep.equal(['metadata.duration must be a number or auto (by the default in a placeholder)']);
    expect(defaultProblems(video({ a: { default: 1 }, end: { default: 500 } }))).to.deep.equal([]);
  });

  it('reports every name that is missing, unknown or of another type', () => {
    const video = composed(
      [text({ name: '{{a}} {{b}}' })],
      {},
      { c: { type: 'number' }, e: { type: 'color' } },
    );
    expect(problemsOf(video, { d: 1, c: 'x', e: 'blue' })).to.deep.equal([
      'merge.d is not a variable of the video, which has c, e, name, a, b',
      'merge.c must be of type number',
      'merge.e must be of type color, such as #FF8800',
      'merge.name is required',
      'merge.a is required',
      'merge.b is required',
    ]);
  });

  it('is validated like any video once it is filled', () => {
    const video = composed([text({ timeFrame: { start: 500, end: '{{end}}' } })]);
    expect(problemsOf(video, { name: 'n', end: 100 })[0]).to.match(
      /^clips\[0\]\.timeFrame\.end must be greater/,
    );
    expect(problemsOf(video, { name: 'n', end: 'soon' })[0]).to.match(/^clips\[0\]\.timeFrame\.end /);
  });

  it('omits clips, and repeats groups with new ids', () => {
    const group = {
      type: 'group',
      id: 'row',
      forEach: '{{items}}',
      timeFrame: { start: 0, end: 1000 },
      clips: [
        text({ id: 'title', textProperties: { content: '{{index}}: {{item.title}}' } }),
        text({
          id: 'note',
          timeFrame: { after: 'title', duration: 10 },
          when: '{{item.note}}',
          textProperties: { content: '{{item.note}}' },
        }),
      ],
    };
    const video = composed([group, text({ when: '{{flag}}', textProperties: { content: 'seen' } })]);
    const items = [
      { title: 'A', note: 'x' },
      { title: 'B', note: '' },
      { title: 'C', note: 'y' },
    ];
    const { clips } = mergedOf(video, { items, flag: false });
    expect(clips.map(({ id }) => id)).to.deep.equal(['row', 'row-2', 'row-3']);
    expect(clips[2]).to.have.nested.property('clips[0].textProperties.content', '2: C');
    expect(clips[2]).to.have.nested.property('clips[1].timeFrame.after', 'title-3');
    expect(clips[1]).to.have.property('clips').that.has.length(1);
    expect(mergedOf(video, { items: [], flag: 'yes' }).clips).to.have.length(1);
    expect(fill({ clips: [{ ...group, forEach: 'items' }] }, { items }).problems).to.deep.equal([
      'forEach items must be a list of at most 1000 items, such as {{items}}',
    ]);
  });

  it('lists its variables', () => {
    const video = composed(
      [text({ name: '{{label|none}}', volume: '{{loud}}' })],
      {},
      { name: { type: 'text', description: 'Who is greeted' }, loud: { type: 'number', default: 1 } },
    );
    expect(templateVariables(video)).to.deep.equal([
      { name: 'name', type: 'text', required: true, description: 'Who is greeted' },
      { name: 'loud', type: 'number', required: false, default: 1 },
      { name: 'label', type: 'any', required: false, default: 'none' },
    ]);
  });

  it('limits its expansion', () => {
    const many = {
      clips: [
        {
          forEach: '{{a}}',
          clips: [{ forEach: '{{a}}', clips: [{ forEach: '{{a}}', clips: [{ x: '{{item}}' }] }] }],
        },
      ],
    };
    const { problems } = fill(many, { a: Array.from({ length: 1000 }, (_, index) => index) });
    expect(problems).to.include('the filled template is too large');
    expect(problemsOf(composed([text()]), { name: { a: 1 } })[0]).to.match(/^merge\.name must be text/);
  });
});

describe('Placeholders', () => {
  it('split any text without loss, and are not evaluated', () => {
    fc.assert(
      fc.property(fc.string(), (source) => {
        const back = partsOf(source)
          .map((part) => (typeof part === 'string' ? (part === '{{' ? '{{{{' : part) : undefined))
          .filter((part) => part !== undefined);
        if (!source.includes('{{')) expect(back.join('')).to.equal(source);
      }),
    );
    for (const plain of ['{{1+1}}', '{{a()}}', '{{ }}', '{a}', '{{constructor[x]}}'])
      expect(partsOf(plain)).to.deep.equal([plain]);
    expect(fill('{{constructor}}', {}).missing.has('constructor')).to.equal(true);
    expect(fill('{{{{a}} {{b|x}}', {}).value).to.equal('{{a}} x');
  });

  it('keep the type of a value if they are the whole string, and do not change values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(value !== null);
        expect(fill({ a: '{{v}}' }, { v: value }).value).to.deep.equal({ a: value });
      }),
    );
    expect(fill('{{v}}', { v: '{{w}}', w: 'never' }).value).to.equal('{{w}}');
  });
});
