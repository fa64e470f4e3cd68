import { expect } from 'chai';
import { A, imported, PHOTO, videoOf } from '../../support/api/imported-projects.js';

describe('Imported transitions of Creatomate', () => {
  const photo = { type: 'image', source: PHOTO, track: 1, duration: 3 };
  const text = { type: 'text', text: 'A', font_size: 20, track: 1, duration: 3 };
  const slide = { type: 'slide', direction: '180°', duration: 1, fade: false };
  /** The transitions of two elements, of which the second enters so. */
  const between = async (element: object, animation: object, more: object = {}) => {
    const second = { ...element, ...more, animations: [{ time: 'start', transition: true, ...animation }] };
    const script = { width: 100, height: 100, elements: [{ ...element, time: 0 }, second] };
    const { clips, paths } = await videoOf('creatomate', script);
    expect(paths).to.deep.equal([]);
    const [{ transition: first = {} }, { transition: next = {} }] = clips;
    return { leaves: first.out, enters: next.in };
  };

  it('move the element before as well, unless they say that one of both stays', async () => {
    const way = { type: 'slide', direction: 'left', distance: 'canvas', fade: false, duration: 1000 };
    expect(await between(photo, slide)).to.deep.equal({ leaves: way, enters: way });
    expect(await between(photo, slide, { time: 2.5 })).to.deep.include({ leaves: { ...way, duration: 500 } });
    for (const stays of [{ enable: 'second-only' }, { fixed: 'first-only' }])
      expect(await between(photo, { ...slide, ...stays })).to.deep.equal({ leaves: undefined, enters: way });
    for (const stays of [{ enable: 'first-only' }, { fixed: 'second-only' }])
      expect(await between(photo, { ...slide, ...stays })).to.deep.equal({ leaves: way, enters: undefined });
    expect(await between(photo, slide, { time: 3 })).to.deep.equal({ leaves: undefined, enters: way });
  });

  it('fade out the element before where the one that enters does not cover it', async () => {
    const fade = { type: 'fade', duration: 1000 };
    expect(await between(photo, { type: 'fade', duration: 1 })).to.deep.equal({
      leaves: undefined,
      enters: fade,
    });
    expect(await between(text, { type: 'fade', duration: 1 })).to.deep.equal({ leaves: fade, enters: fade });
    const scene = (inner: object) => ({ type: 'composition', track: 1, duration: 3, elements: [inner] });
    const way = { type: 'fade', duration: 1 };
    expect(await between(scene({ ...photo, track: 2 }), way)).to.deep.equal({
      leaves: undefined,
      enters: fade,
    });
    expect(await between(scene({ ...text, track: 2 }), way)).to.deep.equal({ leaves: fade, enters: fade });
    const letters = { type: 'text-slide', direction: 'up', duration: 1, transition: true, time: 'start' };
    const elements = [text, { ...text, animations: [letters] }];
    const { clips, paths } = await videoOf('creatomate', { width: 100, height: 100, elements });
    expect([clips[0].transition.out, paths]).to.deep.equal([fade, ['elements[1].animations[0].type']]);
  });

  it('fade in wipes as well, unless they say that they do not', async () => {
    for (const type of ['wipe', 'circular-wipe'])
      for (const more of [{}, { fade: false }]) {
        const { enters } = await between(photo, { type, ...more });
        expect(enters.fade, type).to.equal(!('fade' in more));
      }
  });

  it('wipe in the directions that their library names, and turn in none', async () => {
    for (const [way, direction] of [
      [{ x_anchor: '0%' }, 'right'],
      [{ x_anchor: '100%' }, 'left'],
      [{ x_anchor: '0%', start_angle: '90°', end_angle: '90°' }, 'up'],
      [{ x_anchor: '0%', start_angle: '270°', end_angle: '270°' }, 'down'],
      [{ x_anchor: '100%', start_angle: '-90°' }, 'up'],
    ] as const) {
      const { enters } = await between(photo, { type: 'wipe', ...way });
      expect(enters.direction, JSON.stringify(way)).to.equal(direction);
    }
  });

  it('list that the background of a text does not move, if it has one', async () => {
    for (const [back, listed] of [
      ['#FFF', 1],
      ['rgba(216,216,216,0)', 0],
    ] as const) {
      const slides = { type: 'text-slide', time: 0, duration: 1, background_effect: 'scaling-clip' };
      const elements = [{ ...text, background_color: back, animations: [slides] }];
      const { paths } = await videoOf('creatomate', { width: 100, height: 100, elements });
      expect(paths).to.have.length(listed);
    }
  });

  it('zoom a picture over its whole length, whether their time is stated or not', async () => {
    const zoom = { type: 'scale', start_scale: '100%', end_scale: '115%', fade: false };
    for (const times of [{}, { duration: 3 }, { time: 0, duration: 3 }]) {
      const elements = [{ ...photo, animations: [{ ...zoom, ...times }] }];
      const { clips, paths } = await videoOf('creatomate', { width: 100, height: 100, elements });
      expect([clips[0].motion.to.scale, paths]).to.deep.equal([1.15, []]);
    }
  });

  it('zoom it beside a transition, and list that a zoom of another length lasts as long as the picture', async () => {
    const zoom = { type: 'scale', time: 'start', start_scale: '100%', end_scale: '110%', fade: false };
    const wipe = { type: 'wipe', time: 0, duration: 1, fade: false };
    const zoomed = async (duration: number) => {
      const elements = [{ ...photo, animations: [wipe, { ...zoom, duration }] }];
      const { clips, paths } = await videoOf('creatomate', { width: 100, height: 100, elements });
      expect([clips[0].motion.to.scale, clips[0].transition.in.type]).to.deep.equal([1.1, 'wipe']);
      return paths;
    };
    expect(await zoomed(3.1)).to.deep.equal([]);
    expect(await zoomed(1)).to.deep.equal(['elements[0].animations[1].duration']);
  });

  it('show an element when it enters, with a fade in the same movement, and as it leaves', async () => {
    const scale = { type: 'scale', time: 0.5, duration: 0.4, start_scale: '80%', fade: false };
    const out = { type: 'fade', time: 2.8, duration: 0.2, reversed: true };
    const animations = [scale, { type: 'fade', time: 0.5, duration: 0.2 }, out];
    const elements = [{ ...text, time: 1, animations }];
    const { clips, paths } = await videoOf('creatomate', { width: 100, height: 100, elements });
    expect(paths, 'the fade is shorter').to.deep.equal(['elements[0].animations[1]']);
    expect(clips[0].timeFrame).to.deep.equal({ start: 1500, end: 4000 });
    expect(clips[0].transition).to.deep.equal({
      in: { type: 'zoom', from: 0.8, fade: true, duration: 400 },
      out: { type: 'fade', duration: 200 },
    });
  });

  it('grow evenly from the share across, which is listed where it is another one down', async () => {
    const grow = { type: 'scale', time: 0, duration: 1, start_scale: '50% 100%', end_scale: '100% 100%' };
    const elements = [{ ...text, animations: [grow] }];
    const { clips, paths } = await videoOf('creatomate', { width: 100, height: 100, elements });
    expect([clips[0].transition.in.from, paths]).to.deep.equal([
      0.5,
      ['elements[0].animations[0].start_scale'],
    ]);
  });

  it('let words come in and leave, as two texts one after the other, unless more of the text changes', async () => {
    const animations = [
      { type: 'text-slide', time: 'start', duration: 0.6, split: 'word' },
      { type: 'text-scale', time: 'end', duration: 1, split: 'word', reversed: true },
    ];
    const script = (more: object) => ({
      width: 100,
      height: 100,
      elements: [{ ...text, ...more, animations }],
    });
    const { clips, paths } = await videoOf('creatomate', script({ exit: { type: 'fade', duration: 0.2 } }));
    expect([clips[0].type, clips[0].timeFrame, paths]).to.deep.equal(['group', { start: 0, end: 3000 }, []]);
    const [comes, goes] = clips[0].clips;
    expect([comes.timeFrame, goes.timeFrame]).to.deep.equal([{ end: 2000 }, { start: 2000, end: 'video' }]);
    const [first, second] = [comes, goes].map((clip) => clip.textProperties.animation);
    expect([first.type, first.at, second.type, second.at]).to.deep.equal(['slide', 'in', 'scale', 'out']);
    expect([comes.transition, goes.transition.out.type]).to.deep.equal([undefined, 'fade']);
    const turning = [0, 1].map((time) => ({ time, value: time * 90 }));
    const { clips: whole, paths: listed } = await videoOf('creatomate', script({ z_rotation: turning }));
    expect([whole[0].type, listed]).to.deep.equal(['text', ['elements[0].animations']]);
  });

  it('list times that a clip cannot have, and let letters bob once', async () => {
    const wave = { type: 'text-wave', time: 'start', duration: 1 };
    const late = { type: 'fade', time: 0.5, duration: 1 };
    const elements = [
      { ...text, animations: [wave] },
      { type: 'video', source: A, track: 2, duration: 3, animations: [late] },
    ];
    const { clips, paths } = await videoOf('creatomate', { width: 100, height: 100, elements });
    expect(clips[0].textProperties.animation.at).to.equal('in');
    expect([clips[1].timeFrame.start, paths]).to.deep.equal([0, ['elements[1].animations[0].time']]);
  });
});

