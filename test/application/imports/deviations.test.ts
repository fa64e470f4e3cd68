import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { IMPORT_FORMATS, importProject } from '../../../application/imports/import-project.js';
import { decode } from '../../../domain/codec/codec.js';
import { CreateVideoBody } from '../../../domain/composition/requests.js';
import { A, EMPTY, imported, pathsOf, PHOTO, videoOf } from '../../support/api/imported-projects.js';

const LASTING = { clips: [{ asset: { type: 'image', src: PHOTO }, start: 0, length: 3 }] };

describe('An import', () => {
  it('replaces sources that the service cannot fetch, and says so', async () => {
    const result = await imported('editly', {
      clips: [{ layers: [{ type: 'image', path: './assets/pano.jpg' }] }],
    });
    expect(pathsOf(result)).to.include('clips[0].layers[0].path');
    expect(JSON.stringify(result.video)).to.contain('https://replace.invalid/');
  });

  it('lists everything that it does not carry over', async () => {
    const project = {
      ...EMPTY.shotstack,
      timeline: {
        tracks: [
          { clips: [{ asset: { type: 'image', src: PHOTO, extra: 1 }, start: 0, length: 1, other: 'x' }] },
        ],
      },
    };
    expect(pathsOf(await imported('shotstack', project))).to.have.members([
      'timeline.tracks[0].clips[0].asset.extra',
      'timeline.tracks[0].clips[0].other',
    ]);
  });

  it('says that the opacity beside a colour is lost where a placeholder stands for the colour', async () => {
    const captions = { cues: [], style: { color: '{{tone}}', opacity: 0.5 } };
    const clips = [{ asset: { type: 'color', color: '#000' }, start: 0, length: 1 }];
    const timeline = { tracks: [{ clips }] };
    const result = await imported('vidapi', { timeline, output: {}, captions });
    expect(pathsOf(result)).to.include('captions.style.opacity');
    const own = { ...captions, style: { color: '#FF000080', opacity: 0.5 } };
    const { clips: drawn } = await videoOf('vidapi', { timeline, output: {}, captions: own });
    expect(drawn.at(-1).captionProperties.nonHighlightTextProperties.color).to.equal('#FF000040');
  });

  it('keeps templates: their placeholders, with defaults', async () => {
    const clip = (asset: object) => ({ asset, start: 0, length: 2 });
    const shotstack = await imported('shotstack', {
      timeline: {
        background: '{{ TONE }}',
        tracks: [
          {
            clips: [
              clip({ type: 'image', src: '{{ PHOTO }}' }),
              clip({ type: 'text', text: 'Hello {{ NAME }}, {{ NAME.toUpperCase() }}' }),
            ],
          },
        ],
      },
      output: {},
      merge: [
        { find: 'NAME', replace: 'Ada' },
        { find: 'PHOTO', replace: PHOTO },
        { find: 'TONE', replace: '#112233' },
        { find: 'not a name', replace: 1 },
      ],
    });
    expect(shotstack.video).to.deep.include({
      variables: { NAME: { default: 'Ada' }, PHOTO: { default: PHOTO }, TONE: { default: '#112233' } },
    });
    expect(shotstack.video).to.have.nested.property('clips[0].source', '{{ PHOTO }}');
    expect(shotstack.video).to.have.nested.property('metadata.backgroundColor', '{{ TONE }}');
    expect(pathsOf(shotstack)).to.have.members(['merge[3]', 'timeline.tracks[0].clips[1]']);
    const elements = [{ type: 'text', text: 'Hello {{name}}', duration: 2 }];
    const movie = await imported('json2video', {
      variables: { name: 'Bob' },
      scenes: [{ duration: 2, elements }],
    });
    expect(movie.video).to.deep.include({ variables: { name: { default: 'Bob' } } });
  });

  it('carries over the outputs that the format has, and lists the other properties', async () => {
    const output = {
      format: 'gif',
      range: { start: 1, length: 2 },
      poster: { capture: 1.5 },
      mute: true,
      scaleTo: 'sd',
    };
    const { video, ...rest } = await imported('shotstack', { timeline: { tracks: [LASTING] }, output });
    expect(video)
      .to.have.nested.property('metadata.output')
      .that.deep.equals({
        format: 'gif',
        range: { from: 1000, to: 3000 },
        poster: { at: 1500 },
      });
    expect(pathsOf({ video, ...rest })).to.have.members(['output.mute', 'output.scaleTo']);
    const still = await imported('creatomate', {
      ...EMPTY.creatomate,
      output_format: 'png',
      snapshot_time: 2,
    });
    expect(still.video)
      .to.have.nested.property('metadata.output')
      .that.deep.equals({ format: 'png', at: 2000 });
    const other = await imported('zvid', { ...EMPTY.zvid, outputFormat: 'avi' });
    expect(pathsOf(other)).to.include('outputFormat');
    expect(other.video).not.to.have.nested.property('metadata.output');
  });

  it('lists colours that it does not understand', async () => {
    const result = await imported('shotstack', {
      timeline: { background: 'hotpinkish', tracks: [LASTING] },
      output: {},
    });
    expect(pathsOf(result)).to.deep.equal(['timeline.background']);
  });

  it('leaves out a clip that the format cannot express, and keeps the rest', async () => {
    const clip = (length: number) => ({ asset: { type: 'image', src: PHOTO }, start: 0, length });
    const result = await imported('shotstack', {
      timeline: { tracks: [{ clips: [clip(-5), clip(2)] }] },
      output: {},
    });
    expect(result.video['clips']).to.have.length(1);
    expect(pathsOf(result)).to.include('timeline.tracks[0].clips[0]');
  });

  for (const format of IMPORT_FORMATS) {
    it(`gives a valid video for an empty project of ${format}`, async () => {
      expect(decode(CreateVideoBody, await videoOf(format, EMPTY[format]))).to.satisfy(E.isRight);
    });

    it(`gives a valid video or problems, whatever a project of ${format} holds`, async () => {
      const names =
        'timeline resolution effect fit tracks clips asset type src start length output elements scenes time duration width source visuals audios layers path children OTIO_SCHEMA source_range transition text style'.split(
          ' ',
        );
      const types =
        'constructor __proto__ video image text Clip.2 Track.1 Transition.1 TEXT title 50% end'.split(' ');
      const words = fc.constantFrom(...types, A);
      const { tree } = fc.letrec((tie) => ({
        tree: fc.oneof(
          { maxDepth: 6 },
          fc.double(),
          words,
          fc.string(),
          fc.constant(null),
          fc.array(tie('tree'), { maxLength: 4 }),
          fc.dictionary(fc.constantFrom(...names), tie('tree'), { maxKeys: 6 }),
        ),
      }));
      const projects = fc.dictionary(fc.constantFrom(...names), tree);
      await fc.assert(
        fc.asyncProperty(projects, async (project) => {
          const result = await importProject(project, format);
          if (E.isRight(result)) expect(decode(CreateVideoBody, result.right.video)).to.satisfy(E.isRight);
          else expect(result.left).not.to.deep.equal([]);
        }),
      );
    });
  }
});

