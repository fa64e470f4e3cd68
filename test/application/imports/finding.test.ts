import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { importProject } from '../../../application/imports/import-project.js';
import {
  A,
  EMPTY,
  imported,
  pathsOf,
  PHOTO,
  SHOTSTACK,
  videoOf,
} from '../../support/api/imported-projects.js';
import { rightOf } from '../../support/right-of.js';

describe('An import without the name of a system', () => {
  it('finds out the system', async () => {
    for (const [format, project] of Object.entries(EMPTY)) {
      if (format === 'vidapi') continue; // an empty one is one of Shotstack, too
      const found = rightOf(await importProject(project as Readonly<Record<string, unknown>>));
      expect(found.from).to.equal(format);
    }
  });

  it('takes an edit of Shotstack for one, also with fields of VidAPI beside it', async () => {
    const titles = [{ asset: { type: 'title', text: 'A' }, start: 0, length: 2 }];
    const edit = { timeline: { tracks: [{ clips: titles }] }, output: { format: 'mp4', width: 1280 } };
    expect(rightOf(await importProject(edit)).from).to.equal('shotstack');
    const color = [{ asset: { type: 'color', color: '#FF0000' }, start: 0, length: 2 }];
    const other = { ...edit, timeline: { tracks: [{ clips: color }] } };
    expect(rightOf(await importProject(other)).from).to.equal('vidapi');
  });

  it('finds a project in what wraps it, and lists what is beside it', async () => {
    const found = rightOf(
      await importProject({ name: 'Saved', retries: 3, data: { template: { ...SHOTSTACK, other: 1 } } }),
    );
    expect(found.from).to.equal('shotstack');
    expect(found.video['clips']).to.have.length.greaterThan(1);
    expect(pathsOf(found)).to.include('retries');
    expect(pathsOf(found)).to.include('data.template.other');
  });

  it('reads the output and the values that a request has beside the project, and names them where they are', async () => {
    const clips = [{ asset: { type: 'image', src: '{{a/b.png}}' }, start: 0, length: 2 }];
    const template = { timeline: { tracks: [{ clips }] } };
    const output = { format: 'mp4', size: { width: 720, height: 1280 }, unheardOf: 1 };
    const merge = [{ find: 'a/b.png', replace: PHOTO }];
    const found = rightOf(await importProject({ edit: { template, output, merge } }));
    expect(found.video).to.have.nested.property('metadata.canvas.height', 1280);
    expect(found.video).to.have.nested.property('clips[0].source', PHOTO);
    expect(pathsOf(found)).to.have.members(['edit.output.unheardOf', 'edit.merge[0]']);
  });

  it('looks through a document of 20,000 objects once', async () => {
    const objects = Array.from({ length: 20_000 }, (_, index) => [`object${index}`, {}]);
    expect((await importProject(Object.fromEntries(objects)))._tag).to.equal('Left');
  });

  it('refuses what is no project, or one of another system than stated', async () => {
    expect(E.isLeft(await importProject({ hello: [1] }))).to.equal(true);
    expect(await importProject({ clips: [{ layers: [] }], outPath: 'a.mp4' }, 'shotstack')).to.deep.equal(
      E.left(['is not a project of shotstack, but of editly: leave out from, or correct it']),
    );
  });
});

describe('An import of a project with faults', () => {
  const clip = (more: object) => ({ asset: { type: 'image', src: PHOTO }, start: 0, length: 2, ...more });
  const edit = (...clips: ReadonlyArray<object>) => ({ timeline: { tracks: [{ clips }] }, output: {} });

  it('leaves out what the format cannot express, and names it by the path in the project', async () => {
    const result = await imported('shotstack', edit(clip({ opacity: 7 }), clip({ length: -1 }), clip({})));
    expect(result.video['clips']).to.have.length(2);
    expect([...new Set(pathsOf(result))]).to.have.members([
      'timeline.tracks[0].clips[0]',
      'timeline.tracks[0].clips[1]',
    ]);
  });

  it('names the clip of the video that a deviation is about, also in groups', async () => {
    const { deviations } = await imported('shotstack', edit(clip({ length: -1 }), clip({ other: 1 })));
    expect(deviations.map(({ path, clip: at }) => [path, at])).to.deep.include.members([
      ['timeline.tracks[0].clips[0]', undefined],
      ['timeline.tracks[0].clips[1].other', 'clips[0]'],
    ]);
    const scenes = await imported('json2video', {
      scenes: [{ duration: 2, elements: [{ type: 'image', src: PHOTO, other: 1 }] }],
    });
    expect(scenes.deviations.map(({ clip: at }) => at)).to.deep.equal(['clips[0].clips[1]']);
  });

  it('leaves to the user where finished files are sent', async () => {
    const output = { destinations: [{ provider: 's3' }] };
    const { deviations } = await imported('shotstack', { ...edit(clip({})), output });
    expect(deviations.map(({ kind, path }) => [kind, path])).to.deep.equal([['toDo', 'output.destinations']]);
  });

  it('corrects settings of the whole video', async () => {
    const output = { fps: 5000, size: { width: 90_000, height: 10 } };
    const { metadata, paths } = await videoOf('shotstack', { ...edit(clip({})), output });
    expect(metadata.canvas).to.deep.equal({ width: 7680, height: 16 });
    expect(paths).to.include('output.fps');
  });

  it('takes null for an absent field, and numbers and times as text', async () => {
    const times = { start: '1.5', length: '500 ms', scale: null, effect: null };
    const { clips, paths } = await videoOf('shotstack', edit(clip(times)));
    expect(paths).to.deep.equal([]);
    expect(clips[0].timeFrame).to.deep.equal({ start: 1500, end: 2000 });
  });

  it('assumes a length where nothing states one, and says so', async () => {
    const { metadata, paths } = await videoOf('shotstack', edit(clip({ length: 'end' })));
    expect(metadata.duration).to.equal(5000);
    expect(paths).to.deep.equal(['']);
    const sound = { asset: { type: 'audio', src: A }, start: 0, length: 'end' };
    const heard = await videoOf('shotstack', edit(sound));
    expect(heard.metadata.duration).to.equal('auto');
    expect(heard.clips[0].timeFrame.end).to.equal('source');
  });

  it('follows media where lengths are automatic', async () => {
    const video = { asset: { type: 'video', src: A }, start: 'auto', length: 'auto' };
    const { metadata, clips } = await videoOf('shotstack', edit(video, video));
    const [first, second] = clips;
    expect(first.timeFrame).to.deep.equal({ start: 0, end: 'source' });
    expect(second.timeFrame).to.deep.equal({ after: first.id, end: 'source' });
    expect(metadata.duration).to.equal('auto');
  });
});