describe('Imported transitions of editly', () => {
  it('list a diagonal direction, but no default that a layer has no use for', async () => {
    const transition = { name: 'directional', duration: 0.5, params: { direction: [1, 1] } };
    const layers = [
      { type: 'fill-color', color: '#FFF' },
      { type: 'detached-audio', path: A },
    ];
    const spec = {
      defaults: { layer: { fontPath: './a.ttf' } },
      clips: [{ transition, layers }, { layers }],
    };
    expect((await videoOf('editly', spec)).paths).to.deep.equal(['clips[0].transition.params']);
  });
});

describe('Imported movements of Shotstack', () => {
  const edit = (...clips: ReadonlyArray<object>) =>
    videoOf('shotstack', {
      timeline: { tracks: [{ clips }] },
      output: { size: { width: 1000, height: 500 } },
    });
  const picture = { asset: { type: 'image', src: PHOTO }, start: 0, length: 4, effect: 'zoomIn' };

  it('zoom a picture that does not fill the canvas as a whole', async () => {
    const [whole] = (await edit(picture)).clips;
    expect(whole.motion.to).to.deep.equal({ scale: 1.3 });
    for (const more of [{ scale: 0.5 }, { offset: { x: 0.1 } }, { position: 'left' }]) {
      const { clips, paths } = await edit({ ...picture, ...more });
      expect([clips[0].motion, paths]).to.deep.equal([undefined, []]);
      expect(clips[0].keyframes[0].points.at(-1)).to.deep.equal({ time: 4000, value: 1.3 });
    }
  });

  it('go on where a matte begins or ends', async () => {
    const luma = { asset: { type: 'luma', src: PHOTO }, start: 1, length: 1 };
    const { clips, paths } = await edit(picture, luma);
    expect(clips[0].motion.to).to.deep.equal({ scale: 1.3 });
    expect(clips[1]).to.deep.include({ type: 'group', timeFrame: { start: 0, end: 4000 } });
    expect(clips[1].clips[0].timeFrame).to.deep.equal({ start: 1000, end: 2000 });
    expect(paths).to.deep.equal([]);
  });

  it('skew by a share of a side of the canvas', async () => {
    const skew = { x: [{ from: 0.5, to: 0, start: 0, length: 0.3 }], y: 100 };
    const clip = { asset: { type: 'image', src: PHOTO }, start: 0, length: 2, transform: { skew } };
    const { clips, paths } = await videoOf('shotstack', {
      timeline: { tracks: [{ clips: [clip] }] },
      output: { size: { width: 1000, height: 500 } },
    });
    const { transform, keyframes } = clips[0];
    expect(transform.skew.x, 'half the width, which is the height').to.be.closeTo(45, 0.01);
    expect(transform.skew.y, 'almost flat').to.equal(80);
    expect(keyframes[0].points[1].value).to.equal(0);
    expect(paths).to.deep.equal(['timeline.tracks[0].clips[0].transform.skew.y']);
  });
});