describe('Import of very long lists', () => {
  it('reads at most 1500 items of all lists together, and says so', async () => {
    const clip = { asset: { type: 'text', text: 'x' }, start: 0, length: 3 };
    const tracks = [400, 400].map((length) => ({ clips: Array.from({ length }, () => clip) }));
    const limited = await imported('shotstack', {
      timeline: { tracks: [...tracks, { clips: Array.from({ length: 1001 }, () => 1) }] },
      output: {},
    });
    const messages = limited.deviations.map(({ path, message }) => `${path} ${message}`);
    expect(messages).to.include('timeline.tracks[2].clips only the first 697 items were carried over');
  });
});

describe('Import of names that objects inherit', () => {
  it('finds nothing under them', async () => {
    for (const name of ['constructor', '__proto__', 'toString']) {
      const clip = {
        asset: { type: 'video', src: A, volumeEffect: name },
        start: 0,
        length: 1,
        fit: name,
        filter: name,
      };
      await imported('shotstack', {
        timeline: { tracks: [{ clips: [clip] }] },
        output: { resolution: name, aspectRatio: name },
      });
      await imported('json2video', {
        resolution: name,
        scenes: [{ elements: [{ type: 'video', src: A, position: name, resize: name }] }],
      });
      await imported('zvid', {
        resolution: name,
        visuals: [{ type: 'TEXT', text: 'a', position: name, enterEnd: 1, enterAnimation: name }],
      });
      await imported('creatomate', {
        elements: [{ type: 'text', text: 'a', font_weight: name, fill_color: name }],
        width: 16,
        height: 16,
      });
      await imported('editly', {
        clips: [{ layers: [{ type: 'image', path: A, resizeMode: name }], transition: { name } }],
      });
    }
  });
});
