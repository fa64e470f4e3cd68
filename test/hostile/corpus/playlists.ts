import type { Canaries } from './canaries.js';
import { casesOf, type HostileCase } from './hostile-case.js';

const hls = (...lines: ReadonlyArray<string>): string =>
  ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-TARGETDURATION:10', ...lines, '#EXT-X-ENDLIST', ''].join('\n');

const segment = (uri: string): string => hls('#EXT-X-MEDIA-SEQUENCE:0', '#EXTINF:10.0,', uri);

/** Text files that ask a player to open other files and URLs. */
export const playlists = ({ mp4, png, text, url, port }: Canaries): ReadonlyArray<HostileCase> => {
  const video = casesOf('video', 'fails');
  const image = casesOf('image', 'fails');
  const audio = casesOf('audio', 'fails');
  const upwards = `../../../../../../../../../..${mp4}`;
  return [
    video('hls-absolute.mp4', segment(mp4)),
    video('hls-relative.mp4', segment(upwards)),
    video('hls-file-url.mp4', segment(`file://${mp4}`)),
    video('hls-http.mp4', segment(`${url}/segment.ts`)),
    video('hls-concat.mp4', segment(`concat:${url}/a?|file://${text}`)),
    video('hls-subfile.mp4', segment(`subfile,,start,0,end,64,,:${text}`)),
    video('hls-crypto.mp4', segment(`crypto+file:${mp4}`)),
    video('hls-data.mp4', segment(`data:text/plain,${url}`)),
    video('hls-tcp.mp4', segment(`tcp://127.0.0.1:${port}`)),
    video('hls-key.mp4', hls(`#EXT-X-KEY:METHOD=AES-128,URI="${url}/key"`, '#EXTINF:10.0,', mp4)),
    video('hls-map.mp4', hls(`#EXT-X-MAP:URI="${mp4}"`, '#EXTINF:10.0,', mp4)),
    video('hls-master.mp4', `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${url}/variant.m3u8\n`),
    video('hls-itself.mp4', segment('hls-itself.mp4')),
    video('hls-named-audio.mp3', segment(`${url}/segment.ts`)),
    video(
      'dash.mp4',
      `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT9S">
       <Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${url}/dash.mp4</BaseURL>
       </Representation></AdaptationSet></Period></MPD>`,
    ),
    video(
      'smooth-streaming.mp4',
      `<SmoothStreamingMedia MajorVersion="2"><StreamIndex Url="${url}/q"/></SmoothStreamingMedia>`,
    ),
    video(
      'imf-cpl.mp4',
      `<?xml version="1.0"?><CompositionPlaylist xmlns="http://www.smpte-ra.org/schemas/2067-3/2016"/>`,
    ),
    video('ffconcat.mp4', `ffconcat version 1.0\nfile '${mp4}'\n`),
    video('ffconcat-http.mp4', `ffconcat version 1.0\nfile ${url}/video.mp4\noption safe 0\n`),
    video('concat-without-header.mp4', `file '${mp4}'\nfile '${png}'\n`),
    video('m3u.mp4', `${mp4}\n${url}/a.mp4\n`),
    video('pls.mp4', `[playlist]\nFile1=${url}/a.mp4\nNumberOfEntries=1\n`),
    video('asx.mp4', `<asx version="3.0"><entry><ref href="${url}/a.asf"/></entry></asx>`),
    video('asf-reference.mp4', `[Reference]\r\nRef1=${url}/a.asf\r\n`),
    video(
      'sdp.mp4',
      `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video ${port} RTP/AVP 96\na=rtpmap:96 H264/90000\n`,
    ),
    video('rtsp.mp4', `RTSPtext\nrtsp://127.0.0.1:${port}/x\n`),
    video('ffmetadata.mp4', `;FFMETADATA1\ntitle=x\n[CHAPTER]\nSTART=0\nEND=1\n`),
    video('avisynth.avs', `AviSource("${mp4}")\n`),
    video('vapoursynth.vpy', `import vapoursynth as vs\nopen("${text}").read()\n`),
    video('filter-graph.mp4', `movie=${mp4}`),
    video('image-sequence-%d.png', 'not an image'),
    video('image-glob-*.png', `${png}\n`),
    video(
      'subtitles.ass',
      `[Script Info]\n[Events]\nDialogue: 0,0:00:00.00,0:00:09.00,D,,0,0,0,,{\\fn${text}}x\n`,
    ),
    video('subtitles.srt', `1\n00:00:00,000 --> 00:00:09,000\n<img src="${url}">\n`),
    video('subtitles.vtt', `WEBVTT\n\n00:00.000 --> 00:09.000\nx\n`),
    video(
      'vobsub.idx',
      `# VobSub index file, v7\nid: en, index: 0\ntimestamp: 00:00:00:000, filepos: 000000000\n`,
    ),
    video('ansi-art.mp4', `\u001b[2J\u001b[31m${'art '.repeat(500)}`),
    video('page.mp4', `<!DOCTYPE html><html><body><video src="${url}"></video></body></html>`),
    video('script.mp4', `#!/bin/sh\ncurl ${url}\n`),
    audio('hls-as-sound.mp3', segment(`${url}/sound.aac`)),
    image('hls-as-image.png', segment(png)),
    image('postscript.png', `%!PS\n(${text}) run\n`),
    image('msl.png', `<?xml version="1.0"?><image><read filename="${png}"/></image>`),
    image('mvg.png', `push graphic-context\nimage over 0,0 64,64 '${png}'\n`),
  ];
};