describe('Imported keyframes', () => {
  it('of Shotstack let a clip grow out of nothing', async () => {
    const tween = { start: 0, length: 0.5, from: 0, to: 0.5 };
    const clip = { asset: { type: 'image', src: PHOTO }, start: 0, length: 2, scale: [tween] };
    const { clips, paths } = await videoOf('shotstack', {
      timeline: { tracks: [{ clips: [clip] }] },
      output: {},
    });
    expect(paths).to.deep.equal([]);
    expect(clips[0].keyframes.map(({ points }: { points: object[] }) => points)).to.deep.equal(
      Array.from({ length: 2 }, () => [
        { time: 0, value: 0.001, easing: 'hold' },
        { time: 500, value: 0.5, easing: 'linear' },
      ]),
    );
  });

  const box = { type: 'image', src: PHOTO, x: 10, y: 20, width: 40, height: 40 };
  const movie = async (element: object, scene: object = {}) =>
    videoOf('json2video', { scenes: [{ ...scene, elements: [{ ...box, ...element }] }] });

  it('of JSON2Video move and resize an element, at times in seconds or percent of its own', async () => {
    const keyframes = [
      { time: 0, x: 10, width: 40 },
      { time: '50%', x: '50%', width: 80, easing: 'ease-out-elastic' },
    ];
    const { clips, paths } = await movie({ keyframes, start: 1 }, { duration: 5 });
    expect(paths).to.deep.equal([]);
    expect(clips[0].clips.at(-1).keyframes).to.deep.equal([
      {
        property: 'position.x',
        points: [
          { time: 0, value: 10, easing: 'linear' },
          { time: 2000, value: 320, easing: 'easeOutElastic' },
        ],
      },
      {
        property: 'size.width',
        points: [
          { time: 0, value: 40, easing: 'linear' },
          { time: 2000, value: 80, easing: 'easeOutElastic' },
        ],
      },
    ]);
  });

  it('of JSON2Video come without a transition into the first scene, which nobody sees', async () => {
    const transition = { style: 'fade', duration: 1 };
    const { deviations } = await imported('json2video', {
      scenes: [{ transition, duration: 2, elements: [box] }],
    });
    expect(deviations.map(({ path, kind }) => [path, kind])).to.deep.equal([
      ['scenes[0].transition', 'unseen'],
    ]);
  });

  it('of JSON2Video are listed where the time or place that they depend on is not known', async () => {
    const still = { keyframes: [{ time: '10%', y: 5 }] };
    expect((await movie(still)).paths).to.deep.equal(['scenes[0].elements[0].keyframes']);
    const corner = await movie({ ...still, position: 'top-left', duration: 3 });
    expect(corner.paths).to.deep.equal(['scenes[0].elements[0].keyframes']);
  });
});

