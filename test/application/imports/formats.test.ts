import { expect } from 'chai';
import { A, PHOTO, SHOTSTACK, videoOf } from '../../support/api/imported-projects.js';

describe('Import of projects', () => {
  it('converts a project of Zvid that lasts as long as its content', async () => {
    const text = { type: 'TEXT', text: 'A', width: 400, enterBegin: 1, exitEnd: 7 };
    const audios = [{ src: 'https://media.example.org/a.mp3', exit: 20, matchDuration: true }];
    const { metadata, clips, paths } = await videoOf('zvid', {
      durationMode: 'auto',
      visuals: [text],
      audios,
    });
    expect(metadata.duration).to.equal(7000);
    expect(clips[1].timeFrame).to.deep.equal({ start: 0, end: 'video', loop: true });
    expect(paths).to.deep.equal([]);
    const video = { type: 'VIDEO', src: A, width: 400, height: 300 };
    expect((await videoOf('zvid', { durationMode: 'auto', visuals: [video] })).metadata.duration).to.equal(
      'auto',
    );
  });

  it('takes the size of an edit of Shotstack from where others name a resolution', async () => {
    const output = { resolution: '1080x1920' };
    const { metadata, paths } = await videoOf('shotstack', { ...SHOTSTACK, output });
    expect([metadata.canvas, paths]).to.deep.equal([{ width: 1080, height: 1920 }, []]);
  });

  it('converts an edit of Shotstack: tracks, times, places, transitions and sound', async () => {
    const { metadata, clips, paths } = await videoOf('shotstack', SHOTSTACK);
    expect(metadata).to.deep.include({
      duration: 5000,
      fps: 25,
      canvas: { width: 720, height: 1280 },
      backgroundColor: '#112233',
      soundtrack: { source: 'https://media.example.org/music.mp3', volume: 0.5, fadeOut: 2000 },
    });
    const [text, video] = clips;
    expect(text).to.deep.include({
      timeFrame: { start: 1000, end: 3000 },
      position: { anchor: 'bottomLeft', relativeTo: 'bottomLeft', x: 72, y: -256, z: 2 },
      size: { width: 400, height: 100 },
      transition: {
        in: { type: 'slide', duration: 250, direction: 'up', distance: 32, fade: true },
        out: { type: 'fade', duration: 1000, easing: 'easeInOut' },
      },
    });
    expect(text.textProperties).to.include({
      content: 'Hello',
      fontSize: 60,
      textAlign: 'left',
      verticalAlign: 'middle',
    });
    expect(video).to.deep.include({
      source: A,
      volume: 0.5,
      fit: 'cover',
      effects: {
        opacity: 0.5,
        mask: { clip: 'track-1-clip-1-mattes', mode: 'lumaInverted', fit: 'stretch' },
      },
    });
    expect(video.timeFrame).to.deep.equal({ start: 0, end: 5000, offset: 3000 });
    expect(video.position.z).to.equal(1);
    expect(clips[2], 'its mask, in which all is seen after the matte').to.deep.include({
      id: 'track-1-clip-1-mattes',
      timeFrame: { start: 0, end: 5000 },
    });
    expect(paths).to.deep.equal([]);
  });

  it('converts a RenderScript of Creatomate: anchors, units, tracks and compositions', async () => {
    const { metadata, clips } = await videoOf('creatomate', {
      width: 1080,
      height: 1920,
      frame_rate: 30,
      elements: [
        { type: 'image', track: 1, duration: 3, source: PHOTO },
        { type: 'video', track: 1, duration: 2, source: A, trim_start: 1.5, volume: '50%' },
        {
          type: 'composition',
          track: 2,
          time: 1,
          duration: 4,
          elements: [
            {
              type: 'text',
              text: 'Hi',
              y: '10%',
              height: '20%',
              x_alignment: '50%',
              font_size: '8 vmin',
              fill_color: 'rgba(255,0,0,0.5)',
              duration: 4,
              animations: [{ time: 'start', duration: 0.5, type: 'fade' }],
            },
          ],
        },
      ],
    });
    expect(metadata).to.deep.include({ duration: 5000, fps: 30, canvas: { width: 1080, height: 1920 } });
    expect(clips[0].timeFrame).to.deep.equal({ start: 0, end: 3000 });
    expect(clips[1]).to.deep.include({ volume: 0.5, timeFrame: { start: 3000, end: 5000, offset: 1500 } });
    const [text] = clips[2].clips;
    expect(text.position).to.deep.equal({ x: '50%', y: '10%', z: 1, anchor: 'center' });
    expect(text.textProperties).to.include({ color: '#FF000080', textAlign: 'center', fontSize: 86.4 });
    expect(text.transition).to.deep.equal({ in: { type: 'fade', duration: 500 } });
  });

  it('has generated voices of Creatomate spoken by the service', async () => {
    const provider = 'elevenlabs model_id=eleven_multilingual_v2 voice_id=XrExE9yKIg1WjnnlVkGX';
    const script = { elements: [{ type: 'audio', time: 1, source: 'Hello there', provider, volume: '50%' }] };
    const { clips, paths } = await videoOf('creatomate', script);
    expect(clips[0]).to.deep.include({ type: 'audio', speech: { text: 'Hello there' }, volume: 0.5 });
    expect(paths).to.include('elements[0].provider');
  });

  it('keeps the padding of a text of Creatomate where the canvas follows its media', async () => {
    const { clips } = await videoOf('creatomate', {
      elements: [
        { type: 'video', source: A },
        { type: 'text', text: 'Hi', width: '100%', height: '50%', x_padding: '5 vw', y_padding: '5 vh' },
      ],
    });
    expect(clips[1].size).to.deep.equal({ width: '90%', height: '40%' });
  });

  it('leaves lines of Creatomate where they are if their box is as high as they are, with padding', async () => {
    const text = { type: 'text', text: 'Hi', width: '84%', y: '75%', font_size: '6.5 vw', y_padding: '2.5%' };
    const zoom = { type: 'scale', fade: false, start_scale: '100%', end_scale: '130%', easing: 'linear' };
    const script = {
      width: 1000,
      height: 1000,
      duration: 4,
      elements: [
        text,
        { ...text, y_anchor: '100%' },
        { type: 'image', source: A, clip: true, animations: [zoom] },
      ],
    };
    const { clips, paths } = await videoOf('creatomate', script);
    for (const { size } of clips.slice(0, 2)) expect(size).to.deep.equal({ width: '84%', height: 'auto' });
    expect(paths).to.deep.equal(['elements[1].y_padding']);
  });

  it('converts a movie of JSON2Video: scenes one after the other, and elements over all of them', async () => {
    const movie = {
      resolution: 'full-hd',
      scenes: [
        {
          duration: 2,
          'background-color': '#FF0000',
          elements: [{ type: 'text', text: 'One', settings: { 'font-size': '80px' } }],
        },
        { elements: [{ type: 'video', src: A, duration: 3, start: 1, muted: true, 'fade-in': 0.5 }] },
      ],
      elements: [
        { type: 'audio', src: 'https://media.example.org/music.mp3', volume: 0.2 },
        { type: 'voice', text: 'Hello', voice: 'en-GB-SoniaNeural', start: 1 },
      ],
    };
    const { metadata, clips, paths } = await videoOf('json2video', movie);
    expect(metadata).to.deep.include({ duration: 'auto', canvas: { width: 1920, height: 1080 } });
    const frames = clips.map(({ type, timeFrame }: { type: string; timeFrame: object }) => [type, timeFrame]);
    expect(frames).to.deep.equal([
      ['group', { start: 0, end: 2000 }],
      ['group', { start: 2000, end: 6000 }],
      ['audio', { start: 0, end: 'source' }],
      ['audio', { start: 1000, end: 'source' }],
    ]);
    expect(clips[3].speech).to.deep.equal({ text: 'Hello', language: 'en-GB' });
    expect(clips[0].clips.map(({ type }: { type: string }) => type)).to.deep.equal(['shape', 'text']);
    expect(clips[0].clips[1].textProperties).to.include({
      content: 'One',
      fontSize: 80,
      fontFamily: 'Inter',
    });
    expect(clips[1].clips[1]).to.deep.include({
      volume: 0,
      timeFrame: { start: 1000, end: 4000 },
      transition: { in: { type: 'fade', duration: 500 } },
    });
    expect(paths).to.include('elements[1].voice');
  });

  it('converts a project of Zvid: enter and exit times, anchors, styles and scenes', async () => {
    const { metadata, clips } = await videoOf('zvid', {
      payload: {
        name: 'promo',
        resolution: 'youtube-short',
        duration: 4,
        visuals: [
          {
            type: 'TEXT',
            text: 'Hi',
            position: 'center-center',
            enterBegin: 1,
            enterEnd: 1.5,
            exitBegin: 3,
            exitEnd: 4,
            enterAnimation: 'slideleft',
            exitAnimation: 'fade',
            style: { fontSize: '64px', color: '#fff' },
          },
          { type: 'VIDEO', src: A, x: 10, y: 20, width: 300, height: 200, resize: 'cover', videoBegin: 2 },
          { type: 'IMAGE', src: PHOTO, resize: 'contain' },
        ],
        audios: [{ src: 'https://media.example.org/music.mp3', volume: 0.3 }],
      },
    });
    expect(metadata).to.deep.include({
      name: 'promo',
      duration: 4000,
      canvas: { width: 1080, height: 1920 },
    });
    expect(clips[0]).to.deep.include({
      timeFrame: { start: 1000, end: 4000 },
      position: { x: 0, y: 0, z: 0, anchor: 'center', relativeTo: 'center' },
      transition: {
        in: { type: 'slide', duration: 500, direction: 'left', distance: 'canvas' },
        out: { type: 'fade', duration: 1000 },
      },
    });
    expect(clips[1].timeFrame).to.deep.equal({ start: 0, end: 'video', offset: 2000 });
    expect(clips[1]).to.deep.include({ fit: 'cover', size: { width: 300, height: 200 } });
    expect(clips[2]).to.deep.include({ fit: 'contain', size: { width: 1080, height: 1920 } });
    expect(clips[3]).to.deep.include({ type: 'audio', volume: 0.3 });
  });

  it('converts a specification of editly: scenes that fade into each other, and layers', async () => {
    const { metadata, clips } = await videoOf('editly', {
      width: 640,
      height: 360,
      fps: 30,
      defaults: { duration: 3, transition: { name: 'fade', duration: 1 } },
      audioFilePath: 'https://media.example.org/music.mp3',
      clips: [
        {
          layers: [
            {
              type: 'title-background',
              text: 'Start',
              background: { type: 'linear-gradient', colors: ['#000', '#fff'] },
            },
          ],
        },
        {
          layers: [
            { type: 'video', path: A, cutFrom: 1, cutTo: 7 },
            { type: 'subtitle', text: 'Below' },
          ],
        },
        { duration: 2, layers: [{ type: 'video', path: A, cutFrom: 1 }] },
        { duration: 2, layers: [{ type: 'video', path: A, cutFrom: 1, cutTo: 7 }] },
        { duration: 2, layers: [{ type: 'video', path: A, cutFrom: 1, cutTo: 1 }] },
      ],
    });
    expect(metadata).to.deep.include({ duration: 11_000, fps: 30 });
    expect(metadata.soundtrack.source).to.contain('music.mp3');
    const [first, second, ...fitted] = clips;
    expect(first.clips[1].shapeProperties.fill.stops[0].color).to.equal('#000');
    // The clip lasts as long as the part of its video, and begins while the one before it is shown.
    expect(second).to.deep.include({ timeFrame: { start: 2000, end: 8000 } });
    expect(second.transition).to.deep.equal({ in: { type: 'fade', duration: 1000 } });
    expect(second.clips[1]).to.deep.include({ fit: 'containBlur', volume: 0 });
    expect(second.clips[1].timeFrame).to.deep.equal({ start: 0, end: 6000, offset: 1000 });
    expect(fitted.map((scene: typeof second) => scene.clips[1].timeFrame.speed)).to.deep.equal([
      'fit',
      3,
      undefined,
    ]);
  });

  it('gives clips of Shotstack the times of others that they name, as far as these are stated', async () => {
    const clip = (times: object, type = 'video') => ({
      clips: [{ asset: { type, src: 'https://media.example.org/a.mp4' }, ...times }],
    });
    const edit = {
      timeline: {
        tracks: [
          clip({ start: 'alias://second', length: 'alias://second' }, 'image'),
          clip({ start: 'alias://first', length: 'alias://first', alias: 'second' }, 'image'),
          clip({ start: 1.5, length: 4, alias: 'first' }),
          clip({ start: 0, length: 'alias://auto' }, 'image'),
          clip({ start: 2, length: 'auto', alias: 'auto' }),
          clip({ start: 0, length: 'alias://loop', alias: 'loop' }, 'image'),
        ],
      },
    };
    const { clips, paths } = await videoOf('shotstack', edit);
    const [third, second, first, untilEnd, , loop] = clips.map(
      ({ timeFrame }: { timeFrame: object }) => timeFrame,
    );
    for (const times of [first, second, third]) expect(times).to.deep.equal({ start: 1500, end: 5500 });
    for (const times of [untilEnd, loop]) expect(times).to.deep.equal({ start: 0, end: 'video' });
    expect(paths).to.deep.equal(['timeline.tracks[3].clips[0].length', 'timeline.tracks[5].clips[0].length']);
  });

  it('moves layers of editly at the pace of their clip, and makes random choices of its own', async () => {
    const layers = [
      { type: 'linear-gradient' },
      { type: 'slide-in-text', text: 'A' },
      { type: 'subtitle', text: 'B', delay: 0.5, speed: 2 },
      { type: 'rainbow-colors', start: 2 },
    ];
    const spec = { clips: [{ duration: 4, layers }, { layers }] };
    expect((await videoOf('editly', spec)).paths).to.deep.equal([]);
    const { clips } = await videoOf('editly', spec);
    const [, gradient, text, band, subtitle, ...rainbow] = clips[0].clips;
    const turns = ({ keyframes }: typeof gradient) => keyframes[0].points.at(-1);
    expect(turns(gradient)).to.deep.include({ time: 4000, value: 30 });
    expect(text.timeFrame).to.deep.equal({ start: 400, end: 3600 });
    expect(text.transition.in.duration).to.equal(800);
    expect(subtitle.timeFrame.start).to.equal(2000);
    for (const part of [band, subtitle])
      expect(part.transition.in).to.deep.include({ type: 'fade', duration: 2000 });
    // The band behind a subtitle fades in where it is.
    expect(band).not.to.have.property('keyframes');
    expect(subtitle.keyframes[0].points[0]).to.deep.equal({ time: 0, value: '-5vmin' });
    expect(turns(subtitle)).to.deep.include({ time: 2000, value: 0 });
    expect(band.textProperties).to.include({ content: 'B', backgroundColor: '#0000004D' });
    expect(subtitle.textProperties).not.to.have.property('backgroundColor');
    expect(turns(rainbow.at(-1)).time).to.equal(2000);
    const fills = clips.map((clip: typeof gradient) => clip.clips[1].shapeProperties.fill);
    expect(fills[0]).not.to.deep.equal(fills[1]);
  });

  it('never shows a text of editly that waits for longer than its clip', async () => {
    const layers = [{ type: 'subtitle', text: 'A', delay: 2 }];
    const { clips, paths } = await videoOf('editly', { clips: [{ duration: 4, layers }] });
    const [, band, text] = clips[0].clips;
    // It would begin to appear after the last frame.
    for (const part of [band, text]) expect(part.timeFrame.start).to.equal(3999);
    expect(paths).to.deep.equal(['clips[0].layers[0].delay']);
  });

  it('lets clips of VidAPI overlap while one turns into the next, so that all behind it begins earlier', async () => {
    const clip = (start: number, length: number, transition?: object) => {
      const asset = { type: 'color', color: '#123456' };
      return { asset, start, length, transition };
    };
    const wipe = { name: 'wipe_left', duration: 0.4 };
    const tracks = [
      { clips: [clip(0, 2, wipe), clip(2, 3, { name: 'fade_out' }), clip(5, 1)] },
      { clips: [clip(1, 4)] },
    ];
    const { clips, metadata, paths } = await videoOf('vidapi', { timeline: { tracks }, output: {} });
    const times = clips.map(({ timeFrame }: { timeFrame: { start: number; end: number } }) => [
      timeFrame.start,
      timeFrame.end,
    ]);
    expect(times).to.deep.equal([
      [0, 2000],
      [1600, 4600],
      [4600, 5600],
      [1000, 4600],
    ]);
    expect(clips[1].transition.in).to.deep.equal({ type: 'wipe', direction: 'left', duration: 400 });
    expect(metadata.duration).to.equal(5600);
    expect(paths).to.deep.equal([]);
  });

  it('zooms titles and overlays of editly as a whole, on a square canvas if there is no video, and lists limited speeds', async () => {
    const layers = [
      { type: 'title', text: 'A', position: 'bottom-left' },
      {
        type: 'image-overlay',
        path: 'https://media.example.org/a.png',
        zoomDirection: 'out',
        position: { x: 0.2, y: 0.4 },
      },
    ];
    const { metadata, clips } = await videoOf('editly', { width: 320, clips: [{ layers }] });
    expect(metadata.canvas).to.deep.equal({ width: 320, height: 320 });
    const [title, overlay] = clips[0].clips.slice(-2);
    expect(title).to.deep.include({ type: 'group', size: { width: '100%', height: '100%' } });
    expect(title.motion).to.deep.equal({
      from: { scale: 1, x: 0.05, y: 0.95 },
      to: { scale: 1.2, x: 0.05, y: 0.95 },
    });
    expect(title.clips[0].textProperties.content).to.equal('A');
    expect(overlay.motion.from).to.deep.equal({ scale: 1.1, x: 0.2, y: 0.4 });
    const fast = [{ type: 'video', path: A, cutFrom: 3, cutTo: 30 }];
    const film = await videoOf('editly', { width: 320, clips: [{ duration: 1.5, layers: fast }] });
    expect(film.metadata.canvas).to.deep.equal({ width: 320, height: 'auto' });
    expect(film.paths).to.deep.equal(['clips[0].layers[0].cutTo', 'fps']);
  });
});
