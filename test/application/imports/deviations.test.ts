import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { IMPORT_FORMATS, importProject } from '../../../application/imports/import-project.js';
import { decode } from '../../../domain/codec/codec.js';
import { CreateVideoBody } from '../../../domain/composition/requests.js';
import { A, EMPTY, imported, PHOTO, videoOf } from '../../support/api/imported-projects.js';

const LASTING = { clips: [{ asset: { type: 'image', src: PHOTO }, start: 0, length: 3 }] };

describe('An import', () => {
  it('replaces sources that the service cannot fetch, and says so', async () => {
    const layers = [{ type: 'image', path: './assets/pano.jpg' }];
    const video = await videoOf('editly', { clips: [{ layers }] });
    expect(video.paths).to.include('clips[0].layers[0].path');
    expect(JSON.stringify(video)).to.contain('https://replace.invalid/');
  });

  it('keeps the place of media that is made there, or not there yet, and says that it is to be replaced', async () => {
    const made = (asset: object) => ({ asset, start: 0, length: 2, fit: 'contain' });
    const clips = [
      made({ type: 'text-to-image', prompt: 'A wood' }),
      made({ type: 'image-to-video', prompt: 'Zoom', src: PHOTO }),
      made({ type: 'image', prompt: '{{IDEA}}' }),
    ];
    const result = await imported('shotstack', { timeline: { tracks: [{ clips }] }, output: {} });
    expect(result.video['clips']).to.containSubset([
      { type: 'image', fit: 'contain', source: 'https://replace.invalid/A%20wood' },
      { type: 'video', fit: 'contain', source: 'https://replace.invalid/Zoom' },
      { type: 'image', fit: 'contain', source: 'https://replace.invalid/%7B%7BIDEA%7D%7D' },
    ]);
    const kinds = result.deviations.flatMap(({ path, kind }) => (path.endsWith('.prompt') ? [kind] : []));
    expect(kinds).to.deep.equal(['toDo', 'toDo', 'toDo']);
    const script = await videoOf('creatomate', { width: 640, height: 360, elements: [{ type: 'audio' }] });
    expect(script.clips[0]).to.include({ type: 'audio', source: 'https://replace.invalid/' });
  });

  it('leaves out values that have no meaning there either, and says that they are to be corrected', async () => {
    const clip = { asset: { type: 'image', src: PHOTO }, start: 0, length: 2 };
    const wrong = { ...clip, filter: 'rainbow', position: 'WHERE', transition: { in: 'teleport' } };
    const result = await imported('shotstack', { timeline: { tracks: [{ clips: [wrong] }] }, output: {} });
    expect(JSON.stringify(result.video['clips'])).not.to.match(/transition|effects/);
    expect(result.deviations.map(({ kind }) => kind)).to.deep.equal(['toDo', 'toDo', 'toDo']);
  });

  it('says that the opacity beside a colour is lost where a placeholder stands for the colour', async () => {
    const captions = { cues: [], style: { color: '{{tone}}', opacity: 0.5 } };
    const clips = [{ asset: { type: 'color', color: '#000' }, start: 0, length: 1 }];
    const timeline = { tracks: [{ clips }] };
    const { paths } = await videoOf('vidapi', { timeline, output: {}, captions });
    expect(paths).to.include('captions.style.opacity');
    const own = { ...captions, style: { color: '#FF000080', opacity: 0.5 } };
    const { clips: drawn } = await videoOf('vidapi', { timeline, output: {}, captions: own });
    expect(drawn.at(-1).captionProperties.nonHighlightTextProperties.color).to.equal('#FF000040');
  });

  it('writes captions of VidAPI into a file beside the video, unless they are to be drawn', async () => {
    const clips = [{ asset: { type: 'color', color: '#000' }, start: 0, length: 1 }];
    const outputOf = async (captions: object) => {
      const cues = [{ start: 0, end: 1, text: 'Hi' }];
      const edit = { timeline: { tracks: [{ clips }] }, captions: { ...captions, cues } };
      const { metadata, paths } = await videoOf('vidapi', { ...edit, output: {} });
      expect(paths.filter((path: string) => path.startsWith('captions'))).to.deep.equal([]);
      return metadata.output?.captions;
    };
    expect(await outputOf({ format: 'webvtt' })).to.deep.equal({ sidecar: ['vtt'], burnIn: false });
    expect(await outputOf({ mode: 'burn-in', format: 'srt' })).to.equal(undefined);
  });

  it('keeps templates: their placeholders, with defaults', async () => {
    const clip = (asset: object) => ({ asset, start: 0, length: 2 });
    const shown = [
      clip({ type: 'image', src: '{{ PHOTO }}' }),
      clip({ type: 'text', text: 'Hello {{ NAME }}, {{ NAME.toUpperCase() }}' }),
    ];
    const shotstack = await videoOf('shotstack', {
      timeline: { background: '{{ TONE }}', tracks: [{ clips: shown }] },
      output: {},
      merge: [
        { find: 'NAME', replace: 'Ada' },
        { find: 'PHOTO', replace: PHOTO },
        { find: 'TONE', replace: '#112233' },
        { find: 'not a name', replace: 1 },
      ],
    });
    expect(shotstack.variables).to.deep.equal({
      NAME: { default: 'Ada' },
      PHOTO: { default: PHOTO },
      TONE: { default: '#112233' },
    });
    expect(shotstack.clips[0].source).to.equal('{{ PHOTO }}');
    expect(shotstack.metadata.backgroundColor).to.equal('{{ TONE }}');
    expect(shotstack.paths).to.have.members(['merge[3]', 'timeline.tracks[0].clips[1]']);
    const elements = [{ type: 'text', text: 'Hello {{name}}', duration: 2 }];
    const scenes = [{ duration: 2, elements }];
    const movie = await videoOf('json2video', { variables: { name: 'Bob' }, scenes });
    expect(movie.variables).to.deep.equal({ name: { default: 'Bob' } });
  });

  it('carries over the outputs that the format has, and lists the other properties', async () => {
    const output = {
      format: 'gif',
      repeat: false,
      range: { start: 1, length: 2 },
      poster: { capture: 1.5 },
      mute: true,
      scaleTo: 'sd',
    };
    const { metadata, paths } = await videoOf('shotstack', { timeline: { tracks: [LASTING] }, output });
    const range = { from: 1000, to: 3000 };
    expect(metadata.output).to.deep.equal({ format: 'gif', range, loop: false, poster: { at: 1500 } });
    expect(paths).to.have.members(['output.mute', 'output.scaleTo']);
    const image = { ...EMPTY.creatomate, output_format: 'png', snapshot_time: 2 };
    const still = await videoOf('creatomate', image);
    expect(still.metadata.output).to.deep.equal({ format: 'png', at: 2000 });
    const other = await videoOf('zvid', { ...EMPTY.zvid, outputFormat: 'avi' });
    expect(other.paths).to.include('outputFormat');
    expect(other.metadata).not.to.have.property('output');
  });

  it('lists colours that it does not understand', async () => {
    const timeline = { background: 'hotpinkish', tracks: [LASTING] };
    expect((await videoOf('shotstack', { timeline, output: {} })).paths).to.deep.equal([
      'timeline.background',
    ]);
  });

  for (const format of IMPORT_FORMATS) {
    it(`gives a valid video for an empty project of ${format}`, async () => {
      expect(decode(CreateVideoBody, (await imported(format, EMPTY[format])).video)).to.satisfy(E.isRight);
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

describe('Import of what a document repeats', () => {
  it('lists the same difference once if it is at more than three places', async () => {
    const titles = (count: number) => {
      const clip = { asset: { type: 'title', text: 'x', style: 'future' }, start: 0, length: 3 };
      const tracks = Array.from({ length: count }, () => ({ clips: [clip] }));
      return imported('shotstack', { timeline: { tracks }, output: {} });
    };
    const near = 'is drawn in a font that comes near it';
    expect((await titles(3)).deviations.map(({ message }) => message)).to.deep.equal([near, near, near]);
    expect((await titles(5)).deviations).to.deep.equal([
      {
        kind: 'near',
        path: 'timeline.tracks[0].clips[0].asset.style',
        message: `${near} (and at 4 more places)`,
        clip: 'clips[0]',
      },
    ]);
  });
});

describe('Deviations', () => {
  it('are listed by what a person notices of them', async () => {
    const asset = { type: 'title', text: 'x', style: 'future', unheard: 1 };
    const missing = { asset: { type: 'hologram' }, start: 0, length: 1 };
    const clips = [
      { asset, start: 0, length: 3 },
      { asset: { type: 'image', src: 'a.png' }, start: 0, length: 1 },
    ];
    const { deviations } = await imported('shotstack', {
      timeline: { tracks: [{ clips: [...clips, missing] }] },
      output: {},
    });
    expect(deviations.map(({ kind }) => kind)).to.deep.equal(['leftOut', 'near', 'toDo', 'unseen']);
  });
});

describe('Import of names that objects inherit', () => {
  it('finds nothing under them', async () => {
    for (const name of ['constructor', '__proto__', 'toString']) {
      const asset = { type: 'video', src: A, volumeEffect: name };
      const tracks = [{ clips: [{ asset, start: 0, length: 1, fit: name, filter: name }] }];
      await imported('shotstack', { timeline: { tracks }, output: { resolution: name, aspectRatio: name } });
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