describe('Imported media of Zvid', () => {
  const zvid = (...visuals: ReadonlyArray<object>) => videoOf('zvid', { duration: 9, visuals });

  it('has filters of -100 to 100, of which strong ones are listed', async () => {
    const filter = {
      brightness: 50,
      contrast: -40,
      saturate: 1,
      invert: true,
      'hue-rotate': '30deg',
      blur: 10,
    };
    const { clips, paths } = await zvid({ type: 'IMAGE', src: PHOTO, width: 400, height: 100, filter });
    expect(paths).to.deep.equal(['visuals[0].filter.contrast']);
    const [contrast, dimmed, stretched, ...others] = clips[0].effects.filters;
    expect(contrast).to.deep.equal({ type: 'contrast', amount: 0.6 });
    // Black becomes as bright as half of the luma from 16 to 235 makes it.
    const black = (0.5 - 0.5 * dimmed.amount) * stretched.amount;
    expect(black).to.be.closeTo((0.5 * 255) / 219, 1e-9);
    expect(others).to.deep.equal([
      { type: 'saturate', amount: 1.02 },
      { type: 'blur', amount: 4 },
      { type: 'invert', amount: 1 },
      { type: 'hueRotate', amount: 30 },
    ]);
  });

  it('turns from one video into the next, under which the first one stays', async () => {
    const way = { transition: 'wipeleft', transitionDuration: 2, transitionId: 'b' };
    const first = { type: 'VIDEO', src: A, id: 'a', enterBegin: 0, exitEnd: 4, ...way };
    const { clips, paths } = await zvid(first, { type: 'VIDEO', src: A, id: 'b', enterBegin: 4, exitEnd: 9 });
    expect(paths).to.deep.equal([]);
    expect(clips.map(({ timeFrame }: { timeFrame: object }) => timeFrame)).to.deep.equal([
      { start: 0, end: 6000 },
      { start: 4000, end: 9000 },
    ]);
    expect(clips[1].transition).to.deep.equal({ in: { type: 'wipe', direction: 'left', duration: 2000 } });
    const alone = await zvid({ ...first, transitionId: 'c' });
    expect(alone.paths).to.deep.equal(['visuals[0].transition']);
  });
});

describe('Imported elements of Creatomate that leave something to it', () => {
  const text = { type: 'text', text: 'A', font_size: 20, duration: 2 };
  const script = (...elements: ReadonlyArray<object>) =>
    videoOf('creatomate', { width: 100, height: 100, elements });

  it('have automatic times, and the length of their media', async () => {
    const media = { type: 'video', source: A, time: 'auto', duration: 'media', track: 1 };
    const { clips, paths } = await script(media, { ...text, time: 'auto', duration: 'auto' });
    expect(paths).to.deep.equal([]);
    expect(clips.map(({ timeFrame }: { timeFrame: object }) => timeFrame)).to.deep.equal([
      { start: 0, end: 'source' },
      { start: 0, end: 'video' },
    ]);
  });

  it('have no free space to align in without a height, and easings of CSS', async () => {
    const animations = [{ type: 'fade', duration: 1, easing: 'ease-out' }];
    const { clips, paths } = await script({ ...text, y_alignment: '85%', animations });
    expect(paths).to.deep.equal([]);
    expect(clips[0].transition.in.easing).to.equal('easeOut');
    expect((await script({ ...text, y_alignment: '85%', height: 90 })).paths).to.have.length(1);
  });
});
